// A vocabulary cut into classes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/container.h"

namespace couplet {

/// Every word in exactly one class. The words of a class can be had as a range of rows: row r holds word order()[r],
/// classes one after the other, words ascending within a class.
class WordClasses {
 public:
  WordClasses() = default;
  /// class_of: a number from 0 for every word. Empty classes are left out and the others renumbered in order.
  explicit WordClasses(std::span<const std::int32_t> class_of);

  std::int32_t size() const { return static_cast<std::int32_t>(begins_.size()) - 1; }
  std::int64_t words() const { return static_cast<std::int64_t>(class_of_.size()); }
  std::int32_t operator[](std::int32_t word) const { return class_of_[word]; }
  std::span<const std::int32_t> class_of() const { return class_of_; }
  /// Rows of a class: [begin(c), begin(c + 1)).
  std::int64_t begin(std::int32_t c) const { return begins_[c]; }
  std::int32_t row(std::int32_t word) const { return row_of_[word]; }
  std::span<const std::int32_t> order() const { return order_; }

 private:
  std::vector<std::int32_t> class_of_, row_of_, order_;
  std::vector<std::int64_t> begins_{0};
};

/// The classes of a model's `words` words, kept in the tensor "classes". Errors: a number that is no class.
WordClasses load_word_classes(const ModelFile& file, std::int64_t words);
void add_word_classes(ModelWriter& writer, const WordClasses& classes);

struct ExchangeOptions {
  std::int64_t classes = 100;
  std::int64_t rounds = 10;   // over all words, at most
  double least_moved = 1e-3;  // ends when a round moves less than this share of the words
};

struct ExchangeReport {
  std::int64_t rounds = 0, moves = 0;
  double first_bits = 0, bits = 0;  // entropy of a word given the class before it, at the start and at the end
};

/// Exchange clustering (Martin, Liermann & Ney 1998): classes that make the class bigram model
/// P(w | v) = P(c(w) | c(v)) P(w | c(w)) likeliest. Words are taken from the most frequent on and moved to the class
/// that gains most, ties to the lowest. text: numbers of words below `words`; a sentence end is a word like others.
/// Words that never occur go to the last class. Deterministic. A round costs about words x classes x (classes that a
/// word is seen next to).
WordClasses exchange_classes(std::span<const std::int32_t> text, std::int64_t words, const ExchangeOptions& options,
                             ExchangeReport& report, const Run& run);

}  // namespace couplet
