// Segments read one after the other are the whole, places included.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <sys/stat.h>

#include <filesystem>

#include "couplet/text/corpus_reader.h"
#include "couplet/text/document_reader.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/text_rows.h"
#include "tests/base/compress.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Texts = std::vector<std::string>;

/// Texts with their places.
Texts placed_documents(const Source& source) {
  CorpusReader reader(source);
  Texts all;
  for (std::string text; reader.next(text);) all.push_back(reader.place() + " " + text);
  return all;
}

Texts placed_pairs(const Source& source) {
  PairReader reader(source);
  Texts all;
  for (TextPair pair; reader.next(pair);) all.push_back(reader.place() + " " + pair.left + "|" + pair.right);
  return all;
}

Texts translations_of(const Source& source) {
  DocumentReader reader(source);
  Texts all;
  for (Texts texts; reader.next(texts);) {
    all.emplace_back();
    for (const std::string& text : texts) all.back() += text + "|";
  }
  return all;
}

template <class Read>
Texts joined(Read read, Source source, std::int64_t count) {
  Texts all;
  for (std::int64_t i = 0; i < count; ++i) {
    source.segment = {i, count};
    const Texts part = read(source);
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

/// Some lines of 0 to 6 letters.
Texts some_lines() {
  return *rc::gen::resize(
      12, rc::gen::container<Texts>(rc::gen::resize(6, rc::gen::container<std::string>(rc::gen::inRange('a', 'e')))));
}

/// With line ends of either kind, the last one missing at times.
std::string text_of(const Texts& lines) {
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool last = i + 1 == lines.size() && !lines[i].empty();
    text += lines[i] + *rc::gen::elementOf(last ? Texts{"\n", "\r\n", ""} : Texts{"\n", "\r\n"});
  }
  return text;
}

std::int64_t some_count() { return *rc::gen::inRange(1, 16); }

}  // namespace

TEST_CASE("lines of several files") {
  const TemporaryDirectory directory;
  CHECK(rc::check("segments are the whole", [&] {
    const std::string mark = *rc::gen::elementOf(Texts{"", "\xEF\xBB\xBF"});
    const Source source{.paths = {put(directory / "a", mark + text_of(some_lines())),
                                  put(directory / "b", text_of(some_lines())),
                                  put(directory / "c", text_of(some_lines()))}};
    RC_ASSERT(joined(placed_documents, source, some_count()) == placed_documents(source));
  }));
}

TEST_CASE("pairs of a TSV with and without a header, and of JSON Lines") {
  const TemporaryDirectory directory;
  CHECK(rc::check("segments are the whole", [&] {
    const std::int64_t count = some_count();
    Texts tsv = some_lines();
    for (std::string& line : tsv) line += "\t" + line + "x";
    const Source plain{.paths = {put(directory / "a", text_of(tsv))}};
    RC_ASSERT(joined(placed_pairs, plain, count) == placed_pairs(plain));
    tsv.insert(tsv.begin(), "here\tthere");
    const Source named{.paths = {put(directory / "a", text_of(tsv))}, .columns = "there,here"};
    RC_ASSERT(joined(placed_pairs, named, count) == placed_pairs(named));
    RC_ASSERT(placed_pairs(named).size() + 1 == tsv.size());
    Texts json = some_lines();
    for (std::string& line : json)
      if (!line.empty()) line = "{\"left\":\"" + line + "\",\"right\":\"y\"}";
    const Source objects{.paths = {put(directory / "j", text_of(json))}, .format = "jsonl"};
    RC_ASSERT(joined(placed_pairs, objects, count) == placed_pairs(objects));
    const Source column{.paths = {named.paths[0], named.paths[0]}, .columns = "here"};
    RC_ASSERT(joined(placed_documents, column, count) == placed_documents(column));
  }));
}

TEST_CASE("files whose lines belong together are cut by the first") {
  const TemporaryDirectory directory;
  CHECK(rc::check("segments are the whole", [&] {
    const std::int64_t count = some_count();
    const Texts left = some_lines();
    Texts right;
    for (std::size_t i = 0; i < left.size(); ++i) right.emplace_back(i * 7 % 11 + 1, 'r');
    const Source source{.paths = {put(directory / "l", text_of(left)), put(directory / "r", text_of(right))}};
    RC_ASSERT(joined(placed_pairs, source, count) == placed_pairs(source));
    const Source packed{.paths = {source.paths[0], put(directory / "r.gz", gzip(text_of(right))), source.paths[1]}};
    RC_ASSERT(joined(translations_of, packed, count) == translations_of(packed));
    RC_ASSERT(translations_of(packed).size() == left.size());
  }));
}

TEST_CASE("files of unequal length are found out by the last segment") {
  const TemporaryDirectory directory;
  Source source{.paths = {directory.put("l", "a\nb\nc\nd\n"), directory.put("r", "a\nb\nc\nd\ne\n")}};
  source.segment = {0, 3};
  CHECK(placed_pairs(source).size() == 2);
  source.segment = {2, 3};
  expect_error(ErrorCode::data,
               source.paths[0] + ":5: the file ends here but " + source.paths[1] +
                   " has more lines; line i of one file must belong to line i of the other",
               [&] { placed_pairs(source); });
  std::swap(source.paths[0], source.paths[1]);
  expect_error(ErrorCode::data,
               source.paths[1] + ":5: the file ends here but " + source.paths[0] +
                   " has more lines; line i of one file must belong to line i of the other",
               [&] { placed_pairs(source); });
}

TEST_CASE("what cannot be cut is where its first byte is") {
  const TemporaryDirectory directory;
  const std::string packed = directory.put("a.gz", gzip("a\nb\nc\n")), plain = directory.put("b", "d\ne\n");
  Source one{.paths = {packed}};
  one.segment = {0, 4};
  CHECK(placed_documents(one).size() == 3);
  one.segment = {1, 4};
  CHECK(placed_documents(one).empty());
  const Source both{.paths = {plain, packed, plain}};
  for (const std::int64_t count : {1, 2, 3, 7, 50})
    CHECK(joined(placed_documents, both, count) == placed_documents(both));
  Source table{.paths = {directory.put("t.gz", gzip("l\tr\na\tb\n"))}, .columns = "r,l"};
  CHECK(joined(placed_pairs, table, 3) == placed_pairs(table));
  // A pipe of another segment is not touched: nobody writes into this one.
  Source pipe{.paths = {directory / "pipe"}};
  REQUIRE(mkfifo(pipe.paths[0].c_str(), 0600) == 0);
  pipe.segment = {1, 2};
  CHECK(placed_documents(pipe).empty());
  CHECK(placed_pairs(pipe).empty());
  pipe.paths.push_back(plain);
  CHECK(placed_pairs(pipe).empty());
}

TEST_CASE("whole files, directories and rows are cut by number") {
  const TemporaryDirectory directory;
  Source files{.format = "files"};
  for (const char* name : {"l", "r"}) std::filesystem::create_directory(directory.file(name));
  Texts left, right;
  for (int i = 0; i < 7; ++i) {
    left.push_back(std::string(i, 'x'));
    right.push_back("y" + left.back());
    files.paths.push_back(directory.put("l/" + std::to_string(i), left.back()));
    directory.put("r/" + std::to_string(i), right.back());
  }
  const Source folders{.paths = {directory / "l", directory / "r"}};
  const Source rows = pairs_in_memory(left, right);
  for (const std::int64_t count : {1, 2, 3, 7, 20}) {
    CHECK(joined(placed_documents, files, count) == placed_documents(files));
    CHECK(joined(translations_of, folders, count) == translations_of(folders));
    CHECK(joined(placed_pairs, rows, count) == placed_pairs(rows));
  }
}

TEST_CASE("a segment takes its share") {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i % 10) + "\n";
  Source source{.paths = {directory.put("a", text)}};
  for (int i = 0; i < 4; ++i) {
    source.segment = {i, 4};
    CHECK(placed_documents(source).size() == 250);
    CorpusReader reader(source);
    for (std::string line; reader.next(line);) {
    }
    CHECK(reader.position() == 500);
    CHECK(reader.size() == 500);
  }
  source.segment = {4, 4};
  expect_error(ErrorCode::usage, "segment 4 of 4 segments; they are numbered from 0",
               [&] { placed_documents(source); });
  CHECK(Segment{1, 3}.of(std::int64_t{1} << 62) ==
        std::pair(std::int64_t{1537228672809129302}, std::int64_t{3074457345618258603}));
}
