// A table of word vectors, from a file or a model; with subword n-grams where fastText has them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "couplet/text/vocabulary.h"

namespace couplet {

/// fastText's character n-grams: a vector for each of `buckets` hash values, for words the table does not have.
struct Subwords {
  std::int32_t min_length = 3, max_length = 6;
  std::int64_t buckets = 0;
  std::span<const float> values;  // buckets x dimension
};

/// Immutable; values are float, row-major, kept alive by `owner` (a memory map or a buffer).
class WordVectors {
 public:
  WordVectors(Vocabulary words, std::int64_t dimension, std::span<const float> values, std::optional<Subwords> subwords,
              std::shared_ptr<const void> owner);

  std::int64_t size() const { return words_.size(); }
  std::int64_t dimension() const { return dimension_; }
  const Vocabulary& words() const { return words_; }
  std::span<const float> values() const { return values_; }  // size() x dimension()
  const std::optional<Subwords>& subwords() const { return subwords_; }

  /// Row of the table.
  std::span<const float> row(std::int64_t number) const;
  /// The vector of a word into out (dimension() floats): its row, or the mean of its subword vectors. False, and out
  /// all zero, when neither is known.
  bool find(std::string_view word, std::span<float> out) const;

 private:
  Vocabulary words_;
  std::int64_t dimension_;
  std::span<const float> values_;
  std::optional<Subwords> subwords_;
  std::shared_ptr<const void> owner_;
};

}  // namespace couplet
