// Why a pair scores as it does: word by word, and by the training pairs that pushed it up or down.
#include <algorithm>
#include <cmath>

#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/methods/cooccurrence/phsic.h"

namespace couplet {

namespace {

/// One side of a pair in the joint space, split into the parts its terms bring.
struct SplitSide {
  std::vector<std::string> terms;
  MatrixD parts;     // terms x r; their sum is the side's vector
  VectorD features;  // centred, before the map
};

/// What `shape` sees is measured against its own mean, which leaves `mean`.
void take_shape_means(const JoinedEncoder& encoder, const std::vector<std::string>& terms, VectorD& mean,
                      MatrixD& rows) {
  Index column = 0;
  for (const Encoder& block : encoder.blocks()) {
    for (Index d = 0; block.spec().kind == EncoderKind::shape && d < block.dimension(); ++d) {
      const auto term = std::find(terms.begin(), terms.end(), shape_parts[d]);
      rows(term - terms.begin(), column + d) -= mean[column + d];
      mean[column + d] = 0;
    }
    column += block.dimension();
  }
}

/// The mean of the side is shared out equally: each term is measured against an average term of the training texts.
SplitSide split(const std::string& text, Side side, const PairEncoder& encoder, const Coupling& coupling) {
  const auto terms = encoder.encoder(side).terms(text);
  SplitSide result;
  const Index count = static_cast<Index>(terms.size()), d = encoder.encoder(side).dimension();
  MatrixD rows = MatrixD::Zero(count, d);
  for (Index i = 0; i < count; ++i) {
    result.terms.push_back(terms[i].term);
    rows.row(i) = terms[i].vector.transpose();
  }
  const MatrixD whole = rows.colwise().sum();
  rows = rows * encoder.map(side).kernel().factors(whole).asDiagonal();
  VectorD mean = coupling.mean(side);
  take_shape_means(encoder.encoder(side), result.terms, mean, rows);
  rows.rowwise() -= (mean / static_cast<double>(std::max<Index>(count, 1))).transpose();
  result.features = rows.colwise().sum().transpose();
  result.parts = coupling.map(side, rows);
  if (coupling.options().cosine) {
    const double norm = result.parts.colwise().sum().norm();
    if (norm > 0) result.parts /= norm;
  }
  return result;
}

void sort_by_size(std::vector<Reason>& reasons, std::size_t from) {
  std::stable_sort(reasons.begin() + static_cast<std::ptrdiff_t>(from), reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
}

}  // namespace

Explanation PhsicModel::explain(const std::string& left, const std::string& right, const Run& run) const {
  PairBatch pair;
  pair.left.texts = {left};
  pair.right.texts = {right};
  const PairScore scored = score(pair, run)[0];
  if (!scored.left_known || !scored.right_known)
    throw Error(ErrorCode::data, scored.left_known ? "right text" : "left text", "no word of it is known to the model",
                "there is no score to explain");
  Explanation result;
  result.score = scored.value;

  const bool additive = encoder_->map(Side::left).kernel().has_explicit_features() &&
                        encoder_->map(Side::right).kernel().has_explicit_features() &&
                        !encoder_->encoder(Side::left).has_rows();
  if (additive) {
    const SplitSide u = split(left, Side::left, *encoder_, coupling_),
                    v = split(right, Side::right, *encoder_, coupling_);
    const MatrixD shares = u.parts * v.parts.transpose();
    for (Index i = 0; i < shares.rows(); ++i)
      for (Index j = 0; j < shares.cols(); ++j)
        result.reasons.push_back({"word pair", u.terms[i], v.terms[j], shares(i, j)});
    sort_by_size(result.reasons, 0);
  }

  // score = 1/n sum_i k(x, x_i) l(y, y_i), with k(x, x') = (x - mx)^T K (x' - mx), K = I or (Cxx + aI)^-1; l likewise.
  // With another power p of the spectrum S the left K is Wx U S^(2p - 1) U^T Wx, which is A S^-1 A^T for the map A.
  const std::size_t before = result.reasons.size();
  if (keep_pairs_ > 0) {
    const auto weights = [&](Side side, const std::string& text, const MatrixD& covariance, MatrixD sample) -> VectorD {
      Items item;
      item.texts = {text};
      VectorD x =
          (encoder_->features(side, std::move(item), run).values.row(0).transpose() - coupling_.mean(side)).eval();
      const double length = coupling_.options().cosine ? coupling_.map(side, x.transpose()).norm() : 1;
      const bool reweighted = side == Side::left && coupling_.options().whiten > 0 && coupling_.options().power != 0.5;
      if (reweighted)
        x = coupling_.unmapped(coupling_.map(side, x.transpose()).transpose());
      else if (coupling_.options().whiten > 0)
        x = (ridge_inverse(covariance, coupling_.ridge(side)) * x).eval();
      sample.rowwise() -= coupling_.mean(side).transpose();
      return sample * x / (length > 0 ? length : 1);
    };
    const VectorD k = weights(Side::left, left, statistics_.moments.cov_xx(), statistics_.sample.left());
    const VectorD l = weights(Side::right, right, statistics_.moments.cov_yy(), statistics_.sample.right());
    const auto& entries = statistics_.sample.entries();
    const Index shown = std::min<Index>(keep_pairs_, statistics_.sample.size());
    for (Index i = 0; i < shown; ++i)
      result.reasons.push_back({"training pair", entries[i].left_text, entries[i].right_text,
                                entries[i].weight * k[i] * l[i] / statistics_.moments.weight});
    sort_by_size(result.reasons, before);
    // All that the model keeps no text of: so the reasons add up to the score.
    if (shown < statistics_.moments.count) {
      double rest = result.score;
      for (std::size_t i = before; i < result.reasons.size(); ++i) rest -= result.reasons[i].value;
      result.reasons.push_back({"other training pairs", "", "", rest});
    }
  }
  if (result.reasons.empty())
    throw Error(ErrorCode::usage, "",
                "this model keeps nothing to explain a score by: its kernel is not a sum over words",
                "fit with --keep-pairs N to explain by training pairs");
  return result;
}

}  // namespace couplet
