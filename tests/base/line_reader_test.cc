#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "couplet/base/input.h"
#include "tests/base/compress.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& path, std::int64_t max_bytes = 1 << 30) {
  LineReader reader(path, max_bytes);
  Lines lines;
  std::string_view line;
  while (reader.next(line)) {
    lines.emplace_back(line);
    CHECK(reader.line_number() == static_cast<std::int64_t>(lines.size()));
  }
  CHECK_FALSE(reader.next(line));  // and it stays at the end
  return lines;
}

}  // namespace

TEST_CASE("lines end with a newline, a carriage return before it, or the file") {
  const TemporaryDirectory directory;
  const auto read = [&](std::string_view text) { return lines_of(put(directory / "a", text)); };
  CHECK(read("") == Lines{});
  CHECK(read("\n") == Lines{""});
  CHECK(read("one\ntwo\n") == Lines{"one", "two"});
  CHECK(read("one\ntwo") == Lines{"one", "two"});
  CHECK(read("one\r\n\r\ntwo\r\n") == Lines{"one", "", "two"});
  CHECK(read("a\rb\r\r\nc\r") == Lines{"a\rb\r", "c\r"});
  CHECK(read(std::string_view("a\0b\nc", 5)) == Lines{std::string("a\0b", 3), "c"});
}

TEST_CASE("a byte-order mark at the start is dropped, and only there") {
  const TemporaryDirectory directory;
  const auto read = [&](std::string_view text) { return lines_of(put(directory / "a", text)); };
  CHECK(read("\xEF\xBB\xBFone\ntwo\n") == Lines{"one", "two"});
  CHECK(read("\xEF\xBB\xBF\r\ntwo") == Lines{"", "two"});
  CHECK(read("\xEF\xBB\xBF") == Lines{});
  CHECK(read("one\n\xEF\xBB\xBFtwo\n") == Lines{"one", "\xEF\xBB\xBFtwo"});
  CHECK(read("\xEF\xBB\n") == Lines{"\xEF\xBB"});
}

TEST_CASE("lines written are lines read") {
  const TemporaryDirectory directory;
  CHECK(rc::check("split at newlines", [&] {
    const auto words = *rc::gen::container<Lines>(rc::gen::container<std::string>(rc::gen::inRange('a', 'z')));
    std::string text;
    for (const std::string& word : words) text += word + "\n";
    RC_ASSERT(lines_of(put(directory / "a", text)) == words);
    RC_ASSERT(lines_of(put(directory / "a", zstd(text))) == words);
  }));
}

TEST_CASE("lines longer than the buffer, and lines across its end, are whole") {
  const TemporaryDirectory directory;
  Lines lines;
  std::string text;
  for (const std::size_t length : {3u, 262'140u, 1u, 262'144u, 0u, 1'500'000u, 7u}) {
    lines.emplace_back(length, static_cast<char>('a' + lines.size()));
    text += lines.back() + "\r\n";
  }
  CHECK(lines_of(put(directory / "a", text)) == lines);
  CHECK(lines_of(put(directory / "a", gzip(text))) == lines);
}

TEST_CASE("a line over the limit is refused with its place") {
  const TemporaryDirectory directory;
  const std::string path = directory / "a";
  CHECK(lines_of(put(path,
                     "\xEF\xBB\xBF"
                     "1234567890\r\n1234567890\n1234567890"),
                 10)
            .size() == 3);
  for (const char* text : {"one\n12345678901\n", "one\n12345678901\r\n", "one\n12345678901"}) {
    put(path, text);
    expect_error(ErrorCode::data, path + ":2: the line is longer than 10 B; is this text? if it is, raise --memory",
                 [&] { lines_of(path, 10); });
  }
  // Refused as soon as it is clear, not after reading the rest of the file into memory.
  put(path, gzip(std::string(50'000'000, 'x')));
  LineReader reader(path, 1000);
  std::string_view line;
  expect_error(ErrorCode::data, path + ":1: the line is longer than 1000 B; is this text? if it is, raise --memory",
               [&] { reader.next(line); });
  CHECK(reader.input().position() < reader.input().size());
}

TEST_CASE("place() names file and line; damage in the middle is told after the lines before it") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "a", gzip("one\ntwo\n"));
  LineReader reader(path);
  std::string_view line;
  CHECK(reader.next(line));
  CHECK(reader.next(line));
  CHECK(line == "two");
  CHECK(reader.place() == path + ":2");

  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919) + "\n";
  const std::string whole = gzip(text);
  put(path, whole.substr(0, whole.size() / 2));
  LineReader cut(path);
  CHECK(cut.next(line));
  CHECK(line == "0");
  expect_error(ErrorCode::data, path + ": the gzip data ends early; copy or download the file again", [&] {
    while (cut.next(line)) {
    }
  });
}

TEST_CASE("lines that begin in a range of bytes") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "a", "\xEF\xBB\xBFone\r\n\n\xEF\xBB\xBFtwo\nthree");
  const auto read = [&](std::int64_t begin, std::int64_t end) {
    LineReader reader(path, ByteRange{begin, end});
    Lines lines;
    for (std::string_view line; reader.next(line);)
      lines.push_back(reader.place().substr(path.size() + 1) + " " + std::string(line));
    return lines;
  };
  const Lines all = {"1 one", "2 ", "3 \xEF\xBB\xBFtwo", "4 three"};  // they begin at 0, 8, 9 and 16
  CHECK(read(0, 21) == all);
  CHECK(read(0, 8) == Lines{all[0]});
  CHECK(read(8, 9) == Lines{all[1]});
  CHECK(read(9, 16) == Lines{all[2]});
  CHECK(read(1, 17) == Lines{all[1], all[2], all[3]});
  CHECK(read(10, 16).empty());
  CHECK(read(17, 21).empty());
  LineReader last(path, ByteRange{20, 21});
  CHECK(last.lines_before() == 4);
  CHECK(last.ends_file());
  CHECK_FALSE(LineReader(path, ByteRange{9, 16}).ends_file());
  LineReader middle(path, ByteRange{9, 16});
  CHECK(middle.size() == 7);
  std::string_view line;
  while (middle.next(line)) {
  }
  CHECK(middle.position() == 7);
}

TEST_CASE("a line far longer than a range belongs to one range only") {
  const TemporaryDirectory directory;
  const std::string path = put(directory / "a", "x\n" + std::string(1'000'000, 'y') + "\nz\n");
  std::size_t lines = 0;
  for (std::int64_t begin = 0; begin < 1'000'005; begin += 100'000) {
    LineReader reader(path, ByteRange{begin, begin + 100'000}, 2'000'000);
    for (std::string_view line; reader.next(line);) ++lines;
  }
  CHECK(lines == 3);
}
