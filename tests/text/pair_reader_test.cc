#include "couplet/text/pair_reader.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/text/read_all.h"

using namespace couplet;

namespace {

Source tsv(const std::string& path, const std::string& columns = "", bool header = false) {
  Source files;
  files.paths = {path};
  files.columns = columns;
  files.header = header;
  return files;
}

}  // namespace

TEST_CASE("two columns of a TSV, with byte-order mark, CRLF and no last line end") {
  TemporaryDirectory directory;
  PairReader reader(tsv(put(directory / "a.tsv", "\xEF\xBB\xBFhello\thow are you\r\nété\t\r\n日本\tx")));
  TextPair pair;
  REQUIRE(reader.next(pair));
  CHECK(pair.left == "hello");
  CHECK(pair.right == "how are you");
  CHECK(reader.place() == directory / "a.tsv:1");
  REQUIRE(reader.next(pair));
  CHECK(pair.left == "été");
  CHECK(pair.right.empty());
  CHECK(reader.place() == directory / "a.tsv:2");
  REQUIRE(reader.next(pair));
  CHECK(pair.right == "x");
  CHECK_FALSE(reader.next(pair));
  CHECK(reader.skipped() == 0);
  CHECK(reader.position() == reader.size());
  CHECK(reader.size() == 38);
}

TEST_CASE("columns by number and by header name") {
  TemporaryDirectory directory;
  const std::string path = put(directory / "a.tsv", "id\tcontext\tresponse\n7\thi\tho\n8\ta\tb\tmore\n");
  Source data = tsv(path, "2,3");
  expect_error(ErrorCode::data,
               path +
                   ":1: looks like a header: id, context, response; say --header if it names the "
                   "columns, --no-header if it is data",
               [&] { pairs_of(data); });
  data.no_header = true;
  CHECK(pairs_of(data) == Pairs{{"context", "response"}, {"hi", "ho"}, {"a", "b"}});
  CHECK(pairs_of(tsv(path, "3,2", true)) == Pairs{{"ho", "hi"}, {"b", "a"}});
  CHECK(pairs_of(tsv(path, "response,context,id")) == Pairs{{"ho", "hi", "7"}, {"b", "a", "8"}});
  expect_error(ErrorCode::usage,
               path +
                   ":1: 3 columns could be the texts: id, context, response; say which with "
                   "--columns, like --columns 1,2",
               [&] { pairs_of(tsv(path, "", true)); });
  expect_error(ErrorCode::data, path + ":1: no column \"reply\" in the header; the header has id, context, response",
               [&] { PairReader reader(tsv(path, "context,reply")); });
}

TEST_CASE("wrong column counts") {
  TemporaryDirectory directory;
  const std::string three = put(directory / "three.tsv", "a\tb\nc\td\te\n");
  expect_error(ErrorCode::data, three + ":2: 3 columns, expected 2; use --columns 1,2", [&] { pairs_of(tsv(three)); });
  const std::string first = put(directory / "first.tsv", "id\tleft\tright\n1\ta\tb\n");
  expect_error(ErrorCode::data,
               first + ":1: 3 columns, expected 2; use --columns 1,2, with --header if this line names the columns",
               [&] { pairs_of(tsv(first)); });
  const std::string blank = put(directory / "blank.tsv", "a\tb\n\nc\td\n");
  expect_error(ErrorCode::data,
               blank + ":2: an empty line; remove it, or leave out what cannot be read with --on-bad-line skip",
               [&] { pairs_of(tsv(blank)); });
  const std::string one = put(directory / "one.tsv", "a\tb\nc\n");
  expect_error(ErrorCode::data, one + ":2: 1 column, expected 2; separate columns by a tab",
               [&] { pairs_of(tsv(one)); });
  expect_error(ErrorCode::data, one + ":1: 2 columns, expected at least 3; the columns wanted are 1,3",
               [&] { pairs_of(tsv(one, "1,3")); });
  Source files = tsv(three);
  files.on_bad_line = BadLine::skip;
  PairReader reader(files);
  CHECK(pairs_of(reader) == Pairs{{"a", "b"}});
  CHECK(reader.skipped() == 1);
}

TEST_CASE("bad options") {
  TemporaryDirectory directory;
  const std::string path = put(directory / "a.tsv", "a\tb\n");
  const auto refuse = [](const Source& files, const std::string& text) {
    expect_error(ErrorCode::usage, text, [&] { PairReader reader(files); });
  };
  refuse(tsv(path, "0,1"), "--columns: 0 is no column; columns are numbered from 1 to 1000000");
  refuse(tsv(path, "1,99999999999999999999"),
         "--columns: 99999999999999999999 is no column; columns are numbered from 1 to 1000000");
  refuse(tsv(path, "1,"), "--columns: an empty column name; write numbers or names as in 1,2");
  refuse(tsv(path, "2"), "--columns: \"2\" names one column, expected two; use --columns 1,2");
  Source files = tsv(path);
  files.format = "csv";
  refuse(files, "--format: unknown format \"csv\"; use auto, tsv or jsonl");
  refuse(Source{}, "0 files of pairs, expected one or two; give one file with both texts in each line, or two files");
  files = Source{};
  files.paths = {path, path};
  files.columns = "1,2";
  refuse(files, "--columns: two files have no columns; it is for one file with both texts in each line");
  files = Source{};
  files.paths = {"-", "-"};
  refuse(files, "-: standard input cannot be both files; give one of them by name");
  CHECK_THROWS_AS(PairReader(tsv(directory / "missing.tsv")), Error);
}

TEST_CASE("two files line by line") {
  TemporaryDirectory directory;
  Source files;
  files.paths = {put(directory / "a.txt", "one\ttab\ntwo\n"), put(directory / "b.txt", "uno\r\ndos")};
  PairReader reader(files);
  CHECK(pairs_of(reader) == Pairs{{"one\ttab", "uno"}, {"two", "dos"}});
  CHECK(reader.place() == directory / "a.txt:2");
  CHECK(reader.size() == 20);
}

TEST_CASE("two files of unequal length") {
  TemporaryDirectory directory;
  std::string lines;
  for (int i = 0; i < 1000; ++i) lines += "x\n";
  const std::string shorter = put(directory / "b.txt", lines), longer = put(directory / "a.txt", lines + "y\n");
  Source files;
  files.on_bad_line = BadLine::skip;  // no help against this
  const std::string text = shorter + ":1001: the file ends here but " + longer +
                           " has more lines; line i of one file must belong to line i of the other";
  files.paths = {longer, shorter};
  expect_error(ErrorCode::data, text, [&] { pairs_of(files); });
  files.paths = {shorter, longer};
  expect_error(ErrorCode::data, text, [&] { pairs_of(files); });
}

TEST_CASE("invalid UTF-8 has a place") {
  TemporaryDirectory directory;
  const std::string path = put(directory / "a.tsv", "a\tb\ncaf\xE9\tx\nc\td\n");
  expect_error(ErrorCode::data, path + ":2: invalid UTF-8 at byte 4 (0xE9)" + iconv_hint, [&] { pairs_of(tsv(path)); });
  Source files = tsv(path);
  files.on_bad_line = BadLine::skip;
  PairReader reader(files);
  CHECK(pairs_of(reader) == Pairs{{"a", "b"}, {"c", "d"}});
  CHECK(reader.skipped() == 1);

  files = Source{};
  files.paths = {put(directory / "l.txt", "a\nb\n"), put(directory / "r.txt", "a\nb\xFF\n")};
  expect_error(ErrorCode::data, files.paths[1] + ":2: invalid UTF-8 at byte 2 (0xFF)" + iconv_hint,
               [&] { pairs_of(files); });
  files.on_bad_line = BadLine::skip;
  PairReader both(files);
  CHECK(pairs_of(both) == Pairs{{"a", "a"}});
  CHECK(both.skipped() == 1);

  const std::string header = put(directory / "h.tsv", "l\xE9\tr\na\tb\n");
  expect_error(ErrorCode::data, header + ":1: invalid UTF-8 at byte 2 (0xE9)" + iconv_hint,
               [&] { pairs_of(tsv(header, "l,r")); });
}

TEST_CASE("JSON Lines") {
  TemporaryDirectory directory;
  const std::string path = put(directory / "a.jsonl",
                               "{\"left\": \"a\\tb\\u00e9\", \"right\": \"日本\", \"n\": 3, \"ok\": true}\n"
                               "\n"
                               "{\"right\":\"\", \"left\":\"x\", \"n\": 2.5, \"ok\": false}\r\n");
  CHECK(pairs_of(tsv(path)) == Pairs{{"a\tbé", "日本"}, {"x", ""}});
  CHECK(pairs_of(tsv(path, "right,left,n,ok")) == Pairs{{"日本", "a\tbé", "3", "true"}, {"", "x", "2.5", "false"}});
  Source files = tsv(path);
  files.format = "tsv";
  expect_error(ErrorCode::data, path + ":1: 1 column, expected 2; separate columns by a tab", [&] { pairs_of(files); });
}

TEST_CASE("broken JSON Lines") {
  TemporaryDirectory directory;
  const std::string start = "{\"left\":\"a\",\"right\":\"b\"}\n";
  const auto refuse = [&](const std::string& line, const std::string& problem) {
    const std::string path = put(directory / "bad.jsonl", start + line + "\n" + start);
    expect_error(ErrorCode::data, path + ":2: " + problem, [&] { pairs_of(tsv(path)); });
    Source files = tsv(path);
    files.on_bad_line = BadLine::skip;
    PairReader reader(files);
    CHECK(pairs_of(reader) == Pairs{{"a", "b"}, {"a", "b"}});
    CHECK(reader.skipped() == 1);
  };
  const std::string value_remedy =
      "; give a string, a number, true or false, or leave such lines out with --on-bad-line skip";
  const std::string broken = "broken JSON; each line must be one JSON object";
  refuse("{\"left\":\"a\",", broken);
  refuse("{\"left\":\"a\",\"right\":\"b\"} {}", broken);
  refuse("{\"left\":\"\\ud800\",\"right\":\"b\"}", broken);
  refuse("plain text", broken);
  refuse("[1,2]", "not a JSON object; each line must be one JSON object");
  refuse("{\"left\":\"a\",\"answer\":\"b\"}",
         "no key \"right\"; the object has left, answer; name keys with --columns");
  refuse("{}", "no key \"left\"; the object has no keys");
  refuse("{\"left\":null,\"right\":\"b\"}", "the value of \"left\" is null" + value_remedy);
  refuse("{\"left\":\"a\",\"right\":[\"b\"]}",
         "the value of \"right\" is a list or an object, not a text" + value_remedy);
  refuse("{\"left\":\"caf\xE9\",\"right\":\"b\"}", "invalid UTF-8 at byte 13 (0xE9)" + iconv_hint);
}

TEST_CASE("empty files give no pair") {
  TemporaryDirectory directory;
  const std::string empty = put(directory / "empty", ""), header = put(directory / "header", "a\tb\n");
  CHECK(pairs_of(tsv(empty)) == Pairs{});
  CHECK(pairs_of(tsv(empty, "a,b")) == Pairs{});
  CHECK(pairs_of(tsv(header, "a,b")) == Pairs{});
  Source files;
  files.paths = {empty, empty};
  CHECK(pairs_of(files) == Pairs{});
}

TEST_CASE("lines as they stand in the file") {
  TemporaryDirectory directory;
  PairReader reader(tsv(put(directory / "a.tsv", "id\tl\tr\n1\ta\tb\r\n"), "r,l"));
  CHECK(reader.header_line() == "id\tl\tr");
  TextPair pair;
  REQUIRE(reader.next(pair));
  CHECK(reader.line() == "1\ta\tb");

  PairReader plain(tsv(put(directory / "b.tsv", "x\ty\nz\tw\n")));
  CHECK(plain.header_line().empty());
  REQUIRE(plain.next(pair));
  CHECK(plain.line() == "x\ty");  // the line that was read ahead
  REQUIRE(plain.next(pair));
  CHECK(plain.line() == "z\tw");

  Source files;
  files.paths = {put(directory / "l.txt", "one\n"), put(directory / "r.txt", "uno\n")};
  PairReader both(files);
  REQUIRE(both.next(pair));
  CHECK(both.line() == "one\tuno");
}

TEST_CASE("further columns: the texts are what is left, when that is two; a choice among more is refused") {
  TemporaryDirectory directory;
  const auto read = [](const std::string& path, const std::string& columns, std::vector<std::string> further) {
    Source files = tsv(path, columns);
    files.further = std::move(further);
    return pairs_of(files);
  };
  const std::string three = put(directory / "3.tsv", "1\ta b\tc d\n0\te f\tg h\n");
  CHECK(read(three, "", {"1"}) == Pairs{{"a b", "c d", "1"}, {"e f", "g h", "0"}});
  CHECK(read(three, "3,2", {"1"}) == Pairs{{"c d", "a b", "1"}, {"g h", "e f", "0"}});
  const std::string five = put(directory / "5.tsv", "id\tgenre\ts1\ts2\tquality\n7\tnews\ta b\tc d\t1\n");
  expect_error(ErrorCode::usage,
               five +
                   ":1: 4 columns could be the texts: id, genre, s1, s2; say which with --columns, "
                   "like --columns 1,2",
               [&] { read(five, "", {"quality"}); });
  CHECK(read(five, "3,4", {"quality"}) == Pairs{{"a b", "c d", "1"}});
  expect_error(ErrorCode::usage,
               "--columns: \"1,3,4\" names 3 columns, expected 2; name the texts' columns; other "
               "options name the others",
               [&] { read(five, "1,3,4", {"quality"}); });
  const std::string known = put(directory / "known.tsv", "id\tleft\tright\tlabel\n7\ta\tb\t1\n");
  CHECK(read(known, "", {"label"}) == Pairs{{"a", "b", "1"}});
  const std::string json = put(directory / "a.jsonl", R"({"left":"a","right":"b","label":1,"id":7})");
  CHECK(read(json, "", {"label"}) == Pairs{{"a", "b", "1"}});
}
