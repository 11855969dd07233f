// Rows that a program gives, through every reader of files.
#include "couplet/text/text_rows.h"

#include <doctest/doctest.h>

#include "couplet/text/corpus_reader.h"
#include "couplet/text/document_reader.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/table_reader.h"
#include "couplet/text/window_counts.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/text/read_all.h"

using namespace couplet;

namespace {

using Texts = std::vector<std::string>;

Texts documents_of(const Source& source) {
  CorpusReader reader(source);
  Texts documents;
  for (std::string document; reader.next(document);) documents.push_back(document);
  return documents;
}

Source with_columns(Source source, const std::string& columns) {
  source.columns = columns;
  return source;
}

/// Rows from a function that counts how often it is called.
Source counted_rows(std::vector<Texts> rows, int& calls, Texts names = {}) {
  return rows_from(
      [rows = std::move(rows), &calls](Texts& fields) {
        if (calls == static_cast<int>(rows.size())) return false;
        fields = rows[calls++];
        return true;
      },
      std::move(names));
}

}  // namespace

TEST_CASE("pairs in memory, with line ends and tabs in them") {
  const Source source = pairs_in_memory({"a\nb", "", "d\te"}, {"x", "y", "ü"});
  CHECK(pairs_of(source) == std::vector<Texts>{{"a\nb", "x"}, {"", "y"}, {"d\te", "ü"}});
  CHECK(pairs_of(source).size() == 3);  // as often as one likes
  CHECK(source.name() == "the rows given");
  PairReader reader(source);
  TextPair pair;
  REQUIRE(reader.next(pair));
  REQUIRE(reader.next(pair));
  CHECK(reader.place() == "row 2");
  CHECK(reader.line() == "\ty");
  CHECK(reader.position() == 2);
  CHECK(reader.size() == 3);
  CHECK(reader.header_line().empty());
}

TEST_CASE("columns by number and by name, or those that are meant") {
  const std::vector<Texts> columns = {{"1", "2"}, {"r1", "r2"}, {"l1", "l2"}};
  const std::vector<Texts> expected = {{"l1", "r1"}, {"l2", "r2"}};
  CHECK(pairs_of(with_columns(columns_in_memory(columns), "3,2")) == expected);
  CHECK(pairs_of(with_columns(columns_in_memory(columns, {"id", "b", "a"}), "a,b")) == expected);
  CHECK(pairs_of(columns_in_memory(columns, {"id", "right", "left"})) == expected);
  CHECK(pairs_of(with_columns(columns_in_memory(columns, {"id", "b", "a"}), "a,2,id"))[1] == Texts{"l2", "r2", "2"});
  expect_error(ErrorCode::usage,
               "the rows given: 3 columns could be the texts: id, b, a; say which with --columns, like --columns 1,2",
               [&] {
                 pairs_of(columns_in_memory(columns, {"id", "b", "a"}));
               });
  for (const auto& names : {std::vector<std::string>{}, {"id", "b", "a"}}) {
    Source labelled = columns_in_memory(columns, names);
    labelled.further = {"1"};
    CHECK(pairs_of(labelled)[0] == Texts{"r1", "l1", "1"});
  }
  CHECK(PairReader(columns_in_memory(columns, {"id", "right", "left"})).header_line() == "id\tright\tleft");
  expect_error(ErrorCode::data, "row 1: 3 columns, expected 2; choose columns, like 1,2",
               [&] { pairs_of(columns_in_memory(columns)); });
  expect_error(ErrorCode::data, "the rows given: no column \"c\" in the header; the header has id, b, a", [&] {
    pairs_of(with_columns(columns_in_memory(columns, {"id", "b", "a"}), "a,c"));
  });
  expect_error(ErrorCode::data, "the rows given: no column \"c\" in the header; there is none",
               [&] { pairs_of(with_columns(columns_in_memory(columns), "c,1")); });
}

TEST_CASE("what a program cannot mean is refused") {
  expect_error(ErrorCode::usage,
               "the rows given: columns of 1 and 2 texts; text i of every column must belong to the same row", [] {
                 pairs_in_memory({"a"}, {"b", "c"});
               });
  expect_error(ErrorCode::usage, "the rows given: 1 names for 2 columns", [] {
    columns_in_memory({{"a"}, {"b"}}, {"x"});
  });
  Source source = pairs_in_memory({"a"}, {"b"});
  source.paths = {"pairs.tsv"};
  expect_error(ErrorCode::usage, "the rows given: rows come without files, a format or a header line",
               [&] { pairs_of(source); });
  CHECK(pairs_of(columns_in_memory({{}, {}})).empty());
}

TEST_CASE("bad UTF-8 stops with the row, or is left out") {
  Source source = pairs_in_memory({"a", "b\xff", "c"}, {"x", "y", "z"});
  expect_error(ErrorCode::data, "row 2: invalid UTF-8 at byte 2 (0xFF)" + iconv_hint, [&] { pairs_of(source); });
  source.on_bad_line = BadLine::skip;
  CHECK(pairs_of(source) == std::vector<Texts>{{"a", "x"}, {"c", "z"}});
  Source texts = texts_in_memory({"a", "b\xff"});
  expect_error(ErrorCode::data, "row 2: invalid UTF-8 at byte 2 (0xFF)" + iconv_hint, [&] { documents_of(texts); });
}

TEST_CASE("views of a program's strings are not copied before they are read") {
  Texts left = {"a", "b"};
  const Source source{.rows = rows_of_columns({{left.begin(), left.end()}, {"x", "y"}}, {}, nullptr)};
  left[1][0] = 'c';
  CHECK(pairs_of(source)[1] == Texts{"c", "y"});
}

TEST_CASE("rows of a function are read once, as they come") {
  int calls = 0;
  const Source source = counted_rows({{"a", "x"}, {"b", "y"}}, calls);
  PairReader reader(source);
  TextPair pair;
  REQUIRE(reader.next(pair));
  CHECK(calls == 1);
  REQUIRE(reader.next(pair));
  CHECK(pair.right == "y");
  CHECK_FALSE(reader.next(pair));
  CHECK(reader.size() == 0);
  expect_error(ErrorCode::usage,
               "the rows given: they can be read only once and this method reads its data twice; give them in memory, "
               "or a file",
               [&] { pairs_of(source); });
  int none = 0;
  Source cut = counted_rows({{"a", "x"}}, none);
  cut.segment = {0, 2};
  expect_error(ErrorCode::usage,
               "the rows given: rows that are read once cannot be cut into segments; give them in memory, or a file",
               [&] { pairs_of(cut); });
  CHECK(none == 0);
  int wrong = 0;
  expect_error(ErrorCode::data, "row 2: 1 column, expected 2; choose columns, like 1,2", [&] {
    pairs_of(counted_rows({{"a", "x"}, {"b"}}, wrong));
  });
}

TEST_CASE("texts, also of a named column") {
  CHECK(documents_of(texts_in_memory({"one", "", "two\nlines"})) == Texts{"one", "", "two\nlines"});
  const std::vector<Texts> columns = {{"1", "2"}, {"a", "b"}};
  CHECK(documents_of(columns_in_memory(columns, {"id", "text"})) == Texts{"a", "b"});
  CHECK(documents_of(with_columns(columns_in_memory(columns), "2")) == Texts{"a", "b"});
  CorpusReader reader(texts_in_memory({"one", "two"}));
  std::string text;
  reader.next(text);
  CHECK(reader.position() == 1);
  CHECK(reader.size() == 2);
}

TEST_CASE("windows are counted as in a file") {
  const TemporaryDirectory directory;
  WindowOptions options;
  options.min_count = 1;
  const SparseCounts file = count_windows({.paths = {directory.put("t", "a b c\nb a\n")}}, options, Run());
  const SparseCounts memory = count_windows(texts_in_memory({"a b c", "b a"}), options, Run());
  CHECK(memory.columns == file.columns);
  CHECK(memory.values == file.values);
  CHECK(memory.lines == 2);
}

TEST_CASE("documents in several languages") {
  DocumentReader reader(columns_in_memory({{"a"}, {"b"}, {"c"}}, {"en", "es", "de"}));
  CHECK(reader.languages() == 3);
  CHECK(reader.language_name(1) == "column es");
  Texts texts;
  REQUIRE(reader.next(texts));
  CHECK(texts == Texts{"a", "b", "c"});
  DocumentReader two(pairs_in_memory({"a"}, {"b"}));
  CHECK(two.languages() == 2);
}

TEST_CASE("tables: long, categories, and one with names for a header") {
  const LabelledCounts counts =
      read_table(columns_in_memory({{"r", "s"}, {"x", "x"}, {"2", "0.5"}}), TableLayout::long_form, Run());
  CHECK(counts.lines == 2);
  CHECK(counts.entries[1].count == 0.5);
  const LabelledCounts named = read_table(columns_in_memory({{"blue", "blue"}, {"fair", "red"}}, {"eyes", "hair"}),
                                          TableLayout::categories, Run());
  CHECK(named.row_name == "eyes");
  CHECK(named.cols.size() == 2);
  CHECK(named.lines == 2);
  const LabelledCounts table =
      read_table(columns_in_memory({{"r", "s"}, {"1", "2"}, {"0", "3"}}, {"", "x", "y"}), TableLayout::table, Run());
  CHECK(table.cols.word(1) == "y");
  CHECK(table.entries.size() == 3);
  expect_error(ErrorCode::data,
               "row 2: column 3: \"many\" is not a number; counts are written like 12 or 0.5; write 0 for none", [] {
                 read_table(columns_in_memory({{"r", "s"}, {"x", "x"}, {"2", "many"}}), TableLayout::long_form, Run());
               });
  expect_error(ErrorCode::data, "the rows given: there are none; a table needs a row of counts", [] {
    read_table(columns_in_memory({{}, {}, {}}), TableLayout::long_form, Run());
  });
  Source cut = columns_in_memory({{"r"}, {"x"}, {"2"}});
  cut.segment = {0, 2};
  expect_error(ErrorCode::usage, "the rows given: a table cannot be cut into segments",
               [&] { read_table(cut, TableLayout::long_form, Run()); });
}
