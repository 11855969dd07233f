#include "couplet/linalg/truncated_svd.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/bidiagonalisation.h"
#include "couplet/linalg/operators.h"
#include "couplet/linalg/svd_dense.h"

namespace couplet {
namespace {

template <class T>
constexpr double epsilon = static_cast<double>(std::numeric_limits<T>::epsilon());

/// Below this share of the largest singular value there is only rounding.
template <class T>
double rank_floor(Index m, Index n) {
  return std::max(16 * epsilon<T>, static_cast<double>(std::max(m, n)) * epsilon<double>);
}

/// Is the dense way the better one? Its cost is about 8 max(m, n) min(m, n)^2.
bool small_enough(Index m, Index n, Index k) {
  const Index least = std::min(m, n);
  if (least <= 96) return true;
  return m * n <= 9'000'000 && (least <= 400 || 3 * k >= least);
}

template <class T>
TruncatedSvd<T> dense_svd(const LinearOperator<T>& a, Index k, const Run& run) {
  const Index m = a.rows(), n = a.cols(), least = std::min(m, n);
  const Matrix<T> identity = Matrix<T>::Identity(least, least);
  MatrixD whole(m, n);
  if (n <= m) {
    Matrix<T> product(m, n);
    a.apply(identity, product, run);
    whole = product.template cast<double>();
  } else {
    Matrix<T> product(n, m);
    a.apply_transposed(identity, product, run);
    whole = product.transpose().template cast<double>();
  }
  if (!whole.allFinite())
    throw Error(ErrorCode::data, "operator", "a product is not a finite number", "check the data for extreme values");
  const DenseSvd<double> svd = svd_dense<double>(whole);
  const double floor = svd.s.size() > 0 ? rank_floor<T>(m, n) * svd.s[0] : 0;
  Index r = 0;
  while (r < std::min(k, svd.s.size()) && svd.s[r] > floor) ++r;
  TruncatedSvd<T> result;
  result.u = svd.u.leftCols(r).template cast<T>();
  result.s = svd.s.head(r).template cast<T>();
  result.v = svd.v.leftCols(r).template cast<T>();
  return result;
}

/// (I - U U^T) A: with A V = U B it forgets V too.
template <class T>
class Deflated final : public LinearOperator<T> {
 public:
  Deflated(const LinearOperator<T>& a, const Bidiagonalisation<T>& known) : a_(a), known_(known) {}
  Index rows() const override { return a_.rows(); }
  Index cols() const override { return a_.cols(); }
  void apply(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    Matrix<T> product(rows(), x.cols());
    a_.apply(x, product, run);
    known_.u().project_out(product, run);
    out = product;
  }
  void apply_transposed(const ConstRef<T>& x, MutableRef<T> out, const Run& run) const override {
    Matrix<T> product(cols(), x.cols());
    a_.apply_transposed(x, product, run);
    known_.v().project_out(product, run);
    out = product;
  }

 private:
  const LinearOperator<T>& a_;
  const Bidiagonalisation<T>& known_;
};

template <class T>
class KrylovSvd {
 public:
  KrylovSvd(const LinearOperator<T>& a, Index k, const SvdOptions& options, const Run& run)
      : a_(a),
        k_(std::min({k, a.rows(), a.cols()})),
        options_(options),
        run_(run),
        tolerance_(options.tolerance > 0 ? options.tolerance
                   : options.exact       ? 1e-8
                                         : 5e-3),
        block_(std::min(options.block > 0 ? options.block : Index(k_ >= 400 ? 32 : 16), std::min(a.rows(), a.cols()))),
        capacity_(choose_capacity()),
        state_(a, capacity_, run) {}

  TruncatedSvd<T> solve() {
    const Stage stage(*run_.observer, "singular values", 0, "block products");
    state_.add_random(block_, stream_++);
    Index next_test = first_test();
    for (;;) {
      run_.stop->check();
      if (state_.next_width() == 0 && state_.rank() < k_ && look_elsewhere()) continue;
      const bool spent = iterations_ >= options_.max_iterations;
      const bool last = spent || state_.next_width() == 0 || !room();
      if (last || state_.size() >= next_test) {
        RitzTriplets ritz = state_.estimates(tested());
        if (options_.exact && !accurate(ritz, std::min(k_, ritz.s.size()))) ritz = state_.triplets();
        const double excess = worst_excess(ritz);
        next_test = state_.size() + steps_until_done(excess);
        if (last || excess <= 1) {
          const bool good = excess <= 1;
          if (spent || (good && !find_missed(ritz))) return finish(ritz, good);
          if (!room()) {
            if (ritz.y.size() == 0) ritz = state_.triplets();
            if (state_.next_width() == 0 || ritz.s.size() <= keep()) return finish(ritz, good);
            state_.restart(ritz, keep());
            next_test = capacity_;
          }
        }
      }
      expand();
    }
  }

 private:
  /// By the shape alone: the memory there is must not change the result. What is never filled is never touched.
  Index choose_capacity() const {
    const Index least = std::min(a_.rows(), a_.cols()), usual = 6 * k_ + 20 * block_;
    const Index wanted = options_.max_basis > 0 ? std::min(usual, options_.max_basis) : usual;
    const Index capacity = std::min(std::max(wanted, k_ + 4 * block_), least + block_);
    require_memory(std::min(capacity, first_test()));  // before the work begins
    return capacity;
  }

  /// Error(io) when the budget does not hold a basis of that size.
  void require_memory(Index size) const {
    run_.memory.require(size * (a_.rows() + a_.cols()) * Index(sizeof(T)), "the Krylov basis of the truncated SVD");
  }

  /// Size of the basis that is tested first: no smaller one is the end.
  Index first_test() const { return 2 * k_ + 2 * block_; }

  bool room() const { return state_.size() + state_.next_width() <= capacity_; }

  /// Triplets looked at by a test: a twentieth more than wanted, because one that still grows may belong among the
  /// wanted ones.
  Index tested() const { return k_ + std::max<Index>(4, k_ / 20); }

  /// Are the first r values of an estimate far from rounding?
  static bool accurate(const RitzTriplets& ritz, Index r) { return r == 0 || ritz.s[r - 1] > 1e-3 * ritz.s[0]; }

  /// Triplets kept by a restart: the wanted ones and some next to them.
  Index keep() const { return std::min(k_ + std::max(block_, (capacity_ - k_) / 4), capacity_ - 2 * block_); }

  void expand() {
    require_memory(state_.size() + state_.next_width());
    state_.expand();
    ++iterations_;
    run_.observer->advance(iterations_);
  }

  /// The wanted triplets that are not rounding.
  Index real(const RitzTriplets& ritz) const {
    Index r = 0;
    while (r < std::min(k_, ritz.s.size()) && ritz.s[r] > rank_floor<T>(a_.rows(), a_.cols()) * ritz.s[0]) ++r;
    return r;
  }

  /// The largest residual as a multiple of what is allowed; 1 or less: done.
  double worst_excess(const RitzTriplets& ritz) const {
    if (ritz.s.size() == 0) return 0;
    if (ritz.s.size() < k_ && state_.next_width() > 0) return std::numeric_limits<double>::infinity();
    const double rounding = 32 * epsilon<T> * ritz.s[0];
    const Index count = std::min(tested(), ritz.s.size());
    double worst = 0;
    for (Index i = 0; i < count; ++i)
      worst = std::max(worst, ritz.residuals[i] / std::max(tolerance_ * ritz.s[i], rounding));
    return worst;
  }

  /// Basis vectors to add before the next test. The residual falls faster and faster, so a line through two tests
  /// overshoots: go half of the way it says.
  Index steps_until_done(double excess) {
    const Index size = state_.size();
    Index steps = size / 8;
    if (excess > 1 && last_excess_ > excess && size > last_size_) {
      const double rate = std::log(last_excess_ / excess) / static_cast<double>(size - last_size_);
      steps = static_cast<Index>(std::min(0.5 * std::log(excess) / rate, static_cast<double>(size / 6)));
    }
    last_excess_ = excess;
    last_size_ = size;
    return std::max(steps, block_);
  }

  /// The space ran dry before k triplets were found: start again beside it. False when A is zero there.
  bool look_elsewhere() {
    const Index before = state_.rank();
    state_.add_random(std::min(block_, capacity_ - state_.size()), stream_++);
    if (state_.next_width() > 0) expand();
    return state_.rank() > before;
  }

  /// A Krylov space holds of a multiple singular value at most as many vectors as its block has. Looks, with a short
  /// run from a random start, for anything larger than the smallest wanted value in what is left of A; such directions
  /// join the next block.
  bool find_missed(const RitzTriplets& ritz) {
    if (options_.max_iterations <= probe_steps || state_.size() >= std::min(a_.rows(), a_.cols())) return false;
    const Deflated<T> rest(a_, state_);
    SvdOptions options;
    options.block = probe_width_;
    options.max_iterations = probe_steps;
    options.max_basis = probe_width_ * (probe_steps + 2);
    options.left = false;
    Run quiet = run_;
    quiet.observer = &Observer::silent();
    quiet.seed = run_.seed + (stream_++ << 16);
    KrylovSvd<T> probe(rest, probe_width_, options, quiet);
    const TruncatedSvd<T> found = probe.solve();
    iterations_ += found.iterations;
    const double least = real(ritz) == k_    ? ritz.s[k_ - 1] * (1 + tolerance_)
                         : ritz.s.size() > 0 ? rank_floor<T>(a_.rows(), a_.cols()) * ritz.s[0]
                                             : 0;
    Index missed = 0;
    while (missed < found.s.size() && static_cast<double>(found.s[missed]) > least) ++missed;
    if (missed == 0) return false;
    missed = std::min(missed, capacity_ - keep() - state_.next_width());  // what fits after a restart
    if (missed <= 0) {
      incomplete_ = true;
      return false;
    }
    state_.add_directions(found.v.leftCols(missed));
    probe_width_ = std::min<Index>(2 * probe_width_, 64);
    return true;
  }

  TruncatedSvd<T> finish(RitzTriplets ritz, bool good) const {
    Index r = real(ritz);
    TruncatedSvd<T> result{Matrix<T>(a_.rows(), 0), Vector<T>(0), Matrix<T>(a_.cols(), 0)};
    result.iterations = iterations_;
    result.converged = good && !incomplete_;
    if (r == 0) return result;
    if (ritz.y.cols() < r) {  // an estimate: as it is when it is far from rounding
      if (accurate(ritz, r))
        state_.complete(ritz, r);
      else
        ritz = state_.triplets();
      r = real(ritz);
    }
    if (options_.left) result.u = state_.u().combine(ritz.x.leftCols(r), run_);
    result.v = state_.v().combine(ritz.y.leftCols(r), run_);
    result.s = ritz.s.head(r).template cast<T>();
    for (Index i = 0; i < r; ++i) result.residual = std::max(result.residual, ritz.residuals[i] / ritz.s[i]);
    return result;
  }

  static constexpr Index probe_steps = 4;
  const LinearOperator<T>& a_;
  Index k_;
  const SvdOptions& options_;
  const Run& run_;
  double tolerance_;
  Index block_, capacity_;
  Bidiagonalisation<T> state_;
  Index iterations_ = 0, probe_width_ = 8, last_size_ = 0;
  double last_excess_ = 0;
  bool incomplete_ = false;  // something was missed that there is no room for
  std::uint64_t stream_ = 0;
};

}  // namespace

template <class T>
TruncatedSvd<T> truncated_svd(const LinearOperator<T>& a, Index k, const SvdOptions& options, const Run& run) {
  if (k < 1) throw Error(ErrorCode::usage, "singular vectors", "at least 1 must be asked for");
  if (!(options.tolerance >= 0) || options.block < 0 || options.max_iterations < 1 || options.max_basis < 0)
    throw Error(ErrorCode::usage, "SVD options", "must not be negative");
  if (a.rows() == 0 || a.cols() == 0) return {Matrix<T>(a.rows(), 0), Vector<T>(0), Matrix<T>(a.cols(), 0)};
  if (small_enough(a.rows(), a.cols(), k)) return dense_svd(a, k, run);
  // The right-hand side is the one that is orthogonalised in full: let it be the shorter one.
  TruncatedSvd<T> result;
  if (a.cols() <= a.rows()) {
    result = KrylovSvd<T>(a, k, options, run).solve();
  } else {
    const TransposedOperator<T> transposed(a);
    SvdOptions both = options;
    both.left = true;  // of the transpose: v
    result = KrylovSvd<T>(transposed, k, both, run).solve();
    result.u.swap(result.v);
  }
  if (result.u.cols() == result.v.cols()) fix_signs(result.u, result.v);
  return result;
}

template TruncatedSvd<float> truncated_svd(const LinearOperator<float>&, Index, const SvdOptions&, const Run&);
template TruncatedSvd<double> truncated_svd(const LinearOperator<double>&, Index, const SvdOptions&, const Run&);

}  // namespace couplet
