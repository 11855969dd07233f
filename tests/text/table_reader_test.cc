#include "couplet/text/table_reader.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>
#include <string>
#include <vector>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

/// Reads a text as if it were in a file.
struct TextTable {
  TemporaryDirectory directory;
  std::string path = directory / "t.csv";
  LabelledCounts read(std::string_view text, TableLayout layout = TableLayout::table, bool header = false,
                      BadLine on_bad_line = BadLine::stop) const {
    return read_table({.paths = {put(path, text)}, .header = header, .on_bad_line = on_bad_line}, layout, Run());
  }
  void refuses(std::string_view text, const std::string& message, TableLayout layout = TableLayout::table,
               bool header = false) const {
    expect_error(ErrorCode::data, path + message, [&] { read(text, layout, header); });
  }
};

std::vector<std::string> words(const Vocabulary& labels) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < labels.size(); ++i) all.emplace_back(labels.word(i));
  return all;
}

using Words = std::vector<std::string>;
using Cells = std::map<std::pair<std::string, std::string>, double>;

Cells cells(const LabelledCounts& counts) {
  Cells all;
  for (const auto& entry : counts.entries)
    all[{std::string(counts.rows.word(entry.row)), std::string(counts.cols.word(entry.col))}] += entry.count;
  return all;
}

}  // namespace

TEST_CASE("a table in CSV, TSV and with semicolons") {
  const TextTable text;
  const Cells expected{{{"blue", "fair"}, 326}, {{"blue", "red"}, 38}, {{"dark", "fair"}, 98}};
  for (const std::string& content :
       {std::string("eye,fair,red\nblue,326,38\ndark,98,0\n"),
        std::string("eye\tfair\tred\r\nblue\t326\t38\r\ndark\t98\t0"),
        std::string("eye;fair;red\n\nblue; 326 ;+38\n  \ndark;9.8e1;0.0\n"),
        std::string("\xEF\xBB\xBF\"eye\",\"fair\",\"red\"\n\"blue\",\"326\",38\ndark,98,-0\n")}) {
    CAPTURE(content);
    const LabelledCounts counts = text.read(content);
    CHECK(words(counts.rows) == Words{"blue", "dark"});
    CHECK(words(counts.cols) == Words{"fair", "red"});
    CHECK(cells(counts) == expected);
    CHECK(counts.entries.size() == 3);  // zeros are not entries
    CHECK(counts.row_name == "eye");
    CHECK(counts.header);
    CHECK(counts.lines == 2);
    CHECK(counts.skipped == 0);
  }
}

TEST_CASE("a header without corner cell, as R writes it") {
  const TextTable text;
  for (const char* content :
       {"fair,red\nblue,1,2\ndark,3,4\n", "\"fair\"\t\"red\"\n\"blue\"\t1\t2\n\"dark\"\t3\t4\n"}) {
    const LabelledCounts counts = text.read(content);
    CHECK(words(counts.cols) == Words{"fair", "red"});
    CHECK(cells(counts) ==
          Cells{{{"blue", "fair"}, 1}, {{"blue", "red"}, 2}, {{"dark", "fair"}, 3}, {{"dark", "red"}, 4}});
    CHECK(counts.row_name.empty());
  }
}

TEST_CASE("quotes: separators, quotes and line ends inside a field; none in TSV unless the first field has them") {
  const TextTable text;
  const LabelledCounts quoted = text.read("x,\"a, b\",\"say \"\"hi\"\"\"\n\"two\r\nlines\",1,2\n5\" disk,3,4\n");
  CHECK(words(quoted.cols) == Words{"a, b", "say \"hi\""});
  CHECK(words(quoted.rows) == Words{"two\nlines", "5\" disk"});
  const LabelledCounts tabs = text.read("word\t\"\ta\"b\n\"\t1\t2\n\"c\"\t3\t4\n");
  CHECK(words(tabs.cols) == Words{"\"", "a\"b"});
  CHECK(words(tabs.rows) == Words{"\"", "\"c\""});
  text.refuses("x,a\n\"b\"c,1\n", ":2: text after a closing quote; write a quote inside a quoted field twice");
  text.refuses("x,a\nb,1\n\"c,1\nd,1\n",
               ":3: a quote is opened and never closed; close it; a field that begins with a quote is written "
               "\"\"\"like this\"");
}

TEST_CASE("the separator may be given") {
  const TextTable text;
  const Source file{.paths = {put(text.path, "a;b,x\nr,1\n")}};
  const LabelledCounts counts = read_table(file, TableLayout::table, Run(), ',');
  CHECK(words(counts.cols) == Words{"x"});
  CHECK(counts.row_name == "a;b");
  expect_error(ErrorCode::data, text.path + ":2: 1 column, expected 2; the header names 1 column",
               [&] { read_table(file, TableLayout::table, Run(), ';'); });
}

TEST_CASE("long layout: a header is told by its third field, equal pairs are all kept, zero keeps its labels") {
  const TextTable text;
  const std::string data = "blue,fair,3\nblue,red,0\ndark,fair,1.5\nblue,fair,2\n";
  for (const bool header : {false, true}) {
    const LabelledCounts counts = text.read((header ? "eye,hair,n\n" : "") + data, TableLayout::long_form);
    CHECK(counts.header == header);
    CHECK(counts.row_name == (header ? "eye" : ""));
    CHECK(counts.col_name == (header ? "hair" : ""));
    CHECK(words(counts.rows) == Words{"blue", "dark"});
    CHECK(words(counts.cols) == Words{"fair", "red"});
    CHECK(counts.entries.size() == 3);
    CHECK(cells(counts) == Cells{{{"blue", "fair"}, 5}, {{"dark", "fair"}, 1.5}});
    CHECK(counts.lines == 4);
  }
}

TEST_CASE("categories: each line counts one") {
  const TextTable text;
  const std::string content = "eye\thair\nblue\tfair\nblue\tfair\ndark\tred\n";
  const LabelledCounts with = text.read(content, TableLayout::categories, true);
  CHECK(cells(with) == Cells{{{"blue", "fair"}, 2}, {{"dark", "red"}, 1}});
  CHECK(with.row_name == "eye");
  CHECK(with.col_name == "hair");
  const LabelledCounts without = text.read(content, TableLayout::categories);
  CHECK(cells(without) == Cells{{{"eye", "hair"}, 1}, {{"blue", "fair"}, 2}, {{"dark", "red"}, 1}});
  CHECK(without.lines == 4);
}

TEST_CASE("compressed input") {
  using namespace std::string_view_literals;
  const TextTable text;
  const auto gzip =
      "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x4b\xd4\x49\xd2\x31\xe4\x4a\xd4\x49\xd6\x31\xe2\x02\x00"
      "\xb3\x16\x9c\xca\x0c\x00\x00\x00"sv;
  CHECK(cells(text.read(gzip, TableLayout::long_form)) == Cells{{{"a", "b"}, 1}, {{"a", "c"}, 2}});
}

TEST_CASE("labels without counts are kept") {
  const LabelledCounts counts = TextTable().read("x,a,b\nr,0,0\ns,1,0\n");
  CHECK(words(counts.rows) == Words{"r", "s"});
  CHECK(words(counts.cols) == Words{"a", "b"});
  CHECK(counts.entries.size() == 1);
}

TEST_CASE("bad tables name the place and the remedy") {
  const TextTable text;
  const std::string number = "; counts are written like 12 or 0.5; write 0 for none";
  text.refuses("x,a,b\nr,1,2\ns,1,two\n", ":3: column \"b\": \"two\" is not a number" + number);
  text.refuses("x,a,b\nr,1,\n", ":2: column \"b\": \"\" is not a number" + number);
  text.refuses("x,a\nr,\"1,234\"\n", ":2: column \"a\": \"1,234\" is not a number" + number);
  for (const std::string bad : {"inf", "nan", "1e999", "0x10", "1 2", "+-1", "--1"})
    text.refuses("x,a\nr," + bad + "\n", ":2: column \"a\": \"" + bad + "\" is not a number" + number);
  text.refuses("x,a\nr," + std::string(100, 'y') + "\n",
               ":2: column \"a\": \"" + std::string(40, 'y') + "...\" is not a number" + number);
  text.refuses("x,a\nr,-1.5\n", ":2: column \"a\": the count -1.5 is negative; counts are 0 or more");
  text.refuses("x,a,b\nr,1,2\ns,1\n", ":3: 2 columns, expected 3; the header names 2 columns");
  text.refuses("x,a,b\nr,1,2\ns,1,2,3\n", ":3: 4 columns, expected 3; the header names 2 columns");
  text.refuses("x,a,b\nr,1,2\nr,3,4\n",
               ":3: the row \"r\" occurs twice; add the rows up, or use the long layout, where equal pairs add up");
  text.refuses("x,a,b,a\nr,1,2,3\n", ":1: the column \"a\" occurs twice; give each column a label of its own");
  text.refuses("x,a,\nr,1,2\n",
               ":1: column 3 has no label; name it; or is there a separator too many at the end of the line?");
  text.refuses("x,a\n,1\n", ":2: the row has no label; write a word for what is missing, as in NA");
  text.refuses("x,a\nr\xE9,1\n", ":2: invalid UTF-8 at byte 2 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8");
  text.refuses("alone\nr\n", ":1: 1 column, expected at least 2; separate columns by tabs, commas or semicolons");
  text.refuses("", ": the file is empty; a table needs a row of counts");
  text.refuses("\n  \n", ": the file is empty; a table needs a row of counts");
  text.refuses("x,a,b\n\n", ": a header and no rows; a table needs a row of counts");
  CHECK_THROWS_AS(read_table({.paths = {text.directory / "absent"}}, TableLayout::table, Run()), Error);
}

TEST_CASE("bad long tables and categories") {
  const TextTable text;
  const TableLayout long_form = TableLayout::long_form, categories = TableLayout::categories;
  text.refuses("a,b,n\n", ": a header and no rows; a table needs a row of counts", long_form);
  text.refuses("a,b,1\nc,d\n", ":2: 2 columns, expected 3; the long layout is: row, column, count", long_form);
  text.refuses("a,b\n", ":1: 2 columns, expected 3; the long layout is: row, column, count", long_form);
  text.refuses("a,b,1\nc,d,-2\n", ":2: column 3: the count -2 is negative; counts are 0 or more", long_form);
  text.refuses("a,b,1\nc,d,x\n",
               ":2: column 3: \"x\" is not a number; counts are written like 12 or 0.5; write 0 for none", long_form);
  text.refuses("a,b,1\n,d,1\n", ":2: the row has no label; write a word for what is missing, as in NA", long_form);
  text.refuses("a,b,1\nc,,1\n", ":2: the column has no label; write a word for what is missing, as in NA", long_form);
  text.refuses("", ": the file is empty; a table needs a row of counts", categories);
  text.refuses("a,b\n", ": a header and no rows; a table needs a row of counts", categories, true);
  text.refuses("a,b,c\n",
               ":1: 3 columns, expected 2; this layout is two categories a line; with counts use the long layout",
               categories);
  text.refuses("a,b\nc,\n", ":2: the column has no label; write a word for what is missing, as in NA", categories);
  expect_error(ErrorCode::usage, "unknown table layout \"wide\"; use table, long or categories",
               [] { parse_table_layout("wide"); });
  CHECK(parse_table_layout("long") == long_form);
  CHECK(parse_table_layout("categories") == categories);
  CHECK(parse_table_layout("table") == TableLayout::table);
}

TEST_CASE("bad lines can be skipped, whole, and are counted; a bad header cannot") {
  const TextTable text;
  const BadLine skip = BadLine::skip;
  const LabelledCounts table = text.read("x,a,b\nr,1,2\ns,5,x\n\"t\"u,1,2\nv,1,-2\nr,7,7\nw\xFF,1,2\nz,3\ny,3,4\n",
                                         TableLayout::table, false, skip);
  CHECK(cells(table) == Cells{{{"r", "a"}, 1}, {{"r", "b"}, 2}, {{"y", "a"}, 3}, {{"y", "b"}, 4}});
  CHECK(words(table.rows) == Words{"r", "y"});
  CHECK(table.skipped == 6);
  CHECK(table.lines == 2);
  const LabelledCounts pairs = text.read("a\nb,c\nd,e,f\ng,h\n", TableLayout::categories, false, skip);
  CHECK(cells(pairs) == Cells{{{"b", "c"}, 1}, {{"g", "h"}, 1}});
  CHECK(pairs.skipped == 2);
  const LabelledCounts cut = text.read("x,a\n\"r\n\xFF\",1\ns,2\n", TableLayout::table, false, skip);
  CHECK(cells(cut) == Cells{{{"s", "a"}, 2}});
  CHECK(cut.skipped == 1);
  for (const char* content : {"x,a,a\nr,1,2\n", "x\xFF,a\nr,1\n", "\"x\"y,a\nr,1\n", "x,a\nr,z\n", "x,a\n\"r,1\n"})
    CHECK_THROWS_AS(text.read(content, TableLayout::table, false, skip), Error);
  // A damaged compressed file ends the reading: it is no bad line.
  CHECK_THROWS_AS(text.read(std::string_view("\x1f\x8b\x08\x00garbage", 11), TableLayout::table, false, skip), Error);
}

TEST_CASE("any labels come back from CSV that follows RFC 4180") {
  CHECK(rc::check("csv", [] {
    static const Words alphabet{"a", "\"", ",", ";", "\n", " ", "\xC3\xA9", "7", "\t", "'"};
    const auto label = [](const std::string& first) {
      std::string text = first;  // labels differ
      for (int i = *rc::gen::inRange(0, 6); i > 0; --i) text += alphabet[*rc::gen::inRange<std::size_t>(0, 10)];
      return text;
    };
    const auto quoted = [](const std::string& text) {
      std::string out = "\"";
      for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
      return out + "\"";
    };
    const int rows = *rc::gen::inRange(1, 5), cols = *rc::gen::inRange(1, 5);
    Words row_labels, col_labels;
    std::string csv = "\"\"";
    for (int j = 0; j < cols; ++j) {
      col_labels.push_back(label(std::to_string(j) + "c"));
      csv.append(",").append(quoted(col_labels.back()));
    }
    Cells expected;
    for (int i = 0; i < rows; ++i) {
      row_labels.push_back(label(std::to_string(i) + "r"));
      csv.append("\n").append(quoted(row_labels.back()));
      for (int j = 0; j < cols; ++j) {
        const int count = *rc::gen::inRange(0, 9);
        csv.append(",").append(std::to_string(count));
        if (count > 0) expected[{row_labels.back(), col_labels[j]}] = count;
      }
    }
    const TextTable text;
    const LabelledCounts counts = read_table({.paths = {put(text.path, csv)}}, TableLayout::table, Run(), ',');
    RC_ASSERT(words(counts.rows) == row_labels);
    RC_ASSERT(words(counts.cols) == col_labels);
    RC_ASSERT(cells(counts) == expected);
  }));
}
