#include "couplet/text/corpus_reader.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"
#include "tests/text/read_all.h"

using namespace couplet;

namespace {

using Texts = std::vector<std::string>;

struct Result {
  Texts texts, places;
  std::int64_t skipped = 0, position = 0;
};

Result read_all(const Source& files) {
  CorpusReader reader(files);
  Result result;
  std::string text;
  while (reader.next(text)) {
    result.texts.push_back(text);
    result.places.push_back(reader.place());
  }
  result.skipped = reader.skipped();
  result.position = reader.position();
  return result;
}

Source corpus(Texts paths, const std::string& format = "auto", const std::string& column = "") {
  Source files;
  files.paths = std::move(paths);
  files.format = format;
  files.columns = column;
  return files;
}

}  // namespace

TEST_CASE("a text a line of several files") {
  TemporaryDirectory directory;
  const std::string a = put(directory / "a.txt", "\xEF\xBB\xBFone\r\n\ntwo\tx"), empty = put(directory / "e.txt", ""),
                    b = put(directory / "b.txt", "{three}\n");
  const Result result = read_all(corpus({a, empty, b}));
  CHECK(result.texts == Texts{"one", "", "two\tx", "{three}"});
  CHECK(result.places == Texts{a + ":1", a + ":2", a + ":3", b + ":1"});
  CHECK(result.position == 22);
}

TEST_CASE("a column or a key") {
  TemporaryDirectory directory;
  const std::string tsv = put(directory / "a.tsv", "id\ttext\n1\tx y\n2\tz\textra\n"),
                    json = put(directory / "b.jsonl", "{\"text\":\"j\",\"body\":\"k\"}\n");
  CHECK(read_all(corpus({tsv, json}, "auto", "text")).texts == Texts{"x y", "z", "j"});
  Source data = corpus({tsv}, "auto", "2");
  expect_error(
      ErrorCode::data,
      tsv + ":1: looks like a header: id, text; say --header if it names the columns, --no-header if it is data",
      [&] { read_all(data); });
  data.no_header = true;
  CHECK(read_all(data).texts == Texts{"text", "x y", "z"});
  data = corpus({tsv}, "tsv");
  data.no_header = true;
  CHECK(read_all(data).texts == Texts{"id", "1", "2"});
  Source lines = corpus({tsv}, "lines");
  lines.header = true;
  expect_error(ErrorCode::usage,
               "--header: lines of text have no header; it is for a TSV: choose a column with --columns",
               [&] { read_all(lines); });
  CHECK(read_all(corpus({json}, "jsonl")).texts == Texts{"j"});
  CHECK(read_all(corpus({json}, "jsonl", "body")).texts == Texts{"k"});
  Source header = corpus({tsv}, "tsv", "2");
  header.header = true;
  CHECK(read_all(header).texts == Texts{"x y", "z"});
}

TEST_CASE("whole files") {
  TemporaryDirectory directory;
  const std::string big(200'000, 'x');
  const std::string a = put(directory / "a", "\xEF\xBB\xBFone\ntwo\n"), b = put(directory / "b", ""),
                    c = put(directory / "c", big);
  const Result result = read_all(corpus({a, b, c}, "files"));
  CHECK(result.texts == Texts{"one\ntwo\n", "", big});
  CHECK(result.places == Texts{a, b, c});
}

TEST_CASE("bad texts of a corpus") {
  TemporaryDirectory directory;
  const std::string path = put(directory / "a.txt",
                               "good\nb\xE4"
                               "d\nmore\n");
  for (const std::string format : {"lines", "tsv"}) {
    Source files = corpus({path, path}, format);
    expect_error(ErrorCode::data, path + ":2: invalid UTF-8 at byte 2 (0xE4)" + iconv_hint, [&] { read_all(files); });
    files.on_bad_line = BadLine::skip;
    const Result result = read_all(files);
    CHECK(result.texts == Texts{"good", "more", "good", "more"});
    CHECK(result.skipped == 2);
  }
  Source whole = corpus({path, put(directory / "b.txt", "fine")}, "files");
  expect_error(ErrorCode::data, path + ": invalid UTF-8 at byte 7 (0xE4)" + iconv_hint, [&] { read_all(whole); });
  whole.on_bad_line = BadLine::skip;
  CHECK(read_all(whole).texts == Texts{"fine"});
  CHECK(read_all(whole).skipped == 1);
  expect_error(ErrorCode::data, path + ":1: 1 column, expected at least 2; the columns wanted are 2",
               [&] { read_all(corpus({path}, "tsv", "2")); });
}

TEST_CASE("bad corpus options") {
  const auto refuse = [](const Source& files, const std::string& text) {
    expect_error(ErrorCode::usage, text, [&] { CorpusReader reader(files); });
  };
  refuse(corpus({}), "no files of documents; name at least one");
  refuse(corpus({"x"}, "csv"), "--format: unknown format \"csv\"; use auto, lines, tsv, jsonl or files");
  refuse(corpus({"x"}, "lines", "1"), "--columns: the format \"lines\" has no columns; use tsv or jsonl");
  refuse(corpus({"x"}, "tsv", "1,2"), "--columns: \"1,2\" names several columns, expected one");
}
