#include "couplet/methods/rewriting/word_keys.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/lexicon/tiny_wordnet.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;

namespace {

TypeSources tiny_sources() {
  const TemporaryDirectory scratch;
  TypeSources sources;
  sources.senses = SenseTable::from(WordNet::read(test::write_wordnet(scratch, test::tiny_wordnet_files()), Run()), 0);
  sources.tagged = true;
  return sources;
}

bool holds(const TypeSources& sources, WordType type, const TaggedWord& a, const TaggedWord& b) {
  WordKeys keys(sources);
  const auto out = keys.of(a, type).out, in = keys.of(b, type).in;
  return std::find_first_of(out.begin(), out.end(), in.begin(), in.end()) != out.end();
}

bool holds(const TypeSources& sources, WordType type, const std::string& a, const std::string& b) {
  return holds(sources, type, TaggedWord{a, "", ""}, TaggedWord{b, "", ""});
}

}  // namespace

TEST_CASE("types of WordNet, with their direction and through inflected forms") {
  const TypeSources sources = tiny_sources();
  using enum WordType;
  CHECK(holds(sources, synonym, "sleep", "kip"));
  CHECK(holds(sources, synonym, "slept", "kips"));  // verb.exc, and the rules
  CHECK_FALSE(holds(sources, synonym, "snore", "sleep"));
  CHECK(holds(sources, entailment, "snores", "sleep"));
  CHECK_FALSE(holds(sources, entailment, "sleep", "snore"));
  CHECK(holds(sources, hypernym, "heat", "temperature"));
  CHECK(holds(sources, hypernym, "paris", "temperature"));  // the class of a name counts
  CHECK(holds(sources, hypernym, "paris", "heat"));         // which has a sense "temperature"
  CHECK_FALSE(holds(sources, hypernym, "temperature", "heat"));
  CHECK(holds(sources, hyponym, "temperature", "heat"));
  CHECK(holds(sources, antonym, "hot", "cold"));
  CHECK(holds(sources, antonym, "hotter", "cold"));
  CHECK_FALSE(holds(sources, antonym, "hot", "frigid"));  // said of the words, not of the senses
  CHECK(holds(sources, lemma, "slept", "sleeps"));
  CHECK_FALSE(holds(sources, lemma, "sleep", "kip"));
  CHECK_FALSE(holds(sources, holonym, "heat", "paris"));
}

TEST_CASE("types of the words themselves") {
  const TypeSources sources = tiny_sources();
  using enum WordType;
  CHECK(holds(sources, id, TaggedWord{"run", "VERB", ""}, TaggedWord{"run", "VERB", ""}));
  CHECK_FALSE(holds(sources, id, TaggedWord{"run", "VERB", ""}, TaggedWord{"run", "NOUN", ""}));
  CHECK(holds(sources, id_minus_tag, TaggedWord{"run", "VERB", ""}, TaggedWord{"run", "NOUN", ""}));
  CHECK(holds(sources, stem, "connections", "connected"));
  CHECK(holds(sources, ne, TaggedWord{"oslo", "", "GPE"}, TaggedWord{"rome", "", "GPE"}));
  CHECK_FALSE(holds(sources, ne, TaggedWord{"oslo", "", ""}, TaggedWord{"rome", "", ""}));
  CHECK(holds(sources, lvhsn, "colour", "color"));
  CHECK(holds(sources, lvhsn, "color", "colour"));
  CHECK(holds(sources, lvhsn, "bat", "cat"));
  CHECK(holds(sources, lvhsn, "für", "für"));
  CHECK(holds(sources, lvhsn, "fur", "für"));  // letters, not bytes
  CHECK_FALSE(holds(sources, lvhsn, "bat", "tab"));
  CHECK_FALSE(holds(sources, lvhsn, "ab", "ba"));
}

TEST_CASE("only the first senses, when asked for") {
  const TemporaryDirectory scratch;
  const WordNet net = WordNet::read(test::write_wordnet(scratch, test::tiny_wordnet_files()), Run());
  const SenseTable all = SenseTable::from(net, 0), first = SenseTable::from(net, 1);
  CHECK(all.senses_of(all.lemmas_of("heat")).size() == 2);
  CHECK(first.senses_of(first.lemmas_of("heat")).size() == 1);
  CHECK(all.base_form("slept") == "sleep");
  CHECK(all.base_form("xyzzy") == "xyzzy");
  CHECK(all.words.find("degree of heat") < 0);  // single words only
}

TEST_CASE("word lists: a group a line") {
  const TemporaryDirectory scratch;
  TypeSources sources;
  sources.list = WordGroups::read(scratch.put("list.txt", "# cities\nOslo, Rome\tparis\n\nhot cold\nrome hot\n"));
  CHECK(holds(sources, WordType::list, "oslo", "paris"));
  CHECK(holds(sources, WordType::list, "rome", "hot"));
  CHECK_FALSE(holds(sources, WordType::list, "oslo", "cold"));
  CHECK_FALSE(holds(sources, WordType::list, "tokyo", "oslo"));
  const std::string lone = scratch.put("lone.txt", "a b\nc\n"), empty = scratch.put("empty.txt", "# nothing\n");
  expect_error(ErrorCode::data, lone + ":2: a group needs two words; write the words of a group in one line",
               [&] { WordGroups::read(lone); });
  expect_error(ErrorCode::data, empty + ": no words in it; write the words of a group in one line",
               [&] { WordGroups::read(empty); });
}
