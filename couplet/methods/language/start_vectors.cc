#include "couplet/methods/language/start_vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/methods/language/language_text.h"

namespace couplet {

MatrixF start_vectors(const std::string& path, const Vocabulary& words, Index hidden, FitReport& report,
                      const Run& run) {
  const WordVectors vectors = read_word_vectors(path, run);
  MatrixF start = MatrixF::Zero(words.size(), hidden);
  const Index width = std::min<Index>(hidden, vectors.dimension());
  if (vectors.dimension() != hidden)
    run.observer->warn(
        fmt::format("the vectors of {} have {} numbers, those of the net {}: {}", path, vectors.dimension(), hidden,
                    vectors.dimension() > hidden ? "the last ones are cut off" : "the others start from zero"));
  std::vector<float> row(vectors.dimension());
  Index found = 0;
  double squares = 0;
  for (std::int64_t w = first_word; w < words.size(); ++w) {
    if (!vectors.find(words.word(w), row)) continue;
    ++found;
    for (Index d = 0; d < width; ++d)
      squares += static_cast<double>(start(w, d) = row[d]) * static_cast<double>(row[d]);
  }
  if (squares > 0) start *= static_cast<float>(0.1 / std::sqrt(squares / static_cast<double>(found * width)));
  report.add("words with a given vector", fmt::format("{} of {}", found, words.size() - first_word));
  return start;
}

}  // namespace couplet
