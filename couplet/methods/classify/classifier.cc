#include "couplet/methods/classify/classifier.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/lapack.h"
#include "couplet/linalg/lbfgs.h"
#include "couplet/search/row_search.h"

namespace couplet {
namespace {

class NeighbourClassifier final : public Classifier {
 public:
  NeighbourClassifier(std::vector<std::string> names, MatrixD vectors, std::vector<Index> labels,
                      const ClassifierOptions& options)
      : Classifier(std::move(names)), vectors_(std::move(vectors)), labels_of_(std::move(labels)), options_(options) {}

  std::vector<Classified> classify(const MatrixD& vectors, const Run& run) const override {
    const Neighbours found = search_rows(vectors, vectors_, {options_.comparison}, options_.neighbours, run);
    std::vector<Classified> answers;
    for (Index i = 0; i < vectors.rows(); ++i) {
      std::vector<std::pair<Index, double>> votes(labels().size(), {0, 0.0});
      for (const Neighbour& neighbour : found[i]) {
        auto& [count, score] = votes[labels_of_[neighbour.id]];
        ++count;
        score += neighbour.score;
      }
      const Index best = std::max_element(votes.begin(), votes.end()) - votes.begin();
      answers.push_back({best, static_cast<double>(votes[best].first) / static_cast<double>(found.per_query())});
    }
    return answers;
  }

 private:
  MatrixD vectors_;
  std::vector<Index> labels_of_;
  ClassifierOptions options_;
};

/// Rows of scores become probabilities.
void soften(MatrixD& scores) {
  for (Index i = 0; i < scores.rows(); ++i) {
    auto row = scores.row(i).array();
    row = (row - row.maxCoeff()).exp();
    row /= row.sum();
  }
}

class LinearClassifier final : public Classifier {
 public:
  LinearClassifier(std::vector<std::string> names, const MatrixD& vectors, const std::vector<Index>& labels,
                   double cost, const Run& run)
      : Classifier(std::move(names)), coefficients_(MatrixD::Zero(std::ssize(this->labels()), vectors.cols() + 1)) {
    const Index classes = coefficients_.rows(), d = vectors.cols();
    const auto loss = [&](std::span<const double> x, std::span<double> gradient) {
      const Eigen::Map<const MatrixD> weights(x.data(), classes, d + 1);
      Eigen::Map<MatrixD> slope(gradient.data(), classes, d + 1);
      MatrixD p = scores(vectors, weights);
      soften(p);
      double value = weights.leftCols(d).squaredNorm() / 2;
      for (Index i = 0; i < p.rows(); ++i) {
        const Index own = labels[i];
        value -= cost * std::log(std::max(p(i, own), 1e-300));
        p(i, own) -= 1;
      }
      MatrixD products(classes, d);
      gemm(Transpose::yes, Transpose::no, cost, p, vectors, 0.0, products);
      slope.leftCols(d) = products + weights.leftCols(d);
      slope.col(d) = cost * p.colwise().sum().transpose();
      return value;
    };
    lbfgs<double>({coefficients_.data(), static_cast<std::size_t>(coefficients_.size())}, loss,
                  {.max_iterations = 500, .first_step = 1}, run);
  }

  std::vector<Classified> classify(const MatrixD& vectors, const Run&) const override {
    MatrixD p = scores(vectors, coefficients_);
    soften(p);
    std::vector<Classified> answers;
    for (Index i = 0; i < p.rows(); ++i) {
      Index best = 0;
      const double share = p.row(i).maxCoeff(&best);
      answers.push_back({best, share});
    }
    return answers;
  }

 private:
  static MatrixD scores(const MatrixD& vectors, const Eigen::Ref<const MatrixD>& weights) {
    const Index d = vectors.cols();
    const MatrixD slopes = weights.leftCols(d);
    MatrixD result(vectors.rows(), weights.rows());
    gemm(Transpose::no, Transpose::yes, 1.0, vectors, slopes, 0.0, result);
    result.rowwise() += weights.col(d).transpose();
    return result;
  }

  MatrixD coefficients_;  // labels x (d + 1), the intercepts last
};

}  // namespace

std::unique_ptr<Classifier> make_classifier(MatrixD vectors, const std::vector<std::string>& labels,
                                            const ClassifierOptions& options, const Run& run) {
  if (options.neighbours < 1) throw Error(ErrorCode::usage, "--neighbours", "must be at least 1");
  if (!(options.cost > 0) || !std::isfinite(options.cost))
    throw Error(ErrorCode::usage, "--cost", "must be a number above 0");
  if (std::ssize(labels) != vectors.rows())
    throw Error(ErrorCode::internal, "classifier", "labels and vectors do not fit");
  std::vector<std::string> names = labels;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  if (names.size() < 2)
    throw Error(ErrorCode::data, "labels",
                names.empty() ? "there are none" : fmt::format("all are '{}'", names.front()),
                "give texts of at least two labels");
  std::vector<Index> numbers;
  for (const std::string& label : labels)
    numbers.push_back(std::lower_bound(names.begin(), names.end(), label) - names.begin());
  if (options.kind == ClassifierOptions::Kind::linear)
    return std::make_unique<LinearClassifier>(std::move(names), vectors, numbers, options.cost, run);
  return std::make_unique<NeighbourClassifier>(std::move(names), std::move(vectors), std::move(numbers), options);
}

}  // namespace couplet
