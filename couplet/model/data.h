// What a method is fitted on.
#pragma once

#include <utility>

#include "couplet/text/source.h"

namespace couplet {

/// A source of texts, or numbers that lie in memory.
struct Data : Source {
  Data() = default;
  Data(Source source) : Source(std::move(source)) {}
};

}  // namespace couplet
