#include "couplet/methods/rewriting/saved_knowledge.h"

#include <algorithm>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/methods/rewriting/saved_lists.h"
#include "couplet/methods/rewriting/tag_dictionary.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

namespace {

void add_senses(ModelWriter& writer, const SenseTable& senses) {
  if (senses.words.size() == 0) return;
  add_vocabulary(writer, "senses.words", senses.words);
  add_lists(writer, "senses.senses", senses.senses);
  add_lists(writer, "senses.antonyms", senses.antonyms);
  add_lists(writer, "senses.hypernyms", senses.hypernyms);
  add_lists(writer, "senses.entailments", senses.entailments);
  add_lists(writer, "senses.holonyms", senses.holonyms);
  add_text(writer, "senses.inflections", senses.inflections.text());
}

SenseTable load_senses(const ModelFile& file) {
  SenseTable senses;
  if (!file.has("senses.words.bytes")) return senses;
  senses.words = load_vocabulary(file, "senses.words");
  constexpr std::int64_t any = std::numeric_limits<std::int32_t>::max();
  const std::int64_t synsets = load_lists(file, "senses.hypernyms", -1, any).size();
  senses.senses = load_lists(file, "senses.senses", senses.words.size(), synsets);
  senses.antonyms = load_lists(file, "senses.antonyms", senses.words.size(), senses.words.size());
  senses.hypernyms = load_lists(file, "senses.hypernyms", synsets, synsets);
  senses.entailments = load_lists(file, "senses.entailments", synsets, synsets);
  senses.holonyms = load_lists(file, "senses.holonyms", synsets, synsets);
  senses.inflections =
      Inflections::from_text(load_text(file, "senses.inflections"), [](std::string_view) { return true; });
  return senses;
}

void add_groups(ModelWriter& writer, const std::string& name, const WordGroups& groups) {
  if (groups.words.size() == 0) return;
  add_vocabulary(writer, name + ".words", groups.words);
  add_lists(writer, name + ".groups", groups.groups);
}

WordGroups load_groups(const ModelFile& file, const std::string& name) {
  WordGroups groups;
  if (!file.has(name + ".words.bytes")) return groups;
  groups.words = load_vocabulary(file, name + ".words");
  groups.groups = load_lists(file, name + ".groups", groups.words.size(), std::numeric_limits<std::int32_t>::max());
  return groups;
}

}  // namespace

void add_knowledge(ModelWriter& writer, const PairKnowledge& knowledge) {
  add_senses(writer, knowledge.sources.senses);
  if (knowledge.sources.fixed.size() > 0) add_vocabulary(writer, "fixed", knowledge.sources.fixed);
  add_groups(writer, "list", knowledge.sources.list);
  add_groups(writer, "neighbours", knowledge.sources.neighbours);
  if (!knowledge.overlap.mean.empty()) {
    writer.add("overlap.mean", knowledge.overlap.mean, {overlap_count});
    writer.add("overlap.deviation", knowledge.overlap.deviation, {overlap_count});
  }
  if (knowledge.idf.words.size() == 0) return;
  add_vocabulary(writer, "idf.words", knowledge.idf.words);
  writer.add("idf.documents", knowledge.idf.documents, {static_cast<std::int64_t>(knowledge.idf.documents.size())});
  writer.add("idf.total", std::vector<std::int64_t>{knowledge.idf.total}, {1});
}

PairKnowledge load_knowledge(const ModelFile& file) {
  PairKnowledge knowledge;
  knowledge.sources.senses = load_senses(file);
  if (file.has("fixed.bytes")) knowledge.sources.fixed = load_vocabulary(file, "fixed");
  knowledge.sources.list = load_groups(file, "list");
  knowledge.sources.neighbours = load_groups(file, "neighbours");
  if (file.has("overlap.mean")) {
    const auto mean = file.doubles("overlap.mean", overlap_count, 1);
    const auto deviation = file.doubles("overlap.deviation", overlap_count, 1);
    if (!std::all_of(deviation.begin(), deviation.end(), [](double value) { return value > 0; }))
      throw Error(ErrorCode::model, file.path(), "overlap.deviation: a number is not above 0", "fit the model again");
    knowledge.overlap = {{mean.begin(), mean.end()}, {deviation.begin(), deviation.end()}};
  }
  if (!file.has("idf.total")) return knowledge;
  knowledge.idf.words = load_vocabulary(file, "idf.words");
  const auto documents = file.integers32("idf.documents", knowledge.idf.words.size(), 1);
  knowledge.idf.documents.assign(documents.begin(), documents.end());
  knowledge.idf.total = file.integers("idf.total", 1, 1)[0];
  constexpr std::int64_t most = std::int64_t{1} << 60;
  bool sound = knowledge.idf.total >= 0 && knowledge.idf.total <= most;
  for (const std::int32_t count : documents) sound = sound && count >= 0 && count <= knowledge.idf.total;
  if (!sound)
    throw Error(ErrorCode::model, file.path(), "idf.documents: a number is out of range", "fit the model again");
  return knowledge;
}

void add_tagger(ModelWriter& writer, const PerceptronTagger& tagger, const std::string& name) {
  const PerceptronTagger::Weights& weights = tagger.weights();
  add_vocabulary(writer, name + ".tags", weights.tags);
  add_vocabulary(writer, name + ".features", weights.features);
  add_lists(writer, name + ".targets", weights.targets);
  writer.add(name + ".weights", weights.weights, {static_cast<std::int64_t>(weights.weights.size())});
}

PerceptronTagger load_tagger(const ModelFile& file, const std::string& name) {
  PerceptronTagger::Weights weights;
  weights.tags = load_vocabulary(file, name + ".tags");
  weights.features = load_vocabulary(file, name + ".features");
  weights.targets = load_lists(file, name + ".targets", weights.features.size(), weights.tags.size());
  const auto values = file.floats(name + ".weights", static_cast<std::int64_t>(weights.targets.values.size()), 1);
  weights.weights.assign(values.begin(), values.end());
  return PerceptronTagger(std::move(weights));
}

void add_sentence_options(ModelWriter& writer, const SentenceOptions& options) {
  if (const auto* dictionary = dynamic_cast<const TagDictionary*>(options.tagger.get())) {
    add_vocabulary(writer, "dictionary.words", dictionary->words());
    writer.add("dictionary.parts", dictionary->parts(), {static_cast<std::int64_t>(dictionary->parts().size())});
  }
  if (const auto* tagger = dynamic_cast<const PerceptronTagger*>(options.tagger.get())) add_tagger(writer, *tagger);
  if (options.entities) add_text(writer, "entities", options.entities->lines());
  if (const auto* namer = dynamic_cast<const PerceptronTagger*>(options.namer.get()))
    add_tagger(writer, *namer, "namer");
}

void load_sentence_options(const ModelFile& file, SentenceOptions& options) {
  if (file.has("dictionary.parts")) {
    const auto parts = file.bytes("dictionary.parts", -1, 1);
    options.tagger = std::make_shared<TagDictionary>(load_vocabulary(file, "dictionary.words"),
                                                     std::vector<char>(parts.begin(), parts.end()));
  }
  if (file.has("tagger.weights")) options.tagger = std::make_shared<PerceptronTagger>(load_tagger(file));
  if (file.has("entities"))
    options.entities = std::make_shared<EntityRules>(EntityRules::from_lines(load_text(file, "entities")));
  if (file.has("namer.weights")) options.namer = std::make_shared<PerceptronTagger>(load_tagger(file, "namer"));
}

}  // namespace couplet
