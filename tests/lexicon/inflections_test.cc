#include "couplet/lexicon/inflections.h"

#include <doctest/doctest.h>

#include <set>

#include "couplet/lexicon/stemmer.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using namespace couplet::test;

namespace {

using Forms = std::vector<std::string>;

const std::set<std::string, std::less<>> words{"dish",  "box",  "boxful", "woman", "lady", "love",
                                               "loves", "axe",  "axis",   "ax",    "stop", "hope",
                                               "fine",  "fast", "bus",    "glass", "be",   "a"};

bool known(std::string_view word) { return words.contains(word); }

}  // namespace

TEST_CASE("rules of detachment, those that lead to a known word") {
  const Inflections none;
  using enum PartOfSpeech;
  CHECK(none.base_forms("dishes", noun, known) == Forms{"dish"});
  CHECK(none.base_forms("ladies", noun, known) == Forms{"lady"});
  CHECK(none.base_forms("women", noun, known) == Forms{"woman"});
  CHECK(none.base_forms("buses", noun, known) == Forms{"bus"});
  CHECK(none.base_forms("boxesful", noun, known) == Forms{"boxful"});
  CHECK(none.base_forms("glass", noun, known).empty());
  CHECK(none.base_forms("loving", verb, known) == Forms{"love"});
  CHECK(none.base_forms("loved", verb, known) == Forms{"love"});
  CHECK(none.base_forms("finer", adjective, known) == Forms{"fine"});
  CHECK(none.base_forms("fastest", adjective, known) == Forms{"fast"});
  CHECK(none.base_forms("faster", adverb, known).empty());
  CHECK(none.base_forms("unknowns", noun, known).empty());
  CHECK(none.base_forms("s", noun, known).empty());
  CHECK(none.base_forms("as", noun, known).empty());  // two letters have no plural
}

TEST_CASE("exceptions come before the rules, and may have several bases") {
  Inflections inflections;
  inflections.add(PartOfSpeech::noun, "axes", "axis");
  inflections.add(PartOfSpeech::noun, "axes", "ax");
  inflections.add(PartOfSpeech::noun, "axes", "ax");
  inflections.add(PartOfSpeech::verb, "was", "be");
  CHECK(inflections.base_forms("axes", PartOfSpeech::noun, known) == Forms{"axis", "ax"});
  CHECK(inflections.base_forms("axes", PartOfSpeech::verb, known) == Forms{"axe", "ax"});
  CHECK(inflections.base_forms("was", PartOfSpeech::verb, known) == Forms{"be"});
  CHECK(inflections.base_forms("was", PartOfSpeech::noun, known).empty());
}

TEST_CASE("the text form gives back the same, and bad text is refused") {
  Inflections inflections;
  inflections.add(PartOfSpeech::verb, "was", "be");
  inflections.add(PartOfSpeech::noun, "axes", "ax");
  inflections.add(PartOfSpeech::noun, "oxen", "ox");
  CHECK(inflections.text() == "n\taxes\tax\nn\toxen\tox\nv\twas\tbe\n");
  const auto all = [](std::string_view) { return true; };
  CHECK(Inflections::from_text(inflections.text(), all).text() == inflections.text());
  CHECK(Inflections::from_text(inflections.text(), known).text() == "n\taxes\tax\nv\twas\tbe\n");
  for (const char* bad : {"x\ta\tb\n", "n\ta\tb", "n\t\tb\n", "n\ta\t\n", "n\ta\n", "\n", "n a b\n", "n\t\n"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(Inflections::from_text(bad, all), Error);
  }
}

TEST_CASE("Porter and Snowball stems") {
  Stemmer porter("porter");
  CHECK(porter.stem("corruptibility") == porter.stem("corruptible"));
  CHECK(porter.stem("relational") == "relat");
  CHECK(porter.stem("hopeless") != porter.stem("hope"));
  CHECK(porter.stem("").empty());
  CHECK(Stemmer("german").stem("häuser") == "haus");
  Stemmer moved(std::move(porter));
  CHECK(moved.stem("hopping") == "hop");
  try {
    Stemmer("klingon");
    FAIL("taken");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::usage);
    CHECK(std::string(error.what()).starts_with("there is no stemmer 'klingon'; known are: "));
    CHECK(error.remedy().find("porter") != std::string::npos);
  }
}
