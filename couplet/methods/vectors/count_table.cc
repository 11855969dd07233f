#include "couplet/methods/vectors/count_table.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/model/saved_sparse.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {
namespace {

constexpr char between_names = '\0';
constexpr SparseNames saved_names{.columns = "columns", .values = "counts"};

/// The labels whose sum is positive; the others are added to `dropped`.
Vocabulary split_labels(const Vocabulary& labels, const VectorD& sums, std::vector<std::string>& dropped) {
  Vocabulary kept;
  for (std::int64_t i = 0; i < labels.size(); ++i) {
    if (sums[i] > 0)
      kept.add(labels.word(i));
    else
      dropped.emplace_back(labels.word(i));
  }
  return kept;
}

}  // namespace

void CountTable::write(ModelWriter& writer, const std::string& prefix) const {
  add_vocabulary(writer, prefix + ".rows", rows);
  add_vocabulary(writer, prefix + ".cols", cols);
  add_sparse(writer, prefix, counts, saved_names);
  if (row_name.empty() && col_name.empty()) return;
  Vocabulary variables;  // one entry, as both may have the same name
  variables.add(row_name + between_names + col_name);
  add_vocabulary(writer, prefix + ".variables", std::move(variables));
}

CountTable CountTable::load(const ModelFile& file, const std::string& prefix, std::string pipeline) {
  CountTable table;
  table.pipeline = std::move(pipeline);
  table.rows = load_vocabulary(file, prefix + ".rows");
  table.cols = load_vocabulary(file, prefix + ".cols");
  table.counts = load_sparse<double>(file, prefix, table.rows.size(), table.cols.size(), saved_names);
  const auto fail = [&](const std::string& problem) {
    throw Error(ErrorCode::model, file.path(), fmt::format("table '{}': {}", prefix, problem), "fit the model again");
  };
  double total = 0;
  for (const double count : table.counts.values()) {
    if (!(count > 0)) fail("a count is not positive");
    total += count;
  }
  if (!std::isfinite(total)) fail("the counts do not add up to a finite number");
  if (!file.has(prefix + ".variables.bytes")) return table;
  const Vocabulary variables = load_vocabulary(file, prefix + ".variables");
  const std::string names(variables.size() == 1 ? variables.word(0) : "");
  const std::size_t middle = names.find(between_names);
  if (middle == std::string::npos) fail("the names of its variables are broken");
  table.row_name = names.substr(0, middle);
  table.col_name = names.substr(middle + 1);
  return table;
}

CountTable from_entries(LabelledCounts counts) {
  const auto fail = [](const std::string& problem) { throw Error(ErrorCode::data, "count table", problem); };
  if (counts.cols.size() >= std::numeric_limits<std::int32_t>::max())
    fail(fmt::format("{} columns are more than a table can have", counts.cols.size()));
  std::vector<Triplet<double>> triplets;
  triplets.reserve(counts.entries.size());
  double total = 0;
  for (const LabelledCounts::Entry& entry : counts.entries) {
    if (!(entry.count >= 0)) fail("a count is negative or no number");
    total += entry.count;
    if (entry.count > 0) triplets.push_back({entry.row, entry.col, entry.count});
  }
  if (!std::isfinite(total)) fail("the counts do not add up to a finite number");
  counts.entries = {};  // the triplets take its place in memory
  CountTable table;
  table.counts = CsrMatrix<double>::from_triplets(counts.rows.size(), counts.cols.size(), std::move(triplets));
  table.rows = std::move(counts.rows);
  table.cols = std::move(counts.cols);
  table.row_name = std::move(counts.row_name);
  table.col_name = std::move(counts.col_name);
  return table;
}

CountTable drop_empty(CountTable table, DroppedLabels& dropped) {
  const VectorD row_sums = table.row_sums(), col_sums = table.col_sums();
  return drop_empty(std::move(table), row_sums, col_sums, dropped);
}

CountTable drop_empty(CountTable table, const VectorD& row_sums, const VectorD& col_sums, DroppedLabels& dropped) {
  if (!(row_sums.array() > 0).any()) throw Error(ErrorCode::data, "count table", "there is no count above zero");
  if ((row_sums.array() > 0).all() && (col_sums.array() > 0).all()) return table;
  CountTable result;
  result.pipeline = std::move(table.pipeline);
  result.row_name = std::move(table.row_name);
  result.col_name = std::move(table.col_name);
  result.rows = split_labels(table.rows, row_sums, dropped.rows);
  result.cols = split_labels(table.cols, col_sums, dropped.cols);
  result.counts = drop_empty(table.counts, row_sums, col_sums);
  return result;
}

CsrMatrix<double> drop_empty(const CsrMatrix<double>& cells, const VectorD& row_sums, const VectorD& col_sums) {
  std::vector<std::int32_t> new_column(cells.cols(), -1);
  std::int32_t next = 0;
  for (Index j = 0; j < col_sums.size(); ++j)
    if (col_sums[j] > 0) new_column[j] = next++;
  std::vector<std::int32_t> columns = cells.columns();
  for (std::int32_t& column : columns) column = new_column[column];
  std::vector<std::int64_t> offsets{0};  // empty rows take no entries: the kept rows' ends are all there is
  for (Index i = 0; i < row_sums.size(); ++i)
    if (row_sums[i] > 0) offsets.push_back(cells.offsets()[static_cast<std::size_t>(i) + 1]);
  const Index rows = std::ssize(offsets) - 1;
  return CsrMatrix<double>(rows, next, std::move(offsets), std::move(columns), cells.values());
}

}  // namespace couplet
