#include "couplet/lexicon/table_builder.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace couplet {

void TableBuilder::reserve(std::int64_t rows, std::int64_t at_most) {
  const std::int64_t in_budget = run_.memory.bytes() / static_cast<std::int64_t>(sizeof(float));
  values_.reserve(std::min(rows, std::min(at_most, in_budget) / dimension_) * dimension_);
}

void TableBuilder::add(std::string_view word, std::span<const float> row) {
  const std::int64_t known = words_.size();
  if (words_.add(word) < known) {
    ++duplicates_;
    return;
  }
  if (values_.size() + row.size() > values_.capacity())
    run_.memory.require(static_cast<std::int64_t>((values_.size() + row.size()) * sizeof(float)), "word vectors");
  values_.insert(values_.end(), row.begin(), row.end());
}

WordVectors TableBuilder::finish() && {
  if (duplicates_ > 0)
    run_.observer->warn(fmt::format("{} {} more than once; the first vector is kept", duplicates_,
                                    duplicates_ == 1 ? "word occurs" : "words occur"));
  const auto buffer = std::make_shared<const std::vector<float>>(std::move(values_));
  return WordVectors(std::move(words_), dimension_, *buffer, std::nullopt, buffer);
}

}  // namespace couplet
