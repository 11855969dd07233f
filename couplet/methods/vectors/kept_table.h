// A model's own table: saving it, and reading from it which contexts make two labels alike.
#pragma once

#include <span>
#include <vector>

#include "couplet/methods/vectors/vectors_model.h"

namespace couplet {

/// Tensors "table.*" (the counts), "difference.*" and "kept.*" (the decomposition). kept must live until the file is
/// written.
void write_kept(const KeptTable& kept, ModelWriter& writer);

/// Error(model) when the parts do not fit each other.
KeptTable load_kept(const ModelFile& file, const std::string& pipeline);

/// With A = U S V^T the scaled difference, a label's vector is a sum over its contexts: U S^p = A V S^(p-1). So the
/// cosine of the label with any vector is one too: a reason a context with a count, largest magnitude first. What the
/// margins make one expect (the rank-one part of A) is not among them. header: of the model, for its coordinates and
/// power. Error(usage) when a kernel relates labels.
std::vector<Reason> context_reasons(const KeptTable& kept, const ModelHeader& header, std::int64_t label,
                                    std::span<const float> vector, std::span<const float> other);

}  // namespace couplet
