#include "couplet/model/data.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/text/table_reader.h"

namespace couplet {
namespace {

constexpr const char* table_given = "the table given";

Vocabulary labels_of(const std::vector<std::string>& labels) {
  Vocabulary vocabulary;
  for (const std::string& label : labels) {
    if (vocabulary.find(label) >= 0)
      throw Error(ErrorCode::data, table_given, fmt::format("the label \"{}\" occurs twice", label));
    vocabulary.add(label);
  }
  return vocabulary;
}

void add_count(LabelledCounts& table, Index row, Index col, double count) {
  if (!(count >= 0) || !std::isfinite(count))
    throw Error(ErrorCode::data, table_given,
                fmt::format("row {}, column {}: the count is {}", row + 1, col + 1, count), "counts are 0 or more");
  if (count > 0) table.entries.push_back({row, col, count});
}

void expect_shape(const LabelledCounts& table, Index rows, Index cols) {
  if (rows != table.rows.size() || cols != table.cols.size())
    throw Error(ErrorCode::data, table_given,
                fmt::format("{} x {} counts for {} x {} labels", rows, cols, table.rows.size(), table.cols.size()));
}

}  // namespace

void RowsView::read(Index first, Index count, std::span<double> out) const {
  const auto copy = [&](const auto* values) {
    auto into = out.begin();
    for (Index i = first; i < first + count; ++i)
      for (Index j = 0; j < cols_; ++j, ++into) {
        *into = values[i * stride_ + j * step_];
        if (!std::isfinite(*into))
          throw Error(ErrorCode::data, "the vectors given",
                      fmt::format("row {}, column {} is not finite", i + 1, j + 1));
      }
  };
  std::visit(copy, values_);
}

std::string Data::name() const {
  if (!vectors.empty() || word_vectors) return "the vectors given";
  if (table) return table_given;
  return documents.empty() ? Source::name() : "the documents given";
}

Data vectors_in_memory(RowsView left, RowsView right) {
  Data data;
  data.vectors = {std::move(left), std::move(right)};
  return data;
}

Data table_in_memory(LabelledCounts table) {
  Data data;
  data.table = std::make_shared<const LabelledCounts>(std::move(table));
  return data;
}

Data table_in_memory(const std::vector<std::string>& rows, const std::vector<std::string>& cols,
                     const RowsView& counts) {
  LabelledCounts table;
  table.rows = labels_of(rows);
  table.cols = labels_of(cols);
  expect_shape(table, counts.rows(), counts.cols());
  std::vector<double> row(counts.cols());
  for (Index i = 0; i < counts.rows(); ++i) {
    counts.read(i, 1, row);
    for (Index j = 0; j < counts.cols(); ++j) add_count(table, i, j, row[j]);
  }
  return table_in_memory(std::move(table));
}

Data table_in_memory(Vocabulary rows, Vocabulary cols, const CsrMatrix<double>& counts) {
  LabelledCounts table;
  table.rows = std::move(rows);
  table.cols = std::move(cols);
  expect_shape(table, counts.rows(), counts.cols());
  for (Index i = 0; i < counts.rows(); ++i)
    for (std::int64_t e = counts.offsets()[i]; e < counts.offsets()[i + 1]; ++e)
      add_count(table, i, counts.columns()[e], counts.values()[e]);
  return table_in_memory(std::move(table));
}

Data word_vectors_in_memory(WordVectors vectors) {
  Data data;
  data.word_vectors = std::make_shared<const WordVectors>(std::move(vectors));
  return data;
}

Data documents_in_memory(std::vector<CountedTexts> languages) {
  Data data;
  data.documents = std::move(languages);
  return data;
}

}  // namespace couplet
