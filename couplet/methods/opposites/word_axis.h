// Questions about several words at once: order on an axis, odd one out.
#pragma once

#include <string>
#include <vector>

#include "couplet/model/capabilities.h"

namespace couplet {

/// A word with a number; NaN and known false when the model has no vector for it.
struct PlacedWord {
  std::string word;
  double value;
  bool known;
  std::string way;  // how the model has it: "itself", "lemma", ...; empty when it has not
};

/// The words from `pole` to its opposite: by falling cosine with the pole's vector, or, when `other_pole` is not empty,
/// with the difference of the two poles' unit vectors. Unknown words come last; equal values keep their order.
/// Error(data) when a pole is not known, or the two poles have the same vector.
std::vector<PlacedWord> order_on_axis(const HasVectors& model, const std::string& pole, const std::string& other_pole,
                                      const std::vector<std::string>& words);

/// The words, the odd one first: by rising mean cosine with the other known words. Error(data) when fewer than three
/// are known.
std::vector<PlacedWord> odd_one_out(const HasVectors& model, const std::vector<std::string>& words);

}  // namespace couplet
