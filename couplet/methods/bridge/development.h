// What is read beside the training documents: documents kept apart, which tell how well a projection finds
// counterparts, and judged texts.
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/operators.h"
#include "couplet/methods/bridge/term_space.h"

namespace couplet {

/// Reads pairs (TSV or JSON Lines); warns with their number when documents are in the training data too. Error(data)
/// when there are not as many languages as in the training data.
DocumentCounts read_development(const std::string& path, const DocumentCounts& training,
                                const std::vector<TextPipeline>& pipelines, const Run& run);

/// A share of the documents, at most 1000, drawn by the run's seed and kept apart; both parts in their order. None are
/// kept apart of share 0, and where fewer than two documents would be left.
struct HeldOut {
  DocumentCounts rest, held;
  std::int64_t apart = 0;  // documents that are not among the rest
  /// A held-out document in less than so many is worth learning from all documents again.
  static constexpr std::int64_t fewest_to_refit = 20;
  bool few() const { return rest.documents() + apart < apart * fewest_to_refit; }
};
/// queries: of each document the number of the first one whose left text is the same; the share is of different ones,
/// and of those held out the first document stands for all, which would else be wrong answers to it. Empty: all differ.
HeldOut hold_out(const DocumentCounts& documents, double share, const Run& run, const std::vector<Index>& queries = {});

/// Texts of the left language, and for each one of the right language that suits it more and one that suits it less;
/// rows over the terms.
struct JudgedTexts {
  CsrMatrix<double> left, better, worse;
};

/// Reads a TSV of three texts a line: left, better, worse. Error(data) when there is none.
JudgedTexts read_judged(const std::string& path, const std::vector<TextPipeline>& pipelines, const TermSpace& space,
                        const Run& run);

/// Vectors of length 1 of the texts; known: false where a text has none. texts: n x v, projection: v x k.
template <class T>
MatrixD unit_vectors(const CsrOperator<T>& texts, const Matrix<T>& projection, std::vector<bool>& known,
                     const Run& run);

}  // namespace couplet
