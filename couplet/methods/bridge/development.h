// Documents kept apart, which tell how well a projection finds counterparts.
#pragma once

#include <string>
#include <vector>

#include "couplet/linalg/operators.h"
#include "couplet/methods/bridge/term_counts.h"

namespace couplet {

/// Reads pairs (TSV or JSON Lines); warns with their number when documents are in the training data too. Error(data) when there are
/// not as many languages as in the training data.
DocumentCounts read_development(const std::string& path, const DocumentCounts& training,
                                const std::vector<TextPipeline>& pipelines, const Run& run);

/// Vectors of length 1 of the texts; known: false where a text has none. texts: n x v, projection: v x k.
template <class T>
MatrixD unit_vectors(const CsrOperator<T>& texts, const Matrix<T>& projection, std::vector<bool>& known,
                     const Run& run);

}  // namespace couplet
