// Texts whose words carry their weights, as svmlight writes vectors: "3 17:0.25 204:0.5".
#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace couplet {

struct WeightedWord {
  std::string_view word;
  double weight;
};

/// The words of a text cut at white space, each word:weight. As in svmlight's files a first field without a colon is a
/// label and does not count, nor do "qid:..." and what follows "#". Throws Error(data) for another field without a
/// colon, or a weight that is not a finite number.
std::vector<WeightedWord> weighted_words(std::span<const std::string_view> tokens);

}  // namespace couplet
