#include "couplet/methods/ngram/ngram_model.h"

#include <limits>

#include "couplet/methods/ngram/arpa.h"

namespace couplet {

NgramModel::NgramModel(ModelHeader header, Vocabulary words, NgramTable table)
    : LanguageModel(std::move(header), std::move(words)), table_(std::move(table)) {}

std::unique_ptr<Model> NgramModel::load(const ModelFile& file, const Loading&) {
  Vocabulary words = load_language_words(file);
  NgramTable table = NgramTable::load(file, words.size());
  return std::make_unique<NgramModel>(file.header(), std::move(words), std::move(table));
}

void NgramModel::write(ModelWriter& writer) const {
  LanguageModel::write(writer);
  table_.write(writer);
}

void NgramModel::write_arpa(const std::string& path, const Run& run) const {
  couplet::write_arpa(path, words(), table_, run);
}

std::vector<std::vector<WordChance>> NgramModel::chances(std::span<const NumberedSentence> sentences,
                                                         const Run& run) const {
  std::vector<std::vector<WordChance>> result(sentences.size());
  const NgramState start = table_.start();
  run.pool.for_blocks(static_cast<std::int64_t>(sentences.size()), 256, [&](std::int64_t begin, std::int64_t end) {
    for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
      NgramState state = start;
      result[i].reserve(sentences[i].size());
      for (const std::int32_t word : sentences[i]) {
        std::int64_t span = 0;
        const double log10 = table_.log10(state, word, state, span);
        result[i].push_back({log10, span});
      }
    }
  });
  return result;
}

std::vector<double> NgramModel::next_words(std::span<const std::int32_t> history, const Run&) const {
  NgramState state = table_.start(), ignored;
  std::int64_t span = 0;
  for (const std::int32_t word : history) table_.log10(state, word, state, span);
  std::vector<double> result(words().size());
  for (std::size_t word = 0; word < result.size(); ++word)
    result[word] = table_.log10(state, static_cast<std::int32_t>(word), ignored, span);
  result[sentence_start] = -std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace couplet
