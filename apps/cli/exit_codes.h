// The exit codes of the program; docs/exit-codes.md explains them.
#pragma once

#include <span>
#include <string>

#include "couplet/base/error.h"

namespace couplet {

struct ExitCode {
  int code;
  std::string meaning;
};

/// Every code there is, for help and the man page.
std::span<const ExitCode> all_exit_codes();

int exit_code(ErrorCode code);

}  // namespace couplet
