#include "couplet/methods/bridge/projection.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/linalg/generalised_eigen.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/bridge/opca_matrices.h"

namespace couplet {
namespace {

[[noreturn]] void fail_alike() {
  throw Error(ErrorCode::data, "", "the documents do not differ: there is no direction to learn",
              "give documents with different words");
}

}  // namespace

void require_variation(const std::vector<CsrMatrix<double>>& texts) {
  constexpr double rounding = 1e-12;  // of the squared lengths
  for (const CsrMatrix<double>& language : texts) {
    double squares = 0;
    for (const double value : language.values()) squares += value * value;
    const double n = static_cast<double>(language.rows());
    if (squares / n - (language.col_sums() / n).squaredNorm() > rounding * squares / n) return;
  }
  fail_alike();
}

void check_dimension(const Projection& projection, const ProjectionOptions& options, const Run& run) {
  const Index found = projection.values.size();
  if (found == 0) fail_alike();
  if (options.asked && found < options.dimension)
    run.observer->warn(
        fmt::format("the rank of the documents is {}: so many dimensions, not {}", found, options.dimension));
  if (!projection.converged)
    run.observer->warn(fmt::format("the decomposition did not settle: residual {:.1e}", projection.residual));
}

namespace {

/// Onto the right singular vectors.
template <class T>
Projection singular_projection(const LinearOperator<T>& texts, const ProjectionOptions& options, const Run& run) {
  const TruncatedSvd<T> svd = truncated_svd<T>(texts, options.dimension, {.exact = options.exact}, run);
  Projection result{svd.v.template cast<double>(), svd.s.template cast<double>(),
                    svd.iterations > 0 ? "Lanczos" : "dense", svd.residual, svd.converged};
  check_dimension(result, options, run);
  return result;
}

}  // namespace

Projection cl_lsi(const CsrMatrix<double>& documents, const ProjectionOptions& options, const Run& run) {
  return singular_projection<double>(CsrOperator<double>(documents), options, run);
}

Projection lsi(const CsrMatrix<double>& texts, const ProjectionOptions& options, const Run& run) {
  constexpr Index small = 10'000'000;  // entries of the whole matrix
  if (options.exact || texts.rows() * texts.cols() <= small) return cl_lsi(texts, options, run);
  const std::vector<double>& values = texts.values();
  return singular_projection<float>(
      CsrOperator<float>(CsrMatrix<float>(texts.rows(), texts.cols(), texts.offsets(), texts.columns(),
                                          std::vector<float>(values.begin(), values.end()))),
      options, run);
}

Projection pca(const std::vector<CsrMatrix<double>>& texts, const ProjectionOptions& options, const Run& run) {
  require_variation(texts);
  return singular_projection<double>(CentredTexts(texts), options, run);
}

Projection opca(const std::vector<CsrMatrix<double>>& texts, const ProjectionOptions& options, const Run& run) {
  require_variation(texts);
  const CentredTexts f(texts);
  const CsrOperator<double> z(text_differences(texts));
  const RidgeMatrix n(z, VectorD::Constant(z.cols(), options.regulariser));
  try {
    GeneralisedEigen eigen = generalised_eigen(f, n, options.dimension, {.exact = options.exact}, run);
    Projection result{std::move(eigen.vectors), std::move(eigen.values), std::string(describe(eigen.route)),
                      eigen.residual, eigen.converged};
    check_dimension(result, options, run);
    return result;
  } catch (const Error& error) {
    if (options.regulariser > 0 || error.code() != ErrorCode::data) throw;
    throw Error(ErrorCode::data, "--regulariser", "0 leaves the matrix N of differences singular", "use 0.1");
  }
}

}  // namespace couplet
