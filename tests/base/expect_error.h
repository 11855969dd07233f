// Checking the code and the exact text of an Error.
#pragma once

#include <doctest/doctest.h>

#include <string>

#include "couplet/base/error.h"

namespace couplet {

template <class Action>
void expect_error(ErrorCode code, const std::string& text, Action&& action) {
  bool thrown = false;
  try {
    action();
  } catch (const Error& error) {
    thrown = true;
    CHECK(static_cast<int>(error.code()) == static_cast<int>(code));
    CHECK(std::string(error.what()) == text);
  }
  CHECK_MESSAGE(thrown, "no error where one was due: ", text);
}

}  // namespace couplet
