#include "couplet/lexicon/wordnet.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/lexicon/wordnet_thesaurus.h"
#include "tests/lexicon/tiny_wordnet.h"

using namespace couplet;
using namespace couplet::test;

namespace {

std::vector<std::string> synset_words(const WordNet& net, std::int64_t synset) {
  std::vector<std::string> words;
  for (const std::int32_t word : net.words(synset)) words.emplace_back(net.lemmas().word(word));
  return words;
}

/// "relation word" of one side of an entry, sorted.
std::vector<std::string> side(const Thesaurus& thesaurus, std::int64_t entry, bool opposed) {
  std::vector<std::string> found;
  for (const ThesaurusMember& member : thesaurus.members(entry))
    if (member.opposed == opposed)
      found.push_back(std::string(name_of(member.relation)) + " " + std::string(thesaurus.words().word(member.word)));
  std::sort(found.begin(), found.end());
  return found;
}

/// The error when one piece of one file is replaced.
std::string failure(const std::string& file, const std::string& from, const std::string& to) {
  const TemporaryDirectory scratch;
  auto files = tiny_wordnet_files();
  const std::size_t place = files[file].find(from);
  REQUIRE(place != std::string::npos);
  files[file].replace(place, from.size(), to);
  const std::string directory = write_wordnet(scratch, files);
  try {
    WordNet::read(directory, Run());
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::data);
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("synsets, words and pointers of a small database") {
  const TemporaryDirectory scratch;
  const WordNet net = WordNet::read(write_wordnet(scratch, tiny_wordnet_files()), Run());
  REQUIRE(net.size() == 10);
  CHECK(synset_words(net, 0) == std::vector<std::string>{"temperature", "degree of heat"});
  CHECK(synset_words(net, 2) == std::vector<std::string>{"paris"});
  CHECK(net.part(3) == PartOfSpeech::verb);
  CHECK(net.part(9) == PartOfSpeech::adverb);
  CHECK(synset_words(net, 6) == std::vector<std::string>{"cold", "frigid"});
  CHECK(net.words(7).size() == 10);  // counts are hexadecimal
  const auto hot = net.pointers(5);
  REQUIRE(hot.size() == 4);
  CHECK(hot[0].relation == Relation::attribute);
  CHECK(net.pointers(0)[0].relation == Relation::attribute_value);
  CHECK(hot[1].relation == Relation::derived);
  CHECK(hot[1].target == 1);
  CHECK(hot[3].relation == Relation::antonym);
  CHECK(hot[3].target == 6);
  CHECK(hot[3].source_word == 1);
  CHECK(hot[3].target_word == 1);
  CHECK(net.pointers(2)[0].relation == Relation::instance_hypernym);
  CHECK(net.pointers(3)[0].relation == Relation::entailment);
  CHECK(net.pointers(4).empty());
}

TEST_CASE("senses come in the order of the index") {
  const TemporaryDirectory scratch;
  const WordNet net = WordNet::read(write_wordnet(scratch, tiny_wordnet_files()), Run());
  const std::int64_t heat = net.lemmas().find("heat"), hot = net.lemmas().find("hot");
  const auto senses = net.senses(heat, PartOfSpeech::noun);
  CHECK(std::vector<std::int32_t>(senses.begin(), senses.end()) == std::vector<std::int32_t>{1, 0});
  CHECK(net.senses(heat, PartOfSpeech::verb).empty());
  CHECK(net.senses(hot, PartOfSpeech::adjective).size() == 2);
}

TEST_CASE("a synset as an entry: direct antonyms, those through similar words, and the antonyms' own company") {
  const TemporaryDirectory scratch;
  const WordNet net = WordNet::read(write_wordnet(scratch, tiny_wordnet_files()), Run());
  const Thesaurus thesaurus = wordnet_thesaurus(net, Run());
  REQUIRE(thesaurus.size() == net.size());
  CHECK(thesaurus.label(6) == "cold, frigid (adjective)");
  CHECK(thesaurus.label(7) == "torrid, t2, t3, ... (adjective)");
  CHECK(side(thesaurus, 6, false) == std::vector<std::string>{"attribute degree of heat", "attribute temperature",
                                                              "similar icy", "synonym cold", "synonym frigid"});
  const auto against = side(thesaurus, 6, true);
  CHECK(std::count(against.begin(), against.end(), "antonym hot") == 1);
  CHECK(std::count(against.begin(), against.end(), "similar torrid") == 1);
  CHECK(std::count(against.begin(), against.end(), "derived heat") == 1);
  // icy has cold's antonym, and only through cold; frigid is not said to be hot's antonym itself.
  CHECK(side(thesaurus, 8, false) == std::vector<std::string>{"similar cold", "similar frigid", "synonym icy"});
  const auto icy = side(thesaurus, 8, true);
  CHECK(std::count(icy.begin(), icy.end(), "indirect_antonym hot") == 1);
  CHECK(std::count(icy.begin(), icy.end(), "antonym hot") == 0);
  CHECK(side(thesaurus, 5, true).front() == "antonym cold");
  CHECK(side(thesaurus, 3, true).empty());
  CHECK(side(thesaurus, 3, false) == std::vector<std::string>{"entailment kip", "entailment sleep", "synonym snore"});
  const auto pairs = antonym_pairs(thesaurus);
  CHECK(pairs.size() == 2);  // hot with cold, and with frigid, which is a synonym in cold's entry
}

TEST_CASE("a word weighs less in its rarer senses") {
  const TemporaryDirectory scratch;
  auto files = tiny_wordnet_files();
  files["index.adj"] += "icy a 2 1 & 2 0 00000300 00000400\n";
  const WordNet net = WordNet::read(write_wordnet(scratch, files), Run());
  const Thesaurus thesaurus = wordnet_thesaurus(net, Run());
  const auto weight_in = [&](std::int64_t entry, const std::string& word) {
    for (const ThesaurusMember& member : thesaurus.members(entry))
      if (thesaurus.words().word(member.word) == word) return static_cast<double>(member.weight);
    return 0.0;
  };
  CHECK(weight_in(8, "icy") == doctest::Approx(1 / std::sqrt(2.0)));
  CHECK(weight_in(6, "icy") == doctest::Approx(1 / std::sqrt(2.0)));  // also where a pointer leads to it
  CHECK(weight_in(8, "cold") == 1);
  CHECK(weight_in(7, "torrid") == 1);  // not in the index: its only sense
}

TEST_CASE("a missing database names the package") {
  const TemporaryDirectory scratch;
  try {
    WordNet::read(scratch.file("nothing"), Run());
    FAIL("read");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::io);
    CHECK(error.remedy().find("wordnet-base") != std::string::npos);
    CHECK(error.place() == scratch.file("nothing/data.noun"));
  }
}

TEST_CASE("files that are not as they should be") {
  CHECK(failure("data.noun", "n 02 temp", "n 0x temp").find("data.noun:2: '0x' is no word count") != std::string::npos);
  CHECK(failure("data.noun", "n 02 temp", "n 00 temp").find(":2: a synset without words") != std::string::npos);
  CHECK(failure("data.noun", "n 02 temp", "v 02 temp").find("'v' is not a synset type of this file") !=
        std::string::npos);
  CHECK(failure("data.noun", "n 01 heat", "n ff heat").find(":3: the line ends before its words") != std::string::npos);
  CHECK(failure("data.noun", "002 = ", "900 = ").find("data.noun:2:") != std::string::npos);
  CHECK(failure("data.noun", "@i 00000100 n", "@i 00000101 n").find(":4: a pointer to a synset that is not there") !=
        std::string::npos);
  CHECK(failure("data.noun", "@i 00000100 n", "@i 00000100 x").find("'x' is no part of speech") != std::string::npos);
  CHECK(failure("data.noun", "@i ", "@q ").find("'@q' is not a pointer symbol") != std::string::npos);
  CHECK(failure("data.noun", "00000200 03", "00000100 03").find("the same synset offset twice") != std::string::npos);
  CHECK(failure("data.adj", "! 00000200 a 0101", "! 00000200 a 0109").find("data.adj:1: a pointer to a word") !=
        std::string::npos);
  CHECK(failure("data.adj", "! 00000200 a 0101", "! 00000200 a 0901").find("a pointer from a word") !=
        std::string::npos);
  CHECK(failure("data.adj", "! 00000200 a 0101", "! 00000200 a 101").find("'101' is no source/target") !=
        std::string::npos);
  CHECK(failure("index.adj", "cold a 1", "warm a 1").find("index.adj:2: 'warm' is in no synset") != std::string::npos);
  CHECK(failure("index.adj", "1 1 00000200", "1 1 00000999").find("a sense that is not in the data file") !=
        std::string::npos);
  CHECK(failure("index.adj", "cold a 1", "cold a 99999").find("index.adj:2:") != std::string::npos);
  CHECK(failure("verb.exc", "slept sleep", "slept").find("verb.exc:1: an exception needs") != std::string::npos);
  CHECK(failure("data.adv", "hotly", "hotl\xff").find("invalid UTF-8") != std::string::npos);
}

TEST_CASE("Debian's database, where it is installed") {
  if (!std::filesystem::exists(debian_wordnet)) return;
  const WordNet net = WordNet::read(debian_wordnet, Run());
  CHECK(net.size() == 117659);
  const std::int64_t hot = net.lemmas().find("hot");
  REQUIRE(hot >= 0);
  const std::int32_t first = net.senses(hot, PartOfSpeech::adjective)[0];
  bool cold = false;
  for (const WordNetPointer& pointer : net.pointers(first))
    if (pointer.relation == Relation::antonym)
      cold |= net.lemmas().word(net.words(pointer.target)[pointer.target_word - 1]) == "cold";
  CHECK(cold);
  const auto known = [&](std::string_view word) { return net.lemmas().find(word) >= 0; };
  CHECK(net.inflections().base_forms("mice", PartOfSpeech::noun, known) == std::vector<std::string>{"mouse"});
}
