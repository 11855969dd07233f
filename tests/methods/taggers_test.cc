#include <doctest/doctest.h>

#include "couplet/methods/rewriting/named_entities.h"
#include "couplet/methods/rewriting/perceptron_tagger.h"
#include "couplet/methods/rewriting/tag_dictionary.h"
#include "tests/lexicon/tiny_wordnet.h"
#include "tests/lexicon/word_tables.h"

using namespace couplet;
using Words = std::vector<std::string>;

TEST_CASE("tags by dictionary: counts, function words, endings, capitals") {
  const TemporaryDirectory scratch;
  auto files = test::tiny_wordnet_files();
  files["cntlist.rev"] = "heat%1:03:00:: 1 5\nhot%3:00:00:: 1 9\nsleep%2:29:00:: 1 3\nhot_dog%1:13:00:: 1 2\n";
  const std::string directory = test::write_wordnet(scratch, files);
  const TagDictionary dictionary = TagDictionary::read(directory, Run());
  CHECK(dictionary.tag(Words{"The", "heat", "sleeps", "hotly", "in", "Oslo", ",", "1998", "blorking", "n't"}) ==
        Words{"DET", "NOUN", "VERB", "ADV", "PREP", "NAME", "PUNCT", "NUM", "VERB", "PART"});
  CHECK(dictionary.tag(Words{}).empty());
  const TagDictionary again(dictionary.words(), dictionary.parts());
  CHECK(again.tag(Words{"hot"}) == Words{"ADJ"});
  expect_error(ErrorCode::model, "tag dictionary: parts of speech do not fit the words; fit the model again",
               [&] { TagDictionary(dictionary.words(), {'n'}); });
  const std::string bad = scratch.put("cntlist.rev", "heat%9:03:00:: 1 5\n");
  expect_error(ErrorCode::data,
               directory + "/cntlist.rev:1: not a sense with its count; install the Debian package wordnet-base again",
               [&] { TagDictionary::read(directory, Run()); });
}

TEST_CASE("the perceptron learns what the word alone does not tell") {
  // "can" is a verb after a pronoun and a noun after an article; endings tell the rest.
  std::vector<TaggedSentence> sentences;
  for (const char* const noun : {"dog", "cat", "cow", "hen"})
    for (const char* const verb : {"runs", "eats", "sits"}) {
      sentences.push_back({{"the", noun, verb}, {"D", "N", "V"}});
      sentences.push_back({{"the", "can", verb}, {"D", "N", "V"}});
      sentences.push_back({{"she", "can", "see", "the", noun}, {"P", "V", "V", "D", "N"}});
    }
  const PerceptronTagger tagger = PerceptronTagger::train(sentences, 5, Run());
  CHECK(tagging_accuracy(tagger, sentences) == 1);
  CHECK(tagger.tag(Words{"the", "can", "flies"}) == Words{"D", "N", "V"});
  CHECK(tagger.tag(Words{"she", "can", "see", "the", "can"}) == Words{"P", "V", "V", "D", "N"});
  CHECK(tagger.tag(Words{}).empty());
  // The same again from the same seed.
  CHECK(PerceptronTagger::train(sentences, 5, Run()).weights().weights == tagger.weights().weights);
}

TEST_CASE("perceptron: bad sentences and bad weights") {
  expect_error(ErrorCode::data, "no tagged sentences; give at least one",
               [] { PerceptronTagger::train({}, 1, Run()); });
  const std::vector<TaggedSentence> uneven = {{{"a", "b"}, {"X"}}};
  expect_error(ErrorCode::data, "a sentence has another number of tags than words",
               [&] { PerceptronTagger::train(uneven, 1, Run()); });
  PerceptronTagger::Weights weights;
  weights.tags.add("N");
  weights.features.add("bias");
  weights.targets.add(std::vector<std::int32_t>{1});
  weights.weights = {1};
  expect_error(ErrorCode::model, "tagger: tags or weights do not fit the features; fit the model again",
               [&] { PerceptronTagger tagger(weights); });
}

TEST_CASE("named entities by rule and by list") {
  const EntityRules rules;
  CHECK(rules.classes(Words{"On", "May", "10", "the", "$", "2.5", "million", "deal", "of", "Acme", "rose", "5", "%"}) ==
        Words{"", "NAME", "NUMBER", "", "", "MONEY", "MONEY", "", "", "NAME", "", "PERCENT", ""});
  CHECK(rules.classes(Words{"In", "June", "10", ",", "1998"}) == Words{"", "DATE", "DATE", "", "DATE"});
  const TemporaryDirectory scratch;
  const EntityRules listed =
      EntityRules::with_list(scratch.put("names.tsv", "CITY\tNew York\nCITY\tyork\nORG\tNew York Times\n"));
  CHECK(listed.classes(Words{"the", "New", "York", "Times", "in", "New", "York", "and", "york"}) ==
        Words{"", "ORG", "ORG", "ORG", "", "CITY", "CITY", "", "CITY"});
  CHECK(EntityRules::from_lines(listed.lines()).classes(Words{"york"}) == Words{"CITY"});
  const std::string bad = scratch.put("bad.tsv", "CITY\n");
  expect_error(ErrorCode::data, bad + ":1: not a class and a name; write CLASS, a tab and the name",
               [&] { EntityRules::with_list(bad); });
}
