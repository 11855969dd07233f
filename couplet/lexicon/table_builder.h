// Collects word vectors as a reader finds them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet {

/// Words and rows in the order they come, in one buffer. A word that comes again is dropped and counted; finish() warns
/// of it.
class TableBuilder {
 public:
  TableBuilder(std::int64_t dimension, const Run& run) : run_(run), dimension_(dimension) {}

  /// Makes room for as many rows as expected, but never for more values than `at_most`: counts in files are not
  /// trusted.
  void reserve(std::int64_t rows, std::int64_t at_most);
  /// row.size() == dimension. Throws Error(io) when the table outgrows the memory budget.
  void add(std::string_view word, std::span<const float> row);
  WordVectors finish() &&;

 private:
  const Run& run_;
  std::int64_t dimension_;
  std::int64_t duplicates_ = 0;
  Vocabulary words_;
  std::vector<float> values_;
};

}  // namespace couplet
