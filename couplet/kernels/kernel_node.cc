#include "couplet/kernels/kernel_node.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "couplet/kernels/exponential.h"
#include "couplet/linalg/lapack.h"

namespace couplet {
namespace {

/// Four running sums: vector code without leave to reorder, and the same order at every address.
template <class Term>
double sum_of(Index count, Term&& term) {
  double sum[4] = {};
  Index i = 0;
  for (; i + 4 <= count; i += 4)
    for (Index c = 0; c < 4; ++c) sum[c] += term(i + c);
  for (; i < count; ++i) sum[0] += term(i);
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

const double* row_of(const ConstRef<double>& x, Index i) { return x.data() + i * x.outerStride(); }

double squared_norm(const double* x, Index d) {
  return sum_of(d, [x](Index i) { return x[i] * x[i]; });
}

VectorD squared_norms(const ConstRef<double>& x) {
  VectorD norms(x.rows());
  for (Index i = 0; i < x.rows(); ++i) norms[i] = squared_norm(row_of(x, i), x.cols());
  return norms;
}

double squared_distance(const double* x, const double* y, Index d) {
  return sum_of(d, [x, y](Index i) { return (x[i] - y[i]) * (x[i] - y[i]); });
}

void dot_products(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) {
  gemm(Transpose::no, Transpose::yes, 1.0, x, y, 0.0, out);
}

void exponentials_of(MutableRef<double> out) {
  if (out.outerStride() == out.cols()) return exponentials(out.data(), out.size());
  for (Index i = 0; i < out.rows(); ++i) exponentials(out.data() + i * out.outerStride(), out.cols());
}

class Linear final : public Kernel::Node {
 public:
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    dot_products(x, y, out);
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override { out = squared_norms(x); }
  std::string spec() const override { return "linear"; }
  bool has_explicit_features() const override { return true; }
};

class Cosine final : public Kernel::Node {
 public:
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    dot_products(x, y, out);
    const VectorD x_scale = inverse_norms(x), y_scale = inverse_norms(y);
    for (Index i = 0; i < x.rows(); ++i)
      for (Index j = 0; j < y.rows(); ++j) out(i, j) *= x_scale[i] * y_scale[j];
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override {
    out = inverse_norms(x);
    for (double& value : out) value = value > 0 ? 1.0 : 0.0;
  }
  std::string spec() const override { return "cosine"; }
  bool has_explicit_features() const override { return true; }
  void features(MutableRef<double> rows) const override {
    const VectorD scale = inverse_norms(rows);
    for (Index i = 0; i < rows.rows(); ++i)
      for (Index j = 0; j < rows.cols(); ++j) rows(i, j) *= scale[i];
  }

 private:
  /// 1 / |x|, and 0 for the zero vector, whose cosine with anything is 0 by definition.
  static VectorD inverse_norms(const ConstRef<double>& x) {
    VectorD norms = squared_norms(x);
    for (double& value : norms) value = value > 0 ? 1.0 / std::sqrt(value) : 0.0;
    return norms;
  }
};

class Rbf final : public Kernel::Node {
 public:
  explicit Rbf(double sigma) : sigma_(sigma), rate_(0.5 / (sigma * sigma)) {}
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    dot_products(x, y, out);
    const VectorD xx = squared_norms(x), yy = squared_norms(y);
    const double yy_largest = yy.size() > 0 ? yy.maxCoeff() : 0;
    for (Index i = 0; i < x.rows(); ++i) {
      // |x|^2 + |y|^2 - 2 x.y loses digits when the vectors are long beside sigma: then take the differences
      // themselves.
      const bool expand = (xx[i] + yy_largest) * rate_ < longest_expanded;
      for (Index j = 0; j < y.rows(); ++j) {
        const double distance =
            expand ? xx[i] + yy[j] - 2 * out(i, j) : squared_distance(row_of(x, i), row_of(y, j), x.cols());
        out(i, j) = distance > 0 ? -rate_ * distance : 0.0;
      }
    }
    exponentials_of(out);
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override { out = VectorD::Ones(x.rows()); }
  std::string spec() const override { return fmt::format("rbf:sigma={}", sigma_); }

 private:
  static constexpr double longest_expanded = 2e4;  // times 2.2e-16 and a few roundings: an exponent good to 1e-11
  double sigma_, rate_;
};

class Laplacian final : public Kernel::Node {
 public:
  explicit Laplacian(double sigma) : sigma_(sigma) {}
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    for (Index i = 0; i < x.rows(); ++i)
      for (Index j = 0; j < y.rows(); ++j) {
        const double *a = row_of(x, i), *b = row_of(y, j);
        out(i, j) = -sum_of(x.cols(), [a, b](Index c) { return std::abs(a[c] - b[c]); }) / sigma_;
      }
    exponentials_of(out);
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override { out = VectorD::Ones(x.rows()); }
  std::string spec() const override { return fmt::format("laplacian:sigma={}", sigma_); }

 private:
  double sigma_;
};

class Polynomial final : public Kernel::Node {
 public:
  Polynomial(double scale, double offset, int degree) : scale_(scale), offset_(offset), degree_(degree) {}
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    dot_products(x, y, out);
    for (Index i = 0; i < out.rows(); ++i)
      for (Index j = 0; j < out.cols(); ++j) out(i, j) = value(out(i, j));
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override {
    out = squared_norms(x);
    for (double& dot : out) dot = value(dot);
  }
  std::string spec() const override {
    return fmt::format("poly:scale={},offset={},degree={}", scale_, offset_, degree_);
  }

 private:
  double value(double dot) const {
    const double base = scale_ * dot + offset_;
    double power = base;
    for (int k = 1; k < degree_; ++k) power *= base;
    return power;
  }
  double scale_, offset_;
  int degree_;
};

/// A sum or a product of two kernels, which is a kernel again.
class Pair final : public Kernel::Node {
 public:
  Pair(bool sum, KernelNode left, KernelNode right) : sum_(sum), left_(std::move(left)), right_(std::move(right)) {}
  void evaluate(const ConstRef<double>& x, const ConstRef<double>& y, MutableRef<double> out) const override {
    MatrixD other(out.rows(), out.cols());
    left_->evaluate(x, y, out);
    right_->evaluate(x, y, other);
    if (sum_)
      out += other;
    else
      out.array() *= other.array();
  }
  void diagonal(const ConstRef<double>& x, VectorD& out) const override {
    VectorD other;
    left_->diagonal(x, out);
    right_->diagonal(x, other);
    if (sum_)
      out += other;
    else
      out.array() *= other.array();
  }
  std::string spec() const override {
    if (sum_) return fmt::format("{}+{}", left_->spec(), right_->spec());
    const auto factor = [](const Kernel::Node& node) {
      return node.is_sum() ? fmt::format("({})", node.spec()) : node.spec();
    };
    return fmt::format("{}*{}", factor(*left_), factor(*right_));
  }
  bool is_sum() const override { return sum_; }

 private:
  bool sum_;
  KernelNode left_, right_;
};

}  // namespace

KernelNode linear_kernel() { return std::make_shared<Linear>(); }
KernelNode cosine_kernel() { return std::make_shared<Cosine>(); }
KernelNode rbf_kernel(double sigma) { return std::make_shared<Rbf>(sigma); }
KernelNode laplacian_kernel(double sigma) { return std::make_shared<Laplacian>(sigma); }
KernelNode polynomial_kernel(double scale, double offset, int degree) {
  return std::make_shared<Polynomial>(scale, offset, degree);
}
KernelNode kernel_sum(KernelNode left, KernelNode right) {
  return std::make_shared<Pair>(true, std::move(left), std::move(right));
}
KernelNode kernel_product(KernelNode left, KernelNode right) {
  return std::make_shared<Pair>(false, std::move(left), std::move(right));
}

}  // namespace couplet
