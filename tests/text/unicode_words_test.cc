#include "couplet/text/unicode_words.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <unicode/brkiter.h>
#include <unicode/ubrk.h>
#include <unicode/unistr.h>

#include <memory>
#include <string>
#include <vector>

#include "couplet/base/random.h"
#include "couplet/text/code_points.h"

using namespace couplet;

namespace {

using Words = std::vector<std::string>;

std::string utf8(char32_t code_point) {
  std::string out;
  return icu::UnicodeString(static_cast<UChar32>(code_point)).toUTF8String(out);
}

Words fast(std::string_view text) {
  static UnicodeWords splitter;
  std::vector<std::string_view> words;
  splitter.split(text, words);
  return {words.begin(), words.end()};
}

Words by_icu(std::string_view text) {
  static UnicodeWords splitter;
  std::vector<std::string_view> words;
  splitter.split_by_icu(text, words);
  return {words.begin(), words.end()};
}

/// Independent of our code: ICU over UTF-16, words that have a letter or digit.
Words by_utf16(const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  const icu::UnicodeString wide = icu::UnicodeString::fromUTF8(text);
  iterator->setText(wide);
  Words words;
  std::int32_t begin = 0;
  for (std::int32_t end = iterator->next(); end != icu::BreakIterator::DONE; begin = end, end = iterator->next()) {
    if (iterator->getRuleStatus() < UBRK_WORD_NONE_LIMIT) continue;
    const icu::UnicodeString piece = wide.tempSubStringBetween(begin, end);
    bool wanted = false;
    for (std::int32_t i = 0; i < piece.length(); i = piece.moveIndex32(i, 1)) {
      const UChar32 c = piece.char32At(i);
      wanted = wanted || u_isUAlphabetic(c) || (U_GET_GC_MASK(c) & U_GC_N_MASK) != 0;
    }
    std::string word;
    if (wanted) words.push_back(piece.toUTF8String(word));
  }
  return words;
}

}  // namespace

TEST_CASE("words of ASCII text") {
  CHECK(fast("") == Words{});
  CHECK(fast(" .,;!? ") == Words{});
  CHECK(fast("The cat's 3.14, o'clock.") == Words{"The", "cat's", "3.14", "o'clock"});
  CHECK(fast("a.b a..b a. .b 1,000,000 1,a a,b 1.a") ==
        Words{"a.b", "a", "b", "a", "b", "1,000,000", "1", "a", "a", "b", "1", "a"});
  CHECK(fast("_ __ snake_case _x 1_2 a_'b") == Words{"snake_case", "_x", "1_2", "a_", "b"});
  CHECK(fast("end.\nnext\r\nline\tx") == Words{"end", "next", "line", "x"});
}

TEST_CASE("words of other scripts") {
  CHECK(fast("¿Qué pasó, señor? L’été «naïve»") == Words{"Qué", "pasó", "señor", "L’été", "naïve"});
  CHECK(fast("Привет, мир! ΟΔΟΣ") == Words{"Привет", "мир", "ΟΔΟΣ"});
  CHECK(fast("私は学生です。") == Words{"私", "は", "学生", "です"});
  CHECK(fast("我喜欢学习") == Words{"我", "喜欢", "学习"});
  CHECK(fast("ภาษาไทยง่าย") == Words{"ภาษา", "ไทย", "ง่าย"});
  CHECK(fast("e\xCC\x81t\xC3\xA9 a\xE2\x80\x8D") == Words{"e\xCC\x81t\xC3\xA9", "a\xE2\x80\x8D"});  // marks stay
  CHECK(fast("smile \xF0\x9F\x98\x80 now") == Words{"smile", "now"});
}

TEST_CASE("ASCII text gives exactly ICU's words") {
  CHECK(rc::check("random ASCII, rich in what rules speak of", [] {
    const std::string rich = "aaabZ0119''..::,,;;__@@\"-  \n\t\r";
    const auto character =
        rc::gen::weightedOneOf<char>({{8, rc::gen::elementOf(rich)}, {1, rc::gen::inRange<char>(0, 127)}});
    const auto text = *rc::gen::container<std::string>(character);
    RC_ASSERT(fast(text) == by_utf16(text));
  }));
}

TEST_CASE("long ASCII text gives exactly ICU's words, whatever falls on the edge of a block") {
  const std::string_view characters = "abcdefgh01234''..,;:__@ -\n";
  Random random(7);
  for (int round = 0; round < 2000; ++round) {
    std::string text;
    for (std::int64_t left = random.below(300); left > 0; --left)
      text.push_back(characters[random.below(static_cast<std::int64_t>(characters.size()))]);
    if (fast(text) != by_icu(text)) CHECK_MESSAGE(fast(text) == by_icu(text), text);
  }
  for (std::size_t length = 1; length < 200; ++length) {
    CHECK(fast(std::string(length, 'a')) == Words{std::string(length, 'a')});
    CHECK(fast(std::string(length, 'a') + "'b") == Words{std::string(length, 'a') + "'b"});
    CHECK(fast(std::string(length, '1') + ",") == Words{std::string(length, '1')});
  }
}

TEST_CASE("any text gives exactly ICU's words") {
  const std::vector<std::string> pieces = {"a",
                                           "b2",
                                           "7",
                                           "'",
                                           ".",
                                           ",",
                                           ":",
                                           "_",
                                           "@",
                                           " ",
                                           " ",
                                           " ",
                                           "\n",
                                           "\r\n",
                                           "é",
                                           "Ж",
                                           "λ",
                                           "’",
                                           "“",
                                           "…",
                                           "·",
                                           "\xC2\xA0",
                                           "ß",
                                           "日",
                                           "本",
                                           "語",
                                           "カ",
                                           "ナ",
                                           "ひら",
                                           "ー",
                                           "ไทย",
                                           "ง่าย",
                                           "한국",
                                           "א",
                                           "\"",
                                           "ب",
                                           "क्षि",
                                           "\xCC\x81",
                                           "\xE2\x80\x8D",
                                           "\xC2\xAD",
                                           "\xE2\x80\x8B",
                                           "😀",
                                           "🇯🇵",
                                           "\xEF\xBC\x9A",
                                           "１",
                                           "Ａ",
                                           "‿",
                                           "①",
                                           "Ⓐ",
                                           "\xE2\x80\xA8"};
  CHECK(rc::check("random pieces of many scripts", [&] {
    const auto parts = *rc::gen::container<Words>(rc::gen::elementOf(pieces));
    std::string text;
    for (const std::string& part : parts) text += part;
    RC_ASSERT(by_icu(text) == by_utf16(text));
    RC_ASSERT(fast(text) == by_utf16(text));
  }));
}

TEST_CASE("every simple character acts by its role as ICU has it") {
  const CodePointTable& table = CodePointTable::get();
  int simple = 0;
  for (char32_t c = 0; c < 0x2100; ++c) {
    if (CodePointTable::role(table[c]) == BreakRole::complex) continue;
    ++simple;
    const std::string x = utf8(c);
    std::string text;
    for (const char* around :
         {"a?a", "1?1", "a?1", "1?a", "_?", "?_", "??", "?a", "a?", "?1", "1?", "?.?", "?,?", "_?.a"}) {
      for (const char* p = around; *p; ++p) *p == '?' ? void(text += x) : text.push_back(*p);
      text += " ";
    }
    CAPTURE(static_cast<unsigned>(c));
    if (fast(text) != by_icu(text)) CHECK(fast(text) == by_icu(text));
  }
  CHECK(simple > 2000);
  CHECK(CodePointTable::role(table[U'é']) == BreakRole::letter);
  CHECK(CodePointTable::role(table[0x0301]) == BreakRole::complex);
  CHECK(CodePointTable::role(table[U'日']) == BreakRole::complex);
}

TEST_CASE("words are appended behind those already there") {
  UnicodeWords splitter;
  std::vector<std::string_view> words = {"before"};
  splitter.split("日本 and", words);
  CHECK(words == std::vector<std::string_view>{"before", "日本", "and"});
}
