#include "couplet/methods/opposites/word_finder.h"

#include <doctest/doctest.h>

using namespace couplet;

namespace {

struct Fixture {
  Vocabulary words;
  Inflections inflections;
  Fixture() {
    for (const char* word : {"hope", "hopeful", "mouse", "corruptible", "corruption", "cooperate", "well-known",
                             "ill-starred", "ill-fated", "lodging house", "love", "axe", "axis", "ox-eyed daisy"})
      words.add(word);
    for (int i = 0; i < 9; ++i) words.add("blue thing" + std::to_string(i));
    inflections.add(PartOfSpeech::noun, "mice", "mouse");
    inflections.add(PartOfSpeech::noun, "axes", "axis");
    inflections.add(PartOfSpeech::noun, "geese", "goose");
  }
  std::string find(std::string_view text) const {
    const WordFinder finder(words, inflections);
    const FoundForms found = finder.find(text);
    std::string shown = found.way;
    for (const std::int64_t word : found.words) shown.append(" ").append(words.word(word));
    return shown;
  }
};

}  // namespace

TEST_CASE("the ways, in order") {
  const Fixture fixture;
  CHECK(fixture.find("Hope") == "itself hope");
  CHECK(fixture.find("lodging_house") == "itself lodging house");
  CHECK(fixture.find("mice") == "lemma mouse");
  CHECK(fixture.find("loved") == "lemma love");
  CHECK(fixture.find("axes") == "lemma axe axis");  // the verb's rule and the noun's exception
  CHECK(fixture.find("corruptibility") == "stem corruptible corruption");
  CHECK(fixture.find("co-operate") == "hyphen cooperate");
  CHECK(fixture.find("wellknown") == "hyphen well-known");
  CHECK(fixture.find("well known") == "hyphen well-known");
  CHECK(fixture.find("starred") == "compound ill-starred");
  CHECK(fixture.find("ill") == "compound ill-starred ill-fated");
}

TEST_CASE("conservative: what does not match is not known") {
  const Fixture fixture;
  CHECK(fixture.find("hopeless").empty());
  CHECK(fixture.find("zebra").empty());
  CHECK(fixture.find("geese").empty());  // its base form is not a word here
  CHECK(fixture.find("ox").empty());     // too short for a part
  CHECK(fixture.find("blue").empty());   // part of too many
  CHECK(fixture.find("").empty());
  CHECK(fixture.find(" _ ").empty());
  CHECK(fixture.find("\xff\xfe").empty());
}
