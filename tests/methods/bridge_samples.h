// Documents made up for the tests of the bridge.
#pragma once

#include <string>
#include <vector>

#include "couplet/eval/ranking.h"
#include "couplet/eval/retrieval.h"
#include "couplet/linalg/sparse.h"
#include "couplet/methods/bridge/document_counts.h"
#include "tests/linalg/golden_opca.h"
#include "tests/methods/generated_pairs.h"

namespace couplet {

/// Regulariser 3.
inline constexpr double golden_cca_values[8] = {0.1408255893134,   0.05310761928158,  0.03664708647935,
                                                0.02357892296172,  0.006214201140539, 0.005923811766558,
                                                0.002344917967574, 0.001299030502647};

/// The golden documents of a language as a file, a line a document.
inline std::string golden_text(int language) {
  std::string text;
  for (const auto& document : golden_counts[language]) {
    for (int word = 0; word < 8; ++word)
      for (int time = 0; time < document[word]; ++time) text += "w" + std::to_string(word) + " ";
    text += '\n';
  }
  return text;
}

/// One side of topic_texts as a file, a line a text.
inline std::string lines_of(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& line : texts) text += line + '\n';
  return text;
}

inline DocumentCounts counted(const std::vector<std::string>& paths, const Run& run = Run()) {
  Source files;
  files.paths = paths;
  return count_documents(files, {TextPipeline::parse("space")}, run);
}

inline CsrMatrix<double> sparse_of(const MatrixD& dense) {
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < dense.rows(); ++i)
    for (Index j = 0; j < dense.cols(); ++j)
      if (dense(i, j) != 0) entries.push_back({i, j, dense(i, j)});
  return CsrMatrix<double>::from_triplets(dense.rows(), dense.cols(), std::move(entries));
}

/// Mean reciprocal rank of the counterparts, both ways.
inline double mrr(const Model& model, const TextPairs& pairs) {
  const auto& embedder = capability<EmbedsSides>(model);
  const Embedded left = embedder.embed(Side::left, Items{pairs.left, {}}, Run());
  const Embedded right = embedder.embed(Side::right, Items{pairs.right, {}}, Run());
  return mean(reciprocal_ranks(retrieval_ranks(left.rows, right.rows, left.known, right.known, Run())));
}

}  // namespace couplet
