#include "couplet/methods/bridge/plsa.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/part_bytes.h"
#include "couplet/methods/bridge/opca_matrices.h"

namespace couplet {
namespace {

constexpr double smallest = 1e-300;
constexpr double smallest_share = 1e-7;  // of a topic: less is as good as none
constexpr double largest_exponent = 30;  // of a factor: texts without a common topic would send it to infinity

/// Expected shares of the topics, sum_w c_w q(t|w) / n with q(t|w) ~ p(t|w) factor_t; a row of p is read once.
void expected_shares(const MatrixD& p, const VectorD& counts, const VectorD& factor, VectorD& shares) {
  shares.setZero(p.cols());
  for (Index w = 0; w < p.rows(); ++w) {
    const auto row = p.row(w).transpose();
    shares += counts[w] / std::max(row.dot(factor), smallest) * row;
  }
  shares.array() *= factor.array() / counts.sum();
}

/// This process's rows and no others.
CsrMatrix<double> only_own(const OwnedRows<double>& texts, const Team& team) {
  const auto& [all, begins] = texts;
  if (begins.empty() || team.size() == 1) return all;
  const auto first = all.offsets().begin() + begins[team.rank()],
             last = all.offsets().begin() + begins[team.rank() + 1];
  return CsrMatrix<double>(last - first, all.cols(), {first, last + 1}, all.columns(), all.values());
}

class Trainer {
 public:
  Trainer(const std::vector<OwnedRows<double>>& counts, const std::vector<Index>& blocks, const PlsaOptions& options,
          const Run& run)
      : options_(options), run_(run), team_(counts[0].shared() ? *run.team : Team::solo()), blocks_(blocks) {
    for (const OwnedRows<double>& language : counts) texts_.push_back(only_own(language, team_));
    blocks_.push_back(texts_[0].cols());
    words_ = start(counts);
    const MatrixD even = MatrixD::Constant(texts_[0].rows(), options.topics, 1 / static_cast<double>(options.topics));
    topics_.assign(options.coupled ? texts_.size() : 1, even);
  }

  Plsa train(const TopicFigure& figure) {
    Stage stage(*run_.observer, "learning topics", options_.iterations, "iterations");
    Plsa result;
    for (Index iteration = 1; iteration <= options_.iterations; ++iteration) {
      run_.stop->check();
      step(result);
      stage.advance_to(iteration);
      if (figure && (iteration % options_.look_each == 0 || iteration == options_.iterations)) {
        result.development.push_back({iteration, figure(words_)});
        const TopicLook& look = result.development.back();
        if (result.iterations == 0 || look.figure > best_of(result)) {
          result.iterations = iteration;
          result.words = words_;
        } else if (iteration - result.iterations >= options_.patience * options_.look_each) {
          break;
        }
      }
    }
    if (figure) return result;
    result.iterations = options_.iterations;
    result.words = std::move(words_);
    return result;
  }

 private:
  /// Nearly all of a word's weight in one topic.
  MatrixD start(const std::vector<OwnedRows<double>>& counts) const {
    VectorD frequency = VectorD::Zero(texts_[0].cols());
    for (const OwnedRows<double>& language : counts)
      frequency += column_sums(transposed_in_team(language, team_), 1, team_).col(0);
    MatrixD words = MatrixD::Constant(frequency.size(), options_.topics, 0.1 / static_cast<double>(options_.topics));
    for (std::size_t b = 0; b + 1 < blocks_.size(); ++b) {
      std::vector<Index> order(blocks_[b + 1] - blocks_[b]);
      std::iota(order.begin(), order.end(), blocks_[b]);
      std::stable_sort(order.begin(), order.end(), [&](Index x, Index y) { return frequency[x] > frequency[y]; });
      for (std::size_t i = 0; i < order.size(); ++i) words(order[i], static_cast<Index>(i) % options_.topics) += 1;
    }
    for (Index w = 0; w < words.rows(); ++w) words.row(w) *= frequency[w];
    normalise(words);
    return words;
  }

  /// Columns of each block of rows add up to 1.
  void normalise(MatrixD& words) const {
    for (std::size_t b = 0; b + 1 < blocks_.size(); ++b) {
      auto block = words.middleRows(blocks_[b], blocks_[b + 1] - blocks_[b]);
      const Eigen::RowVectorXd sums = block.colwise().sum();
      for (Index t = 0; t < sums.size(); ++t)
        if (sums[t] > 0)
          block.col(t) /= sums[t];
        else
          block.col(t).setConstant(1 / static_cast<double>(block.rows()));
    }
  }

  static double best_of(const Plsa& result) {
    for (const TopicLook& look : result.development)
      if (look.iteration == result.iterations) return look.figure;
    return 0;
  }

  /// One iteration of EM; adds the figures before it.
  void step(Plsa& result) {
    const Index n = texts_[0].rows(), k = options_.topics;  // of this process
    const bool coupled = topics_.size() > 1;
    std::vector<MatrixD> posterior = topics_;  // as the posteriors see them: with the factors of the coupling
    double objective = topics_prior();
    if (coupled) objective -= draw_together(posterior);
    MatrixD word_counts = MatrixD::Zero(words_.rows(), k);
    std::vector<MatrixD> topic_counts(topics_.size(), MatrixD::Zero(n, k));
    double likelihood = 0, drawn = 0, tokens = 0;
    for (std::size_t m = 0; m < texts_.size(); ++m) {
      const std::size_t own = coupled ? m : 0;
      const CsrMatrix<double>& counts = texts_[m];
      const CsrMatrix<double> ratios = divided(counts, posterior[own], drawn);
      if (coupled) divided(counts, topics_[own], likelihood);
      tokens += std::accumulate(counts.values().begin(), counts.values().end(), 0.0);
      MatrixD by_text(n, k), by_word(words_.rows(), k);
      ratios.multiply(words_, by_text, run_);
      multiply_transposed_in_turn(ratios, posterior[own], by_word, team_, run_);
      topic_counts[own] += posterior[own].cwiseProduct(by_text);
      word_counts += words_.cwiseProduct(by_word);
    }
    objective += drawn;
    if (coupled) {
      // log p - KL(q | p) of a token is log sum_t p_t f_t - sum_t q_t log f_t, f the factors.
      for (std::size_t m = 0; m < topics_.size(); ++m)
        objective -= (topic_counts[m].array() * (posterior[m].array() / topics_[m].array()).log()).sum();
    } else {
      likelihood = drawn;
    }
    sum_of_team(likelihood, objective, tokens);
    objective += words_prior();
    result.log_likelihood.push_back(tokens > 0 ? likelihood / tokens : 0);
    result.objective.push_back(tokens > 0 ? objective / tokens : 0);
    word_counts.array() += options_.beta - 1;
    normalise(word_counts);
    words_ = std::move(word_counts);
    for (std::size_t m = 0; m < topics_.size(); ++m) {
      topics_[m] = topic_counts[m].array() + (options_.alpha - 1) + smallest;
      const VectorD sums = topics_[m].rowwise().sum();
      topics_[m].array().colwise() /= sums.array();
    }
  }

  /// Figures to look at, of all processes: another number of them rounds otherwise.
  void sum_of_team(double& likelihood, double& objective, double& tokens) const {
    PartWriter writer;
    for (const double own : {likelihood, objective, tokens}) writer.put(own);
    likelihood = objective = tokens = 0;
    for (const std::string& bytes : team_.gather(writer.take())) {
      PartReader reader(bytes);
      for (double* const sum : {&likelihood, &objective, &tokens}) *sum += reader.get<double>();
    }
  }

  /// Log-density of the priors, up to a constant.
  double words_prior() const {
    return options_.beta > 1 ? (options_.beta - 1) * words_.array().max(smallest).log().sum() : 0;
  }
  double topics_prior() const {
    double sum = 0;
    if (options_.alpha > 1)
      for (const MatrixD& topics : topics_) sum += (options_.alpha - 1) * topics.array().max(smallest).log().sum();
    return sum;
  }

  /// Counts over p(word | text); the log-likelihood of the texts is added.
  CsrMatrix<double> divided(const CsrMatrix<double>& counts, const MatrixD& topics, double& likelihood) const {
    std::vector<double> values = counts.values();
    std::vector<double> logs(counts.rows(), 0);
    run_.pool.for_blocks(counts.rows(), 64, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i)
        for (std::int64_t e = counts.offsets()[i]; e < counts.offsets()[i + 1]; ++e) {
          const double p = std::max(topics.row(i).dot(words_.row(counts.columns()[e])), smallest);
          logs[i] += values[e] * std::log(p);
          values[e] /= p;
        }
    });
    likelihood += std::accumulate(logs.begin(), logs.end(), 0.0);
    return counts.with_values(std::move(values));
  }

  /// Multiplies the factors in; the penalty of what the shares still differ by.
  double draw_together(std::vector<MatrixD>& posterior) const {
    std::vector<double> penalties(texts_[0].rows(), 0);
    run_.pool.for_blocks(texts_[0].rows(), 16, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) {
        VectorD counts[2];
        const MatrixD left = rows_of(0, i, counts[0]), right = rows_of(1, i, counts[1]);
        if (left.rows() == 0 || right.rows() == 0) continue;
        const CoupledFactors factors = couple(left, counts[0], right, counts[1], options_);
        posterior[0].row(i).array() *= factors.left.transpose().array();
        posterior[1].row(i).array() *= factors.right.transpose().array();
        penalties[i] = factors.penalty;
      }
    });
    return std::accumulate(penalties.begin(), penalties.end(), 0.0);
  }

  /// p(t|w), up to a factor a word, for the words of a text.
  MatrixD rows_of(std::size_t language, Index text, VectorD& counts) const {
    const CsrMatrix<double>& all = texts_[language];
    const std::int64_t begin = all.offsets()[text], end = all.offsets()[text + 1];
    MatrixD rows(end - begin, options_.topics);
    counts.resize(end - begin);
    for (std::int64_t e = begin; e < end; ++e) {
      rows.row(e - begin) = words_.row(all.columns()[e]).cwiseProduct(topics_[language].row(text));
      counts[e - begin] = all.values()[e];
    }
    return rows;
  }

  const PlsaOptions& options_;
  const Run& run_;
  Team& team_;
  std::vector<Index> blocks_;
  std::vector<CsrMatrix<double>> texts_;  // of this process's documents
  MatrixD words_;                         // terms x topics
  std::vector<MatrixD> topics_;           // documents x topics; CPLSA: by language
};

}  // namespace

CoupledFactors couple(const MatrixD& left, const VectorD& left_counts, const MatrixD& right,
                      const VectorD& right_counts, const PlsaOptions& options) {
  const double n1 = left_counts.sum(), n2 = right_counts.sum();
  const double step = n1 * n2 / (n1 + n2), radius = options.strength * (n1 + n2) / 2;
  VectorD multipliers = VectorD::Zero(left.cols()), left_shares, right_shares;
  CoupledFactors factors{VectorD::Ones(left.cols()), VectorD::Ones(left.cols()), 0};
  for (Index round = 0; round < options.projection_steps; ++round) {
    expected_shares(left, left_counts, factors.left, left_shares);
    expected_shares(right, right_counts, factors.right, right_shares);
    multipliers.array() +=
        step * ((left_shares.array() + smallest_share) / (right_shares.array() + smallest_share)).log();
    if (const double length = multipliers.norm(); length > radius) multipliers *= radius / length;
    factors.left = (-multipliers / n1).cwiseMax(-largest_exponent).cwiseMin(largest_exponent).array().exp();
    factors.right = (multipliers / n2).cwiseMax(-largest_exponent).cwiseMin(largest_exponent).array().exp();
  }
  expected_shares(left, left_counts, factors.left, left_shares);
  expected_shares(right, right_counts, factors.right, right_shares);
  factors.penalty = radius * (left_shares - right_shares).norm();
  return factors;
}

Plsa train_plsa(const std::vector<OwnedRows<double>>& counts, const std::vector<Index>& blocks,
                const PlsaOptions& options, const Run& run, const TopicFigure& figure) {
  if (options.topics < 1 || options.iterations < 1 || options.alpha < 1 || options.beta < 1)
    throw Error(ErrorCode::usage, "plsa", "topics and iterations must be at least 1, and so must alpha and beta");
  if (options.coupled && counts.size() != 2)
    throw Error(ErrorCode::usage, "cplsa", fmt::format("takes two languages, here are {}", counts.size()),
                "use jplsa for more");
  const double numbers = 3.0 * static_cast<double>(counts[0].matrix.cols() + 2 * counts[0].matrix.rows()) *
                         static_cast<double>(options.topics);
  run.memory.require(static_cast<std::int64_t>(numbers * 8), "the topics");
  return Trainer(counts, blocks, options, run).train(figure);
}

}  // namespace couplet
