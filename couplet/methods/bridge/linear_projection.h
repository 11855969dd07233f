// The projection that a method asks for, by its kind and parameters.
#pragma once

#include <vector>

#include "couplet/methods/bridge/bridge_schema.h"
#include "couplet/methods/bridge/projection.h"

namespace couplet {

/// Of cl_lsi, lsi, pca, cca, dda, and of opca for any other kind. texts: rows over the term space, a language each.
Projection linear_projection(BridgeKind kind, const DocumentCounts& documents, const TermSpace& space,
                             const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options,
                             const Parameters& parameters, const Run& run);

/// Numbers of a normal distribution, all alike; by the run's seed.
Projection random_projection(Index terms, const ProjectionOptions& options, const Run& run);

/// The columns of one language's terms.
OwnedRows<double> own_columns(const OwnedRows<double>& texts, const TermSpace& space, Index language);

}  // namespace couplet
