// Model files changed on purpose, with every length and sum right again: what gets past the sums.
#pragma once

#include <string>
#include <string_view>

#include "couplet/base/random.h"

namespace couplet::fuzz {

/// The same model with its lengths and sums repaired: the header's length, padding and sum; of every tensor its place,
/// as many bytes as its shape says (cut, or filled up with zeros) and its sum; and the same for models inside. A header
/// that is no JSON gets a right length and sum all the same. Empty when there is no header to be found.
std::string resealed(std::string_view bytes);

/// A model with one to four changes: a value of a tensor, a length, a type, tensors that change places or go away,
/// entries of the header. Not resealed yet.
std::string changed(std::string_view model, Random& random);

}  // namespace couplet::fuzz
