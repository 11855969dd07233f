#include "couplet/methods/language/language_text.h"

#include <doctest/doctest.h>

#include "tests/base/threads.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

/// The sentences of a text as words again, separated by '/'.
std::string sentences_of(const std::string& content, std::map<std::string, std::string> given) {
  const TemporaryDirectory place;
  const std::vector<Parameter> schema = language_parameters();
  Source data;
  data.paths = {put(place / "text", content)};
  LanguageText text = LanguageText::read(data, Parameters::resolve(schema, given), Run());
  std::string result;
  for (const std::int32_t number : all_numbers(text))
    result += number == sentence_end ? "/" : std::string(text.words().word(number)) + " ";
  return result;
}

}  // namespace

TEST_CASE("a line is a sentence, and empty lines are none") { CHECK(sentences_of("A b.\n\nc", {}) == "a b . /c /"); }

TEST_CASE("lines are split after final marks, with what closes there, but not after abbreviations") {
  const std::map<std::string, std::string> split{{"sentences", "split"}};
  CHECK(sentences_of("He went. Did she? No!", split) == "he went . /did she ? /no ! /");
  CHECK(sentences_of("\"I go.\" \"You?\" said Mr. Brown.", split) == "\" i go . \" /\" you ? \" /said mr . brown . /");
  CHECK(sentences_of("Well... (he left.) So.", split) == "well ... ( he left . ) /so . /");
  CHECK(sentences_of("What?! Oh", split) == "what ? ! /oh /");
}

TEST_CASE("rare words and the words of the format itself become <unk>") {
  CHECK(sentences_of("a a b <unk>\na c\n", {{"min-count", "2"}, {"text", "space"}}) == "a a <unk> <unk> /a <unk> /");
  CHECK(sentences_of("a <s> </s> b\n", {{"text", "space"}}) == "a <unk> <unk> b /");
  CHECK(sentences_of("a a b b c\n", {{"max-vocabulary", "1"}}) == "a a <unk> <unk> <unk> /");
}

TEST_CASE("words of questions stay, and sentences without a word of their options go") {
  const TemporaryDirectory place;
  const std::string asked = put(place / "q.tsv", "1\tthe rare ___ .\tship\twave\n");
  const std::string text = "a a a ship rare\nb b wave b odd\na b a c c\nship a\n";
  CHECK(sentences_of(text, {{"min-count", "3"}}) ==
        "a a a <unk> <unk> /b b <unk> b <unk> /a b a <unk> <unk> /<unk> a /");
  CHECK(sentences_of(text, {{"min-count", "3"}, {"questions", asked}}) ==
        "a a a ship rare /b b wave b <unk> /a b a <unk> <unk> /ship a /");
  CHECK(sentences_of(text, {{"relevant", asked}}) == "a a a ship rare /b b wave b odd /ship a /");
}

TEST_CASE("counts and a fixed vocabulary") {
  const TemporaryDirectory place;
  const std::vector<Parameter> schema = language_parameters();
  Source data;
  data.paths = {put(place / "text", "a b a\nc a\n")};
  const LanguageText first = LanguageText::read(data, Parameters::resolve(schema, {}), Run());
  CHECK(first.tokens() == 5);
  CHECK(first.counts()[first.words().find("a")] == 3);
  data.paths = {put(place / "other", "a d d\n")};
  LanguageText other = LanguageText::read(data, Parameters::resolve(schema, {}), Run(), &first.words());
  CHECK(other.unknown_tokens() == 2);
  CHECK(other.unknown_types() == 1);
  CHECK(all_numbers(other) == std::vector<std::int32_t>{static_cast<std::int32_t>(first.words().find("a")),
                                                        unknown_word, unknown_word, sentence_end});
}
