#include "couplet/text/utf8.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("well-formed text passes") {
  for (const std::string text :
       {"", "abc", "\xC3\xA9", "\xE6\x97\xA5\xE6\x9C\xAC", "\xF0\x9F\x98\x80", "\xF4\x8F\xBF\xBF"}) {
    CHECK(is_utf8(text));
    CHECK(first_bad_byte(text) == text.size());
    CHECK_NOTHROW(require_utf8(text, "x"));
  }
}

TEST_CASE("the place of the first bad byte") {
  const std::vector<std::pair<std::string, std::size_t>> cases = {
      {"abc\xE9", 3},           // Latin-1 at the end
      {"caf\xE9 au lait", 3},   // Latin-1 before ASCII
      {"\xC3\xA9\x80", 2},      // a continuation byte on its own
      {"\xC0\xAF", 0},          // overlong
      {"a\xE0\x9F\xBF", 1},     // overlong, three bytes
      {"ab\xED\xA0\x80", 2},    // a surrogate
      {"\xF4\x90\x80\x80", 0},  // above U+10FFFF
      {"\xF0\x8F\xBF\xBF", 0},  // overlong, four bytes
      {"\xF0\x9F\x98", 0},      // cut off
      {"a\xF0\x9F\x98z", 1},    // cut off by another character
      {"\xE6\x97\xA5\xFF", 3},  // never a byte of UTF-8
  };
  for (const auto& [text, position] : cases) {
    const std::size_t bad = position;
    CAPTURE(bad);
    CHECK_FALSE(is_utf8(text));
    CHECK(first_bad_byte(text) == bad);
  }
}

TEST_CASE("the scan and simdjson agree on any bytes") {
  CHECK(rc::check("valid exactly when no bad byte is found", [] {
    // Bytes that begin, continue and break sequences, often.
    const auto byte =
        rc::gen::elementOf(std::string("a\x80\x8F\x90\x9F\xA0\xBF\xC0\xC2\xDF\xE0\xED\xEF\xF0\xF4\xF5\xFF"));
    const auto text = *rc::gen::container<std::string>(byte);
    RC_ASSERT(is_utf8(text) == (first_bad_byte(text) == text.size()));
    RC_ASSERT(is_utf8(text.substr(0, first_bad_byte(text))));
  }));
}

TEST_CASE("the error names byte and remedy") {
  expect_error(ErrorCode::data,
               "train.tsv:41: invalid UTF-8 at byte 17 (0xE9); convert it, e.g. with iconv -f latin1 -t utf8",
               [] { require_utf8("sixteen letters \xE9", "train.tsv:41"); });
}

TEST_CASE("decoding") {
  const std::string text = "a\xC3\xA9\xE6\x97\xA5\xF0\x9F\x98\x80";
  std::vector<char32_t> points;
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at]))
    points.push_back(code_point_at(&text[at]));
  CHECK(points == std::vector<char32_t>{U'a', 0xE9, 0x65E5, 0x1F600});
  CHECK(is_ascii("plain\x7F"));
  CHECK_FALSE(is_ascii(text));
}
