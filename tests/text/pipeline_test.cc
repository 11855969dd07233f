#include "couplet/text/pipeline.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

std::vector<std::string> run(std::string_view spec, std::string_view text) {
  Tokeniser tokeniser = TextPipeline::parse(spec).make();
  const auto tokens = tokeniser.tokens(text);
  return {tokens.begin(), tokens.end()};
}
using Tokens = std::vector<std::string>;

const std::string known =
    "; the steps are nfkc, lower, then one of icu, words, penn, space, chars:A-B, then bounds, grams:A-B";

}  // namespace

TEST_CASE("normal form, lower case and ICU words") {
  CHECK(run("nfkc,lower,icu", "Hello, World! It's 3.14.") == Tokens{"hello", "world", "it's", "3.14"});
  CHECK(run("nfkc,lower,icu", "ＡＢＣ　ﬁne ①②") == Tokens{"abc", "fine", "12"});
  CHECK(run("icu", "ＡＢＣ ﬁne") == Tokens{"ＡＢＣ", "ﬁne"});
  CHECK(run("lower,icu", "ΟΔΟΣ ÉTÉ İ") == Tokens{"οδος", "été", "i\xCC\x87"});
  CHECK(run("nfkc,icu", "e\xCC\x81t\xC3\xA9") == Tokens{"\xC3\xA9t\xC3\xA9"});
  CHECK(run("nfkc,lower,icu", "私は学生です") == Tokens{"私", "は", "学生", "です"});
  CHECK(run("nfkc,lower,icu", "สวัสดีครับ") == Tokens{"สวัสดี", "ครับ"});
  CHECK(run("nfkc,lower,icu", "") == Tokens{});
  CHECK(run("nfkc,lower,icu", "?!") == Tokens{});
}

TEST_CASE("word characters and white space") {
  CHECK(run("words", "It's 3.14, snake_case!") == Tokens{"It", "s", "3", "14", "snake_case"});
  CHECK(run("words", "naïve—Привет 日本語 e\xCC\x81") == Tokens{"naïve", "Привет", "日本語", "e\xCC\x81"});
  CHECK(run("lower,words", "ÀB cd") == Tokens{"àb", "cd"});
  CHECK(run("space", " It's\t3.14,\r\nx\xC2\xA0y　z ") == Tokens{"It's", "3.14,", "x", "y", "z"});
  CHECK(run("space", "   ") == Tokens{});
}

TEST_CASE("character n-grams") {
  CHECK(run("chars:2-3", "ab") == Tokens{"▁a", "▁ab", "ab", "ab▁", "b▁"});
  CHECK(run("chars:1-1", "ab c") == Tokens{"a", "b", "c"});
  CHECK(run("chars:3", "né x") == Tokens{"▁né", "né▁", "▁x▁"});
  CHECK(run("chars:5-6", "ab wxyz") == Tokens{"▁ab▁", "▁wxyz", "▁wxyz▁", "wxyz▁"});  // a short word once, whole
  CHECK(run("lower,chars:2-2", "É") == Tokens{"▁é", "é▁"});
  CHECK(run("chars:1-3", " \n") == Tokens{});
}

TEST_CASE("word n-grams") {
  CHECK(run("space,grams:1-2", "a  b\tc") == Tokens{"a", "a b", "b", "b c", "c"});
  CHECK(run("nfkc,lower,icu,grams:2-3", "One, two; three!") == Tokens{"one two", "one two three", "two three"});
  CHECK(run("space,grams:3-3", "a b") == Tokens{});
  CHECK(run("space,grams:1-1", "a b") == Tokens{"a", "b"});
}

TEST_CASE("a tokeniser can be used again, moved, and does not keep the text") {
  Tokeniser first = TextPipeline::parse("lower,icu").make();
  CHECK(first.tokens("One two three").size() == 3);
  Tokeniser second = std::move(first);
  std::string text = "Four five";
  const auto tokens = second.tokens(text);
  text.assign(text.size(), 'x');
  CHECK(tokens.size() == 2);
  CHECK(tokens[0] == "four");
  CHECK(second.tokens("").empty());
}

TEST_CASE("a long text needs no special care") {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += i % 1000 == 0 ? "Été " : "abc ";
  const Tokens tokens = run("nfkc,lower,icu", text);
  CHECK(tokens.size() == 100'000);
  CHECK(tokens[1000] == "été");
  CHECK(tokens[1001] == "abc");
}

TEST_CASE("the canonical spelling") {
  const auto spelled = [](std::string_view spec) { return TextPipeline::parse(spec).spec(); };
  CHECK(spelled("nfkc,lower,icu") == "nfkc,lower,icu");
  CHECK(spelled(" lower , words ") == "lower,words");
  CHECK(spelled("chars:3") == "chars:3-3");
  CHECK(spelled("space,grams:1-1") == "space");
  CHECK(spelled("nfkc,chars:2-4,grams:1-2") == "nfkc,chars:2-4,grams:1-2");
  CHECK(spelled(spelled("space,grams:2")) == "space,grams:2-2");
  CHECK(TextPipeline().spec() == "icu");
}

TEST_CASE("bad pipelines") {
  const auto refuse = [](const std::string& spec, const std::string& problem) {
    expect_error(ErrorCode::usage, "pipeline \"" + spec + "\": " + problem + known, [&] { TextPipeline::parse(spec); });
  };
  refuse("", "unknown step \"\"");
  refuse("nfkc,lowr,icu", "unknown step \"lowr\"");
  refuse("icu:2", "unknown step \"icu:2\"");
  refuse("nfkc,lower", "no step that makes tokens");
  refuse("lower,nfkc,icu", "step \"nfkc\" comes too late or twice");
  refuse("icu,words", "step \"words\" comes too late or twice");
  refuse("icu,lower", "step \"lower\" comes too late or twice");
  refuse("grams:1-2,icu", "step \"grams:1-2\" comes before there are tokens");
  for (const std::string step : {"chars", "chars:", "chars:0-2", "chars:3-2", "chars:2-101", "chars:2-x", "chars:-2",
                                 "chars:1-2-3", "chars:99999999999"})
    refuse(step, "step \"" + step + "\" needs a range within 1-100, as in chars:2-4");
  refuse("icu,grams", "step \"grams\" needs a range within 1-100, as in grams:2-4");
}
