// What a reader does with a line it cannot use.
#pragma once

namespace couplet {

/// stop: an Error with the place. skip: leave the line out and count it.
enum class BadLine { stop, skip };

}  // namespace couplet
