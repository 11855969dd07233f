#include "couplet/methods/bridge/projection.h"

#include <fmt/format.h>

#include "couplet/base/error.h"
#include "couplet/base/part_bytes.h"
#include "couplet/linalg/generalised_eigen.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/bridge/opca_matrices.h"

namespace couplet {
namespace {

/// Rounded otherwise by another number of processes: for looking at, not for models.
VectorD sum_of_team(const VectorD& mine, Team& team) {
  PartWriter writer;
  writer.put_list(std::span<const double>(mine.data(), static_cast<std::size_t>(mine.size())));
  VectorD sum = VectorD::Zero(mine.size());
  for (const std::string& bytes : team.gather(writer.take())) {
    const auto more = PartReader(bytes).get_list<double>();
    sum += Eigen::Map<const VectorD>(more.data(), sum.size());
  }
  return sum;
}

[[noreturn]] void fail_alike() {
  throw Error(ErrorCode::data, "", "the documents do not differ: there is no direction to learn",
              "give documents with different words");
}

}  // namespace

void require_variation(const std::vector<OwnedRows<double>>& texts, Team& team) {
  constexpr double rounding = 1e-12;  // of the squared lengths
  for (const auto& [language, begins] : texts) {
    VectorD sums(language.cols() + 1);  // of the columns, and of all squares
    sums << language.col_sums(), 0;
    for (const double value : language.values()) sums[language.cols()] += value * value;
    if (!begins.empty()) sums = sum_of_team(sums, team);
    const double n = static_cast<double>(language.rows()), squares = sums[language.cols()];
    if (squares / n - (sums.head(language.cols()) / n).squaredNorm() > rounding * squares / n) return;
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

Projection cl_lsi(const OwnedRows<double>& documents, const ProjectionOptions& options, const Run& run) {
  return singular_projection<double>(CsrOperator<double>(documents, *run.team), options, run);
}

Projection lsi(const OwnedRows<double>& texts, const ProjectionOptions& options, const Run& run) {
  constexpr Index small = 10'000'000;  // entries of the whole matrix
  if (options.exact || texts.matrix.rows() * texts.matrix.cols() <= small) return cl_lsi(texts, options, run);
  return singular_projection<float>(CsrOperator<float>(in_float(texts), *run.team), options, run);
}

Projection pca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run) {
  require_variation(texts, *run.team);
  return singular_projection<double>(CentredTexts(texts, *run.team), options, run);
}

Projection opca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run) {
  require_variation(texts, *run.team);
  const CentredTexts f(texts, *run.team);
  const CsrOperator<double> z(text_differences(texts), *run.team);
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
