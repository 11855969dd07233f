#include "couplet/methods/cooccurrence/moments.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {

Moments::Moments(Index dx, Index dy)
    : mean_x(VectorD::Zero(dx)),
      mean_y(VectorD::Zero(dy)),
      xx(MatrixD::Zero(dx, dx)),
      yy(MatrixD::Zero(dy, dy)),
      xy(MatrixD::Zero(dx, dy)) {}

namespace {

/// Upper triangle by BLAS syrk (half the work of a full product), then mirrored.
MatrixD self_product(const MatrixD& rows) {
  MatrixD product = MatrixD::Zero(rows.cols(), rows.cols());
  product.selfadjointView<Eigen::Upper>().rankUpdate(rows.transpose());
  product.triangularView<Eigen::StrictlyLower>() = product.transpose();
  return product;
}

/// Returns the mean; rows are centred and, with weights, each is multiplied by the root of its own.
VectorD centre(MatrixD& rows, const Eigen::Map<const VectorD>& weights, double total) {
  const VectorD mean =
      weights.size() == 0 ? VectorD(rows.colwise().mean().transpose()) : VectorD(rows.transpose() * weights / total);
  rows.rowwise() -= mean.transpose();
  if (weights.size() > 0) rows.array().colwise() *= weights.array().sqrt();
  return mean;
}

}  // namespace

Moments Moments::of(MatrixD& x, MatrixD& y, std::span<const double> weights) {
  if (x.rows() == 0) return Moments(x.cols(), y.cols());
  const Eigen::Map<const VectorD> each(weights.data(), std::ssize(weights));
  Moments block;
  block.count = x.rows();
  block.weight = weights.empty() ? static_cast<double>(block.count) : each.sum();
  block.mean_x = centre(x, each, block.weight);
  block.mean_y = centre(y, each, block.weight);
  block.xx = self_product(x);
  block.yy = self_product(y);
  block.xy.noalias() = x.transpose() * y;
  return block;
}

void Moments::add(const Moments& other) {
  if (other.count == 0) return;
  const double na = weight, nb = other.weight, n = na + nb;
  const VectorD dx = other.mean_x - mean_x, dy = other.mean_y - mean_y;
  const double factor = na * nb / n;
  xx += other.xx;
  xx.noalias() += factor * dx * dx.transpose();
  yy += other.yy;
  yy.noalias() += factor * dy * dy.transpose();
  xy += other.xy;
  xy.noalias() += factor * dx * dy.transpose();
  mean_x += nb / n * dx;
  mean_y += nb / n * dy;
  count += other.count;
  weight = n;
}

void Moments::remove(const Moments& other) {
  if (other.count == 0) return;
  if (other.count >= count)
    throw Error(ErrorCode::data, "", fmt::format("{} pairs to remove, the model was fitted on {}", other.count, count),
                "remove only pairs that the model was fitted on, and leave at least one");
  const double n = weight, nb = other.weight, na = n - nb;
  if (!(na > 0))
    throw Error(ErrorCode::data, "", "the pairs to remove weigh more than those the model was fitted on",
                "remove only pairs that the model was fitted on, with their grades");
  // Means before `other` was added, then the co-moments of add() taken back.
  mean_x = (n * mean_x - nb * other.mean_x) / na;
  mean_y = (n * mean_y - nb * other.mean_y) / na;
  const VectorD dx = other.mean_x - mean_x, dy = other.mean_y - mean_y;
  const double factor = na * nb / n, rounding = 1e-9 * (xx.trace() + yy.trace());
  xx -= other.xx;
  xx.noalias() -= factor * dx * dx.transpose();
  yy -= other.yy;
  yy.noalias() -= factor * dy * dy.transpose();
  xy -= other.xy;
  xy.noalias() -= factor * dx * dy.transpose();
  count -= other.count;
  weight = na;
  if (xx.diagonal().minCoeff() < -rounding || yy.diagonal().minCoeff() < -rounding)
    throw Error(ErrorCode::data, "", "the pairs to remove vary more than those the model was fitted on",
                "remove only pairs that the model was fitted on");
}

void Moments::write(PartWriter& writer) const {
  for (const Index size : {count, mean_x.size(), mean_y.size()}) writer.put(size);
  writer.put(weight);
  const auto put = [&](const auto& values) {
    writer.put_list(std::span<const double>(values.data(), static_cast<std::size_t>(values.size())));
  };
  put(mean_x), put(mean_y), put(xx), put(yy), put(xy);
}

Moments Moments::read(PartReader& reader) {
  const auto count = reader.get<Index>(), dx = reader.get<Index>(), dy = reader.get<Index>();
  Moments moments(dx, dy);
  moments.count = count;
  moments.weight = reader.get<double>();
  const auto get = [&](auto& values) {
    const auto list = reader.get_list<double>();
    std::copy(list.begin(), list.end(), values.data());
  };
  get(moments.mean_x), get(moments.mean_y), get(moments.xx), get(moments.yy), get(moments.xy);
  return moments;
}

double Moments::hsic() const { return count == 0 ? 0 : cov_xy().squaredNorm(); }

}  // namespace couplet
