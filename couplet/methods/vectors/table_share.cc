#include "couplet/methods/vectors/table_share.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/mapped_file.h"
#include "couplet/base/team_exchange.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/methods/vectors/table_source.h"
#include "couplet/model/saved_vocabulary.h"
#include "couplet/text/pipeline.h"

namespace couplet {
namespace {

/// Where the rows begin when those with a sum of zero are gone.
std::vector<Index> kept_begins(const std::vector<Index>& begins, const VectorD& sums) {
  std::vector<Index> kept;
  for (const Index begin : begins) kept.push_back((sums.head(begin).array() > 0).count());
  return kept;
}

template <class T>
std::string_view tensor_bytes(std::span<const T> values) {
  return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

}  // namespace

VectorD TableShare::row_sums(const CountTable& table, Team& team) const {
  return row_sums_in_team(table.counts, row_begins, team);
}

VectorD TableShare::col_sums(const CountTable& table, Team& team) const {
  return row_sums_in_team(columns(table), col_begins(), team);
}

TableShare share_of_table(const CountTable& table, std::vector<Index> row_begins, bool symmetric, Team& team) {
  TableShare share{std::move(row_begins), symmetric, {}};
  if (!symmetric) share.transposed = transposed_in_team(table.counts, team);
  return share;
}

CountTable load_own_rows(const ModelFile& file, const std::string& pipeline, TableShare& share, Team& team) {
  const auto fail = [&](const std::string& problem) {
    throw Error(ErrorCode::model, file.path(), "table 'table': " + problem, "fit the model again");
  };
  TextPipeline::parse(pipeline);  // Error(usage) for one that there is not
  CountTable table;
  table.pipeline = pipeline;
  table.rows = load_vocabulary(file, "table.rows");
  table.cols = load_vocabulary(file, "table.cols");
  const auto all = file.integers("table.offsets", table.rows.size() + 1, 1);
  const auto columns = file.integers32("table.columns", -1, 1);
  const auto values = file.doubles("table.counts", std::ssize(columns), 1);
  if (all.front() != 0 || all.back() != std::ssize(columns) || !std::is_sorted(all.begin(), all.end()))
    fail("the row offsets do not fit the cells");
  // To check the file all of it was looked at: what is no longer needed shall not count as memory of this process.
  release_pages(tensor_bytes(columns));
  release_pages(tensor_bytes(values));
  std::vector<Index> begins = rows_of_even_entries(all, team);
  const std::int64_t first = all[begins[team.rank()]], last = all[begins[team.rank() + 1]];
  std::vector<std::int64_t> offsets(all.begin(), all.end());
  for (std::int64_t& offset : offsets) offset = std::clamp(offset, first, last) - first;
  const auto own_columns = columns.subspan(first, last - first);
  const auto own_values = values.subspan(first, last - first);
  if (std::any_of(own_values.begin(), own_values.end(), [](double count) { return !(count > 0); }))
    fail("a count is not positive");
  try {
    table.counts = CsrMatrix<double>(table.rows.size(), table.cols.size(), std::move(offsets),
                                     {own_columns.begin(), own_columns.end()}, {own_values.begin(), own_values.end()});
  } catch (const Error& error) {
    fail(error.problem());
  }
  release_pages(tensor_bytes(columns));
  release_pages(tensor_bytes(values));
  const std::string* sides = file.header().find_parameter("sides");
  share = share_of_table(table, std::move(begins), sides && *sides == "both", team);
  return table;
}

CountTable drop_empty(CountTable table, TableShare& share, DroppedLabels& dropped, Team& team) {
  const VectorD rows = share.row_sums(table, team), cols = share.col_sums(table, team);
  if (!(rows.array() > 0).all() || !(cols.array() > 0).all()) {
    if (!share.symmetric) {
      share.transposed.matrix = drop_empty(share.transposed.matrix, cols, rows);
      share.transposed.begins = kept_begins(share.transposed.begins, cols);
    }
    share.row_begins = kept_begins(share.row_begins, rows);
  }
  return drop_empty(std::move(table), rows, cols, dropped);
}

std::string fingerprint_of(const CountTable& table, Team& team) {
  Fingerprint sum;
  const auto add = [&](std::string_view bytes) { sum.add(bytes); };
  for (const Vocabulary* labels : {&table.rows, &table.cols}) {
    add(tensor_bytes(labels->bytes()));
    add(tensor_bytes(labels->offsets()));
  }
  const std::vector<std::int64_t> offsets = whole_offsets(table.counts, team);
  add(tensor_bytes(std::span(offsets)));
  stream_to_first(team, tensor_bytes(std::span(table.counts.columns())), add);
  stream_to_first(team, tensor_bytes(std::span(table.counts.values())), add);
  return team.broadcast(hex64(sum.value()));
}

}  // namespace couplet
