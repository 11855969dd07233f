#include "couplet/methods/vectors/count_table.h"

#include <doctest/doctest.h>

#include <limits>

#include "couplet/model/saved_vocabulary.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/methods/generated_pairs.h"
#include "tests/methods/generated_tables.h"

using namespace couplet;

namespace {

using Words = std::vector<std::string>;

CountTable saved_and_loaded(const TemporaryDirectory& directory, const CountTable& table) {
  ModelWriter writer(plain_header());
  table.write(writer, "table");
  writer.write(directory.file("t.couplet"));
  return CountTable::load(ModelFile(directory.file("t.couplet")), "table", table.pipeline);
}

/// Compressed rows of a forged file: 2 x 3 labels, the rest as given.
struct Forged {
  std::vector<std::int64_t> offsets{0, 1, 2};
  std::vector<std::int32_t> columns{0, 2};
  std::vector<double> counts{4, 5};
};

void load_forged(const TemporaryDirectory& directory, const Forged& forged) {
  Vocabulary rows, cols;
  for (const char* label : {"r", "s"}) rows.add(label);
  for (const char* label : {"a", "b", "c"}) cols.add(label);
  ModelWriter writer(plain_header());
  add_vocabulary(writer, "table.rows", rows);
  add_vocabulary(writer, "table.cols", cols);
  writer.add("table.offsets", std::span(forged.offsets), {std::ssize(forged.offsets)});
  writer.add("table.columns", std::span(forged.columns), {std::ssize(forged.columns)});
  writer.add("table.counts", std::span(forged.counts), {std::ssize(forged.counts)});
  writer.write(directory.file("f.couplet"));
  CountTable::load(ModelFile(directory.file("f.couplet")), "table", "");
}

}  // namespace

TEST_CASE("entries become a table: equal cells add up, zeros are not stored, labels keep their order") {
  LabelledCounts read;
  for (const char* label : {"r", "s", "t"}) read.rows.add(label);
  for (const char* label : {"a", "b"}) read.cols.add(label);
  read.entries = {{2, 0, 1.5}, {0, 1, 2}, {2, 0, 2}, {1, 1, 0}};
  const CountTable table = from_entries(read);
  MatrixD expected(3, 2);
  expected << 0, 2, 0, 0, 3.5, 0;
  CHECK(table.counts.dense() == expected);
  CHECK(table.counts.nonzeros() == 2);
  CHECK(labels_of(table.rows) == Words{"r", "s", "t"});
  CHECK(labels_of(table.cols) == Words{"a", "b"});
  CHECK(table.row_sums() == expected.rowwise().sum());
  CHECK(table.col_sums() == expected.colwise().sum().transpose());
}

TEST_CASE("entries that make no table") {
  LabelledCounts read;
  read.rows.add("r");
  read.cols.add("a");
  const auto refused = [&](std::vector<LabelledCounts::Entry> entries, const std::string& message) {
    read.entries = std::move(entries);
    expect_error(ErrorCode::data, message, [&] { from_entries(read); });
  };
  refused({{0, 0, -1}}, "count table: a count is negative or no number");
  refused({{0, 0, std::numeric_limits<double>::quiet_NaN()}}, "count table: a count is negative or no number");
  refused({{0, 0, 1e308}, {0, 0, 1e308}}, "count table: the counts do not add up to a finite number");
  refused({{0, 1, 1}}, "sparse matrix: entry (0, 1) is outside 1 x 1");
  refused({{-1, 0, 1}}, "sparse matrix: entry (-1, 0) is outside 1 x 1");
}

TEST_CASE("empty rows and columns are dropped and named") {
  MatrixD counts(4, 4);
  counts << 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0;
  CountTable table = make_table(counts);
  table.pipeline = "lower,unicode";
  DroppedLabels dropped;
  const CountTable kept = drop_empty(table, dropped);
  CHECK(dropped.any());
  CHECK(dropped.rows == Words{"r1", "r3"});
  CHECK(dropped.cols == Words{"c0", "c2"});
  CHECK(labels_of(kept.rows) == Words{"r0", "r2"});
  CHECK(labels_of(kept.cols) == Words{"c1", "c3"});
  MatrixD expected(2, 2);
  expected << 1, 2, 0, 3;
  CHECK(kept.counts.dense() == expected);
  CHECK(kept.pipeline == "lower,unicode");
  DroppedLabels none;
  CHECK(drop_empty(kept, none).counts.dense() == expected);
  CHECK_FALSE(none.any());
  expect_error(ErrorCode::data, "count table: there is no count above zero",
               [&] { drop_empty(make_table(MatrixD::Zero(2, 2)), none); });
}

TEST_CASE("dropping is the same as leaving out beforehand, whatever is empty") {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const CountTable full = random_table(9, 7, 0.3, seed);
    MatrixD counts = MatrixD::Zero(18, 14);
    for (Index i = 0; i < 9; ++i)
      for (Index j = 0; j < 7; ++j) counts(2 * i + (i % 2), 2 * j) = full.counts.dense()(i, j);
    DroppedLabels dropped;
    const CountTable kept = drop_empty(make_table(counts), dropped);
    CHECK(kept.counts.dense() == full.counts.dense());
    CHECK(dropped.rows.size() == 9);
    CHECK(dropped.cols.size() == 7);
  }
}

TEST_CASE("a table comes back from its file") {
  const TemporaryDirectory directory;
  for (CountTable table : {fisher_table(), random_table(30, 50, 0.1, 5), make_table(MatrixD::Zero(0, 0))}) {
    table.pipeline = "simple";
    const CountTable loaded = saved_and_loaded(directory, table);
    CHECK(labels_of(loaded.rows) == labels_of(table.rows));
    CHECK(labels_of(loaded.cols) == labels_of(table.cols));
    CHECK(loaded.counts.dense() == table.counts.dense());
    CHECK(loaded.pipeline == "simple");
    CHECK(loaded.row_name.empty());
    CHECK(loaded.col_name.empty());
  }
  CountTable named = fisher_table();
  named.row_name = named.col_name = "colour";
  CHECK(saved_and_loaded(directory, named).row_name == "colour");
  CHECK(saved_and_loaded(directory, named).col_name == "colour");
}

TEST_CASE("forged tables are refused") {
  const TemporaryDirectory directory;
  CHECK_NOTHROW(load_forged(directory, {}));
  const std::string start = directory.file("f.couplet") + ": table 'table': ", end = "; fit the model again";
  const auto refused = [&](const Forged& forged, const std::string& problem) {
    expect_error(ErrorCode::model, start + problem + end, [&] { load_forged(directory, forged); });
  };
  refused({{0, 1, 2}, {0, 3}, {4, 5}}, "row 1: column 3 is outside");
  refused({{0, 1, 2}, {-1, 2}, {4, 5}}, "row 0: column -1 is outside");
  refused({{0, 2, 2}, {2, 0}, {4, 5}}, "row 0: columns do not ascend");
  refused({{0, 1, 3}, {0, 2}, {4, 5}}, "columns and values do not fit the row offsets");
  refused({{0, 5, 2}, {0, 2}, {4, 5}}, "row 1: its offset falls");
  refused({{0, 1, 2}, {0, 2}, {4, 0}}, "a count is not positive");
  refused({{0, 1, 2}, {0, 2}, {-4, 5}}, "a count is not positive");
  refused({{0, 1, 2}, {0, 2}, {1e308, 1e308}}, "the counts do not add up to a finite number");
  for (const Forged& forged : {Forged{{0, 1}, {0}, {4}}, Forged{{0, 1, 2}, {0, 2}, {4}}, Forged{{}, {0, 2}, {4, 5}}})
    try {
      load_forged(directory, forged);
      FAIL("a table whose lengths do not fit was taken");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::model);
    }
}
