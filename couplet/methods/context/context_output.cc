#include "couplet/methods/context/context_output.h"

#include <cmath>
#include <limits>
#include <numeric>

namespace couplet {
namespace {

constexpr Index row_piece = 256;
constexpr Index most_scores = Index{1} << 25;  // numbers that are held at once

}  // namespace

template <class T>
struct ContextOutput<T>::Job {
  const ContextWeights<T>& weights;
  const ContextBatch& batch;
  ContextNets<T>& nets;
  const ContextCandidates<T>& candidates;
  const UnitDropout& dropout;
  ContextGradient<T>* gradient;

  bool sampled() const { return !candidates.words.empty(); }
  Index columns() const { return sampled() ? std::ssize(candidates.words) : weights.out.rows(); }
  T offset(std::int32_t word) const { return weights.out_bias(word, 0) + candidates.corrections(word, 0); }
  T scale() const { return T(1) / static_cast<T>(batch.targets.size()); }
};

template <class T>
void ContextOutput<T>::prepare(const Job& job) {
  offsets_.resize(1, job.columns());
  if (!job.sampled()) {
    offsets_ = (job.weights.out_bias + job.candidates.corrections).transpose();
    return;
  }
  make_room(vectors_, job.columns(), job.weights.out.cols());
  drawn_.clear();
  for (Index i = 0; i < job.columns(); ++i) {
    const std::int32_t word = job.candidates.words[i];
    vectors_.row(i) = job.weights.out.row(word);
    offsets_(0, i) = job.offset(word);
    drawn_.emplace_back(word, static_cast<std::int32_t>(i));
  }
  std::sort(drawn_.begin(), drawn_.end());
}

template <class T>
void ContextOutput<T>::layers(const Job& job, Index first, Index begin, Index rows) {
  const Index units = job.weights.left.recurrent.rows();
  auto states = states_.middleRows(begin, rows);
  for (Index i = 0; i < rows; ++i) {
    const ContextTarget& target = job.batch.targets[first + begin + i];
    states.row(i).head(units) = job.nets.left().row(target.left);
    states.row(i).tail(units) = job.nets.right().row(target.right);
  }
  auto hidden = hidden_.middleRows(begin, rows);
  hidden = job.weights.hidden_bias.replicate(rows, 1);
  gemm(Transpose::no, Transpose::no, T(1), states, job.weights.hidden, T(1), hidden);
  hidden = hidden.cwiseMax(T(0));
  if (job.gradient && job.dropout.share > 0) {
    Random random = job.dropout.random(0x80000 + static_cast<std::uint64_t>((first + begin) / row_piece));
    job.dropout.apply(random, hidden.data(), hidden.size());
  }
  auto looked = looked_.middleRows(begin, rows);
  looked = job.weights.joined_bias.replicate(rows, 1);
  gemm(Transpose::no, Transpose::no, T(1), hidden, job.weights.joined, T(1), looked);
}

template <class T>
void ContextOutput<T>::softmax(const Job& job, Index first, Index begin, Index rows) {
  auto scores = scores_.middleRows(begin, rows);
  scores = offsets_.replicate(rows, 1);
  const auto looked = looked_.middleRows(begin, rows);
  const bool sampled = job.sampled();
  if (sampled)
    gemm(Transpose::no, Transpose::yes, T(1), looked, vectors_.topRows(job.columns()), T(1), scores);
  else
    gemm(Transpose::no, Transpose::yes, T(1), looked, job.weights.out, T(1), scores);
  for (Index i = 0; i < rows; ++i) {
    const std::int32_t word = job.batch.targets[first + begin + i].word;
    auto row = scores.row(i).array();
    T own = 0;
    if (sampled) {
      own = looked.row(i).dot(job.weights.out.row(word)) + job.offset(word);
      for (auto at = std::lower_bound(drawn_.begin(), drawn_.end(), std::pair(word, std::int32_t{0}));
           at != drawn_.end() && at->first == word; ++at)
        row(at->second) = -std::numeric_limits<T>::infinity();
    } else {
      own = row(word);
    }
    const T largest = std::max(own, row.maxCoeff());
    row = (row - largest).exp();
    const T extra = sampled ? std::exp(own - largest) : T(0);
    const T sum = row.sum() + extra;
    const std::size_t target = first + begin + i;
    chances_[target] = static_cast<double>(own - largest) - std::log(static_cast<double>(sum));
    if (!job.gradient) continue;
    row *= job.scale() / sum;
    to_own_[target] = sampled ? job.scale() * (extra / sum - 1) : -job.scale();
    if (!sampled) row(word) -= job.scale();
  }
}

template <class T>
void ContextOutput<T>::back(const Job& job, Index first, Index begin, Index rows) {
  const Index units = job.weights.left.recurrent.rows();
  const auto scores = scores_.middleRows(begin, rows);
  auto to_looked = to_looked_.middleRows(begin, rows);
  if (job.sampled()) {
    gemm(Transpose::no, Transpose::no, T(1), scores, vectors_.topRows(job.columns()), T(0), to_looked);
    for (Index i = 0; i < rows; ++i)
      to_looked.row(i) += to_own_[first + begin + i] * job.weights.out.row(job.batch.targets[first + begin + i].word);
  } else {
    gemm(Transpose::no, Transpose::no, T(1), scores, job.weights.out, T(0), to_looked);
  }
  auto to_hidden = to_hidden_.middleRows(begin, rows);
  gemm(Transpose::no, Transpose::yes, T(1), to_looked, job.weights.joined, T(0), to_hidden);
  const T kept = job.dropout.share > 0 ? static_cast<T>(job.dropout.scale()) : T(1);
  to_hidden.array() *= (hidden_.middleRows(begin, rows).array() > T(0)).template cast<T>() * kept;
  Matrix<T> to_states(rows, 2 * units);
  gemm(Transpose::no, Transpose::yes, T(1), to_hidden, job.weights.hidden, T(0), to_states);
  for (Index i = 0; i < rows; ++i) {
    const ContextTarget& target = job.batch.targets[first + begin + i];
    job.nets.to_left().row(target.left) = to_states.row(i).head(units);
    job.nets.to_right().row(target.right) = to_states.row(i).tail(units);
  }
}

/// The candidates' gradients, copies of a word and its own places added up in a fixed order.
template <class T>
void ContextOutput<T>::gather_out(const Job& job, Index targets) {
  ContextGradient<T>& gradient = *job.gradient;
  std::vector<std::pair<std::int32_t, std::int32_t>> sources = drawn_;  // beyond the candidates: targets
  for (Index i = 0; i < targets; ++i)
    sources.emplace_back(job.batch.targets[i].word, static_cast<std::int32_t>(job.columns() + i));
  std::sort(sources.begin(), sources.end());
  std::vector<Index> begins;
  gradient.out_words.clear();
  for (std::size_t i = 0; i < sources.size(); ++i)
    if (i == 0 || sources[i].first != sources[i - 1].first) {
      begins.push_back(static_cast<Index>(i));
      gradient.out_words.push_back(sources[i].first);
    }
  begins.push_back(std::ssize(sources));
  const Index words = std::ssize(gradient.out_words);
  gradient.weights.out.resize(words, looked_.cols());
  gradient.weights.out_bias.resize(words, 1);
  ContextTasks tasks;
  tasks.add_pieces(words, 64, [&](Index begin, Index rows) {
    for (Index w = begin; w < begin + rows; ++w) {
      auto sum = gradient.weights.out.row(w);
      T& bias = gradient.weights.out_bias(w, 0);
      sum.setZero();
      bias = 0;
      for (Index at = begins[w]; at < begins[w + 1]; ++at) {
        const Index source = sources[at].second, target = source - job.columns();
        if (target < 0) {
          sum += to_vectors_.row(source);
          bias += to_offsets_(0, source);
        } else {
          sum += to_own_[target] * looked_.row(target);
          bias += to_own_[target];
        }
      }
    }
  });
  tasks.run(pool_);
}

template <class T>
std::vector<double> ContextOutput<T>::run(const ContextWeights<T>& weights, const ContextBatch& batch,
                                          ContextNets<T>& nets, const ContextCandidates<T>& candidates,
                                          const UnitDropout& dropout, ContextGradient<T>* gradient) {
  const Job job{weights, batch, nets, candidates, dropout, gradient};
  const Index count = std::ssize(batch.targets), columns = job.columns(), hidden = weights.hidden.cols();
  const Index chunk = job.sampled() ? count : std::min(count, std::max(row_piece, most_scores / columns));
  const Index dimension = weights.out.cols();
  prepare(job);
  chances_.assign(count, 0);
  to_own_.assign(count, 0);
  make_room(states_, chunk, hidden);
  make_room(hidden_, chunk, hidden);
  make_room(looked_, chunk, dimension);
  make_room(scores_, chunk, columns);
  if (gradient) {
    nets.clear_gradients(batch);
    make_room(to_hidden_, chunk, hidden);
    make_room(to_looked_, chunk, dimension);
    if (job.sampled()) {
      to_vectors_.resize(columns, dimension);
    } else {
      gradient->out_words.resize(columns);
      std::iota(gradient->out_words.begin(), gradient->out_words.end(), 0);
      gradient->weights.out.resize(columns, dimension);
    }
    to_offsets_.setZero(1, columns);
  }
  for (Index first = 0; first < count; first += chunk) {
    const Index rows = std::min(chunk, count - first);
    ContextTasks tasks;
    tasks.add_pieces(rows, row_piece, [&](Index begin, Index some) {
      layers(job, first, begin, some);
      softmax(job, first, begin, some);
      if (gradient) back(job, first, begin, some);
    });
    tasks.run(pool_);
    if (!gradient) continue;
    const T beta = first == 0 ? T(0) : T(1);
    ContextWeights<T>& to = gradient->weights;
    tasks.add_product<T>(scores_.topRows(rows), looked_.topRows(rows), beta, job.sampled() ? to_vectors_ : to.out);
    tasks.add_product<T>(states_.topRows(rows), to_hidden_.topRows(rows), beta, to.hidden);
    tasks.add_product<T>(hidden_.topRows(rows), to_looked_.topRows(rows), beta, to.joined);
    tasks.add_pieces(columns, 256, [&](Index begin, Index some) {
      to_offsets_.middleCols(begin, some) += scores_.topRows(rows).middleCols(begin, some).colwise().sum();
    });
    for (auto [bias, from] : {std::pair(&to.hidden_bias, &to_hidden_), {&to.joined_bias, &to_looked_}})
      tasks.add([&, sums = bias, numbers = from] {
        if (first == 0) sums->setZero(1, numbers->cols());
        *sums += numbers->topRows(rows).colwise().sum();
      });
    tasks.run(pool_);
  }
  if (gradient) {
    if (job.sampled())
      gather_out(job, count);
    else
      gradient->weights.out_bias = to_offsets_.transpose();
  }
  return std::move(chances_);
}

template <class T>
Matrix<T> ContextOutput<T>::looked_for(const ContextWeights<T>& weights, const ContextBatch& batch,
                                       ContextNets<T>& nets) {
  const ContextCandidates<T> none;
  const UnitDropout whole;
  const Job job{weights, batch, nets, none, whole, nullptr};
  const Index count = std::ssize(batch.targets);
  make_room(states_, count, weights.hidden.rows());
  make_room(hidden_, count, weights.hidden.cols());
  make_room(looked_, count, weights.out.cols());
  ContextTasks tasks;
  tasks.add_pieces(count, row_piece, [&](Index begin, Index rows) { layers(job, 0, begin, rows); });
  tasks.run(pool_);
  return looked_.topRows(count);
}

template class ContextOutput<float>;
template class ContextOutput<double>;

}  // namespace couplet
