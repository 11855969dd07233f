#include "couplet/model/saved_word_vectors.h"

#include "couplet/base/error.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

void add_word_vectors(ModelWriter& writer, const std::string& prefix, const WordVectors& vectors) {
  add_vocabulary(writer, prefix + "words", vectors.words());
  writer.add(prefix + "vectors", vectors.values(), {vectors.size(), vectors.dimension()});
  if (const auto& subwords = vectors.subwords()) {
    writer.add(prefix + "subword_lengths", std::vector<std::int64_t>{subwords->min_length, subwords->max_length}, {2});
    writer.add(prefix + "subword_vectors", subwords->values, {subwords->buckets, vectors.dimension()});
  }
}

WordVectors load_word_vectors(const ModelFile& file, const std::string& prefix) {
  const auto require = [&](bool fits, const std::string& problem) {
    if (!fits) throw Error(ErrorCode::model, file.path(), "tensor '" + prefix + problem, "fit the model again");
  };
  Vocabulary words = load_vocabulary(file, prefix + "words");
  const auto values = file.floats(prefix + "vectors", words.size(), -1);
  const std::int64_t dimension = file.tensor(prefix + "vectors").cols();
  require(!values.empty(), "vectors' holds no vectors");
  std::optional<Subwords> subwords;
  if (file.has(prefix + "subword_vectors")) {
    const auto lengths = file.integers(prefix + "subword_lengths", 2);
    constexpr std::int64_t longest = 1000;
    require(lengths[0] >= 0 && lengths[1] >= std::max<std::int64_t>(lengths[0], 1) && lengths[1] <= longest,
            "subword_lengths' makes no sense");
    const auto rows = file.floats(prefix + "subword_vectors", -1, dimension);
    subwords = Subwords{static_cast<std::int32_t>(lengths[0]), static_cast<std::int32_t>(lengths[1]),
                        file.tensor(prefix + "subword_vectors").rows(), rows};
  }
  return WordVectors(std::move(words), dimension, values, subwords, file.owner());
}

}  // namespace couplet
