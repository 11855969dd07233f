#include "couplet/methods/bridge/linear_projection.h"

#include <cmath>

#include "couplet/base/random.h"

namespace couplet {
namespace {

/// Terms of similar frequency in one block: the lists are in that order, and words and their translations are about as
/// frequent.
std::vector<Index> blocks_of(const TermSpace& space, Index blocks) {
  std::vector<Index> block_of;
  for (const TermList& list : space.lists()) {
    const Index size = list.words.size();
    for (Index i = 0; i < size; ++i) block_of.push_back(i * blocks / size);
  }
  return block_of;
}

}  // namespace

OwnedRows<double> own_columns(const OwnedRows<double>& texts, const TermSpace& space, Index language) {
  const CsrMatrix<double>& all = texts.matrix;
  std::vector<std::int32_t> columns = all.columns();
  for (std::int32_t& column : columns) column -= static_cast<std::int32_t>(space.first_row(language));
  return {
      CsrMatrix<double>(all.rows(), space.list(language).words.size(), all.offsets(), std::move(columns), all.values()),
      texts.begins};
}

Projection random_projection(Index terms, const ProjectionOptions& options, const Run& run) {
  Projection result;
  result.terms.resize(terms, options.dimension);
  Random random(run.seed, 0x73746172);
  for (Index i = 0; i < result.terms.size(); ++i)
    result.terms.data()[i] = random.normal() / std::sqrt(static_cast<double>(options.dimension));
  result.values = VectorD::Ones(options.dimension);
  result.route = "drawn at random";
  return result;
}

Projection linear_projection(BridgeKind kind, const DocumentCounts& documents, const TermSpace& space,
                             const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options,
                             const Parameters& parameters, const Run& run) {
  Projection projection;
  if (kind == BridgeKind::cl_lsi) {
    const OwnedRows<double> joined = joined_texts(documents, space);
    projection = cl_lsi(parameters.flag("even") ? even_rows({joined}, *run.team)[0] : joined, options, run);
  } else if (kind == BridgeKind::lsi) {
    projection = lsi(texts[0], options, run);
  } else if (kind == BridgeKind::pca) {
    projection = pca(texts, options, run);
  } else if (kind == BridgeKind::cca) {
    std::vector<OwnedRows<double>> own;
    for (Index m = 0; m < space.languages(); ++m) own.push_back(own_columns(texts[m], space, m));
    projection = cca(own, options, run);
  } else if (kind == BridgeKind::dda) {
    const Index blocks = parameters.integer("blocks");
    projection = dda(texts, blocks_of(space, blocks), blocks, options, run);
  } else {
    projection = opca(texts, options, run);
  }
  if (const double power = parameters.real("power"); power != 0)
    projection.terms.array().rowwise() *= projection.values.array().pow(power).transpose();
  return projection;
}

}  // namespace couplet
