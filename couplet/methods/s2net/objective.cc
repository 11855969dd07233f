#include "couplet/methods/s2net/objective.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/linalg/long_vectors.h"
#include "couplet/methods/s2net/ranking_terms.h"

namespace couplet {
namespace {

constexpr Index finish_block = 64;

template <class T>
const S2NetProblem<T>& checked(const S2NetProblem<T>& problem, const S2NetLoss& loss) {
  check_problem(problem);
  const auto fail = [](const char* what) { throw Error(ErrorCode::usage, "s2net", what); };
  if (!(loss.gamma > 0) || !std::isfinite(loss.gamma)) fail("gamma must be positive");
  if (!(loss.triple_weight >= 0) || !std::isfinite(loss.triple_weight))
    fail("the triples' weight must not be negative");
  if (loss.squared &&
      std::any_of(problem.pairs.begin(), problem.pairs.end(), [](const S2NetPair& pair) { return pair.opposite; }))
    fail("opposite pairs have no squared loss");
  if (!(loss.pull >= 0) || !std::isfinite(loss.pull)) fail("the pull to the start must not be negative");
  return problem;
}

template <class T>
Contests contests_of(const S2NetProblem<T>& problem, std::span<const Index> competitors) {
  if (!competitors.empty()) return Contests(problem, competitors);
  std::vector<Index> all(problem.right->rows());
  std::iota(all.begin(), all.end(), Index{0});
  return Contests(problem, all);
}

std::vector<Links::Link> links_of(const Contests& contests, const std::vector<S2NetTriple>& triples) {
  std::vector<Links::Link> links;
  links.reserve(contests.all().size() + 2 * triples.size());
  for (const Contest& contest : contests.all()) links.push_back({contest.left, contest.right});
  for (const S2NetTriple& triple : triples) {
    links.push_back({triple.left, triple.better});
    links.push_back({triple.left, triple.worse});
  }
  return links;
}

std::vector<S2NetTriple> with_total_one(std::vector<S2NetTriple> triples) {
  double total = 0;
  for (const S2NetTriple& triple : triples) total += triple.weight;
  for (S2NetTriple& triple : triples) triple.weight /= total;
  return triples;
}

template <class T>
std::span<const T> span_of(const ConstRef<T>& m) {
  return {m.data(), static_cast<std::size_t>(m.size())};
}

}  // namespace

template <class T>
S2NetObjective<T>::S2NetObjective(const S2NetProblem<T>& problem, const S2NetLoss& loss, std::vector<Index> competitors)
    : loss_(loss),
      one_collection_(checked(problem, loss).one_collection()),
      one_projection_(problem.one_projection()),
      triples_(with_total_one(problem.triples)),
      competitors_(std::move(competitors)),
      contests_(contests_of(problem, competitors_)),
      links_(links_of(contests_, triples_), problem.left->rows(), problem.right->rows()) {
  left_.texts = problem.left;
  right_.texts = problem.right;
  if (competitors_.empty()) return;
  competitor_of_.assign(problem.right->rows(), -1);
  for (std::size_t c = 0; c < competitors_.size(); ++c)
    competitor_of_.at(static_cast<std::size_t>(competitors_[c])) = static_cast<Index>(c);
}

template <class T>
bool S2NetObjective<T>::project(Side& side, const ConstRef<T>& projection, const Run& run) {
  const Index n = side.texts->rows();
  side.unit.resize(n, projection.cols());
  side.length.resize(n);
  side.texts->apply(projection, side.unit, run);
  run.stop->check();
  run.pool.for_blocks(n, finish_block, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      auto row = side.unit.row(i);
      side.length[i] = row.template cast<double>().norm();
      if (side.length[i] > 0) row = (row.template cast<double>() / side.length[i]).template cast<T>();
    }
  });
  empty_texts_ += (side.length.array() == 0).count();
  return side.length.allFinite();
}

template <class T>
double S2NetObjective<T>::add_triples() {
  double loss = 0;
  std::size_t at = contests_.all().size();
  for (const S2NetTriple& triple : triples_) {
    const double better = similarities_[at], worse = similarities_[at + 1];
    const double weight = loss_.triple_weight * triple.weight;
    if (loss_.squared) {
      loss += weight * ((1 - better) * (1 - better) + worse * worse) / 2;
      coefficients_[at] = -weight * (1 - better);
      coefficients_[at + 1] = weight * worse;
    } else {
      const double x = loss_.gamma * (worse - better);
      loss += weight * soft_plus(x);
      coefficients_[at] = -loss_.gamma * weight * logistic(x);
      coefficients_[at + 1] = -coefficients_[at];
    }
    at += 2;
  }
  return loss;
}

template <class T>
void S2NetObjective<T>::finish_row(Side& side, Index row, VectorD& sum) {
  const double length = side.length[row];
  if (length == 0) {
    side.gradient.row(row).setZero();
    return;
  }
  // d cos / d g = (d cos / d u - (d cos / d u . u) u) / |g|,  u = g / |g|
  const VectorD unit = side.unit.row(row).transpose().template cast<double>();
  sum -= sum.dot(unit) * unit;
  side.gradient.row(row) = (sum / length).template cast<T>().transpose();
}

template <class T>
void S2NetObjective<T>::finish_left(const Run& run) {
  left_.gradient.resize(left_.unit.rows(), left_.unit.cols());
  run.pool.for_blocks(left_.unit.rows(), finish_block, [&](Index begin, Index end) {
    VectorD sum(left_.unit.cols());
    for (Index row = begin; row < end; ++row) {
      sum.setZero();
      if (!contests_.empty()) sum += negatives_.scale * negatives_.left.row(row).transpose().template cast<double>();
      links_.add_to_left(row, coefficients_, right().unit, sum);
      if (one_collection_) add_to_right_row(row, sum);
      finish_row(left_, row, sum);
    }
  });
}

template <class T>
void S2NetObjective<T>::add_to_right_row(Index row, VectorD& sum) const {
  const Index competitor = competitor_of_.empty() ? row : competitor_of_[row];
  if (!contests_.empty() && competitor >= 0)
    sum += negatives_.scale * negatives_.competitors.row(competitor).transpose().template cast<double>();
  links_.add_to_right(row, coefficients_, left_.unit, sum);
}

template <class T>
void S2NetObjective<T>::finish_right(const Run& run) {
  right_.gradient.resize(right_.unit.rows(), right_.unit.cols());
  run.pool.for_blocks(right_.unit.rows(), finish_block, [&](Index begin, Index end) {
    VectorD sum(right_.unit.cols());
    for (Index row = begin; row < end; ++row) {
      sum.setZero();
      add_to_right_row(row, sum);
      finish_row(right_, row, sum);
    }
  });
}

template <class T>
double S2NetObjective<T>::add_pull(const ConstRef<T>& projection, MutableRef<T> gradient, const Run& run) const {
  if (loss_.pull == 0) return 0;
  if (!start_ || start_->rows() != projection.rows() || start_->cols() != projection.cols())
    throw Error(ErrorCode::internal, "s2net", "no start to be pulled to");
  const std::span<T> to(gradient.data(), static_cast<std::size_t>(gradient.size()));
  add_scaled<T>(loss_.pull, span_of<T>(projection), to, run.pool);
  add_scaled<T>(-loss_.pull, span_of<T>(*start_), to, run.pool);
  return loss_.pull / 2 * squared_distance<T>(span_of<T>(projection), span_of<T>(*start_), run.pool);
}

template <class T>
double S2NetObjective<T>::evaluate(const ConstRef<T>& projection, MutableRef<T> gradient, const Run& run) {
  const Index v_left = left_.texts->cols(), v_right = right_.texts->cols();
  const Index rows = v_left + (one_projection_ ? 0 : v_right);
  if (projection.rows() != rows || gradient.rows() != rows || gradient.cols() != projection.cols() ||
      projection.outerStride() != projection.cols() || gradient.outerStride() != gradient.cols())
    throw Error(ErrorCode::internal, "s2net", "shapes do not fit");

  empty_texts_ = 0;
  bool finite = project(left_, projection.topRows(v_left), run);
  if (!one_collection_) finite &= project(right_, projection.bottomRows(v_right), run);
  if (!finite) {
    gradient.setZero();
    return std::numeric_limits<double>::quiet_NaN();
  }

  similarities_ = links_.products(left_.unit, right().unit, run);
  coefficients_.assign(links_.size(), 0.0);
  double loss = add_triples();
  if (!contests_.empty()) {
    if (!competitors_.empty()) {
      competitors_unit_.resize(std::ssize(competitors_), projection.cols());
      for (std::size_t c = 0; c < competitors_.size(); ++c)
        competitors_unit_.row(static_cast<Index>(c)) = right().unit.row(competitors_[c]);
    }
    compare_with_all(contests_, left_.unit, competitors_.empty() ? right().unit : competitors_unit_, similarities_,
                     loss_.gamma, loss_.squared, negatives_, run);
    loss += negatives_.loss;
    for (std::size_t i = 0; i < contests_.all().size(); ++i) {
      const double slope = negatives_.slopes[i], error = 1 - similarities_[i];
      if (loss_.squared) loss += slope * error * error / 2;
      coefficients_[i] = loss_.squared ? -slope * error : -contests_.all()[i].sign * loss_.gamma * slope;
    }
  }

  finish_left(run);
  if (!one_collection_) finish_right(run);
  run.stop->check();
  left_.texts->apply_transposed(left_.gradient, gradient.topRows(v_left), run);
  if (!one_collection_ && !one_projection_) {
    right_.texts->apply_transposed(right_.gradient, gradient.bottomRows(v_right), run);
  } else if (!one_collection_) {
    Matrix<T> second(v_right, projection.cols());
    right_.texts->apply_transposed(right_.gradient, second, run);
    gradient += second;
  }
  return loss + add_pull(projection, gradient, run);
}

template class S2NetObjective<float>;
template class S2NetObjective<double>;

}  // namespace couplet
