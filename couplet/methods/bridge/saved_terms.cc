#include "couplet/methods/bridge/saved_terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "couplet/base/error.h"
#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/model/saved_matrix.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {
namespace {

Error wrong(const ModelFile& file, const std::string& what) {
  return Error(ErrorCode::model, file.path(), what, "fit the model again");
}

}  // namespace

void add_terms(ModelWriter& writer, const TermSpace& space) {
  for (std::size_t i = 0; i < space.lists().size(); ++i) {
    const TermList& list = space.lists()[i];
    const std::string name = fmt::format("terms{}", i);
    add_vocabulary(writer, name, list.words);
    add_vector(writer, name + ".weights", list.weights);
    writer.add(name + ".mean_length", std::vector<double>{list.mean_length}, {1});
  }
}

TermSpace load_terms(const ModelFile& file, const TermWeighting& weighting) {
  const std::string& text = file.detail("languages");
  Index languages = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), languages);
  if (failure != std::errc() || end != text.data() + text.size() || languages < 1 || languages > 1000)
    throw wrong(file, "the number of languages makes no sense");
  std::vector<TermList> lists;
  for (Index i = 0; i < languages && file.has(fmt::format("terms{}.weights", i)); ++i) {
    const std::string name = fmt::format("terms{}", i);
    TermList list;
    list.words = load_vocabulary(file, name);
    list.weights = load_vector<double>(file, name + ".weights", list.words.size());
    list.mean_length = file.doubles(name + ".mean_length", 1, 1)[0];
    if (!(list.mean_length > 0)) throw wrong(file, "a mean length is not positive");
    lists.push_back(std::move(list));
  }
  if (lists.size() != 1 && std::ssize(lists) != languages) throw wrong(file, "vocabularies and languages do not fit");
  return TermSpace(languages, std::move(lists), weighting.tf, weighting.bm25);
}

std::string spec_of(const std::vector<TextPipeline>& pipelines) {
  std::string specs;
  for (const TextPipeline& pipeline : pipelines) {
    if (!specs.empty()) specs += ';';
    specs += pipeline.spec();
  }
  return specs;
}

std::vector<TextPipeline> load_pipelines(const ModelFile& file, Index languages) {
  auto pipelines = parse_pipelines(file.detail("text"));
  if (pipelines.size() != 1 && std::ssize(pipelines) != languages)
    throw wrong(file, "text pipelines and languages do not fit");
  return pipelines;
}

std::string some_words(const TermSpace& space, Index language, Index count) {
  const Vocabulary& words = space.list(language).words;
  std::string text;
  for (Index w = 0; w < std::min(words.size(), count); ++w) {
    if (w > 0) text += ' ';
    text += words.word(w);
    if (space.weights_given()) text += ":1";
  }
  return text;
}

}  // namespace couplet
