#include <algorithm>
#include <memory>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/svd_dense.h"
#include "couplet/linalg/truncated_svd.h"
#include "couplet/methods/bridge/projection.h"
#include "couplet/methods/bridge/white_texts.h"

namespace couplet {
namespace {

constexpr Index largest_gram = 4000;

using Sides = std::vector<std::unique_ptr<WhiteTexts>>;  // by language

Sides white_sides(CcaRoute route, const std::vector<OwnedRows<double>>& texts, double g, const Run& run) {
  Sides sides;
  for (const OwnedRows<double>& language : texts)
    sides.push_back(route == CcaRoute::gram ? white_by_gram(language, g, run) : white_by_cholesky(language, g, run));
  return sides;
}

/// W_1^T C_12 W_2, never formed.
class WhiteCovariance final : public LinearOperator<double> {
 public:
  WhiteCovariance(const WhiteTexts& left, const WhiteTexts& right) : left_(left), right_(right) {}
  Index rows() const override { return left_.size(); }
  Index cols() const override { return right_.size(); }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    left_.texts_transposed(right_.texts(x, run), out, run);
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    right_.texts_transposed(left_.texts(x, run), out, run);
  }

 private:
  const WhiteTexts &left_, &right_;
};

/// I + the white covariances of all pairs of languages: its eigenvectors are those of the pencil, and no eigenvalue is
/// below 0.
class ManyCovariances final : public LinearOperator<double> {
 public:
  explicit ManyCovariances(const Sides& sides) : sides_(sides) {
    for (const auto& side : sides) size_ += side->size();
  }
  Index rows() const override { return size_; }
  Index cols() const override { return size_; }
  void apply(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    std::vector<MatrixD> own;
    MatrixD all = MatrixD::Zero(sides_[0]->documents(), x.cols());
    for (Index m = 0, first = 0; m < std::ssize(sides_); first += side(m).size(), ++m) {
      own.push_back(side(m).texts(x.middleRows(first, side(m).size()), run));
      all += own.back();
    }
    for (Index m = 0, first = 0; m < std::ssize(sides_); first += side(m).size(), ++m) {
      MatrixD part(side(m).size(), x.cols());
      side(m).texts_transposed(all - own[m], part, run);
      out.middleRows(first, part.rows()) = part + x.middleRows(first, part.rows());
    }
  }
  void apply_transposed(const ConstRef<double>& x, MutableRef<double> out, const Run& run) const override {
    apply(x, out, run);
  }

 private:
  const WhiteTexts& side(Index m) const { return *sides_[m]; }
  const Sides& sides_;
  Index size_ = 0;
};

MatrixD terms_below_each_other(const Sides& sides, const std::vector<MatrixD>& directions, const Run& run) {
  Index terms = 0;
  for (const auto& side : sides) terms += side->terms();
  MatrixD result(terms, directions[0].cols());
  for (std::size_t m = 0, first = 0; m < sides.size(); first += static_cast<std::size_t>(sides[m]->terms()), ++m)
    result.middleRows(static_cast<Index>(first), sides[m]->terms()) = sides[m]->whiten(directions[m], run);
  return result;
}

Projection two_languages(const Sides& sides, const ProjectionOptions& options, const Run& run) {
  const TruncatedSvd<double> svd =
      truncated_svd<double>(WhiteCovariance(*sides[0], *sides[1]), options.dimension, {.exact = options.exact}, run);
  Projection result;
  result.values = svd.s;
  result.residual = svd.residual;
  result.converged = svd.converged;
  result.terms = terms_below_each_other(sides, {svd.u, svd.v}, run);
  return result;
}

Projection many_languages(const Sides& sides, const ProjectionOptions& options, const Run& run) {
  const TruncatedSvd<double> svd =
      truncated_svd<double>(ManyCovariances(sides), options.dimension, {.exact = options.exact}, run);
  Index kept = 0;  // 1 and less are directions in which no two languages go together
  while (kept < svd.s.size() && svd.s[kept] > 1 + 1e-9) ++kept;
  Projection result;
  result.values = svd.s.head(kept).array() - 1;
  result.residual = svd.residual;
  result.converged = svd.converged;
  std::vector<MatrixD> directions;
  for (Index m = 0, first = 0; m < std::ssize(sides); first += sides[m]->size(), ++m)
    directions.push_back(svd.v.block(first, 0, sides[m]->size(), kept));
  result.terms = terms_below_each_other(sides, directions, run);
  return result;
}

}  // namespace

Projection cca_by(CcaRoute route, const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options,
                  const Run& run) {
  if (texts.size() < 2) throw Error(ErrorCode::internal, "cca", "takes two languages or more");
  require_variation(texts, *run.team);
  const Sides sides = white_sides(route, texts, options.regulariser, run);
  Projection result = texts.size() == 2 ? two_languages(sides, options, run) : many_languages(sides, options, run);
  result.route = route == CcaRoute::gram ? "Gram" : "Cholesky";
  MatrixD none(0, result.terms.cols());
  fix_signs(result.terms, none);
  check_dimension(result, options, run);
  return result;
}

Projection cca(const std::vector<OwnedRows<double>>& texts, const ProjectionOptions& options, const Run& run) {
  Index fewest_terms = texts[0].matrix.cols();
  for (const auto& [language, begins] : texts) fewest_terms = std::min(fewest_terms, language.cols());
  const bool few = texts[0].matrix.rows() <= std::min(largest_gram, fewest_terms);
  return cca_by(few ? CcaRoute::gram : CcaRoute::cholesky, texts, options, run);
}

}  // namespace couplet
