#include "couplet/methods/rewriting/word_type.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"

using namespace couplet;

TEST_CASE("typing schemes: both roles, one list for both, canonical text") {
  const TypingScheme scheme = TypingScheme::parse("variable=stem,hypernym pattern=idMinusTag");
  CHECK(scheme.text() == "pattern=idMinusTag variable=stem,hypernym");
  CHECK(TypingScheme::parse("stem,synonym").text() == "pattern=stem,synonym variable=stem,synonym");
  CHECK(TypingScheme::parse(scheme.text()).text() == scheme.text());
  CHECK(scheme.uses(WordType::hypernym));
  CHECK_FALSE(scheme.uses(WordType::ne));
  CHECK(scheme.uses_wordnet());
  CHECK_FALSE(TypingScheme::parse("stem,lvhsn,list,neighbour,ne,id").uses_wordnet());
}

TEST_CASE("typing schemes: what is wrong is said") {
  const std::string remedy =
      "; write 'pattern=stem,synonym variable=stem,synonym,hypernym'; types are id, idMinusTag, lemma, stem, synonym, "
      "antonym, "
      "hypernym, hyponym, entailment, holonym, ne, lvhsn, list, neighbour, samePronoun";
  const auto refuse = [&](const std::string& text, const std::string& problem) {
    expect_error(ErrorCode::usage, "types: " + problem + remedy, [&] { TypingScheme::parse(text); });
  };
  refuse("pattern=stem", "no variable types");
  refuse("", "no pattern types");
  refuse("pattern=stemm variable=stem", "'stemm' is not a type");
  refuse("pattern= variable=stem", "'' is not a type");
  refuse("pattern=stem pattern=id variable=stem", "'pattern' is given twice");
  refuse("stem,stem", "'stem' stands there twice");
  refuse("stem variable=stem", "'stem' is neither pattern=... nor variable=...");
}
