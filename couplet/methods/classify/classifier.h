// Labels of vectors by those of other vectors: nearest neighbours, or a linear classifier.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/comparison.h"

namespace couplet {

struct ClassifierOptions {
  enum class Kind { neighbours, linear } kind = Kind::neighbours;
  Index neighbours = 1;  // that vote, >= 1
  double cost = 1;       // linear: weight of the errors against the size of the coefficients, > 0
  Comparison comparison = Comparison::inner_product;  // of neighbours
};

struct Classified {
  Index label = 0;   // number in Classifier::labels
  double share = 0;  // of the votes, or its probability
};

/// Const and safe to share; same results at any thread count.
class Classifier {
 public:
  virtual ~Classifier() = default;
  /// One answer a row of vectors (n x d).
  virtual std::vector<Classified> classify(const MatrixD& vectors, const Run& run) const = 0;
  /// Distinct labels, sorted by their bytes.
  const std::vector<std::string>& labels() const { return labels_; }

 protected:
  explicit Classifier(std::vector<std::string> labels) : labels_(std::move(labels)) {}

 private:
  std::vector<std::string> labels_;
};

/// neighbours: the label with most of the k nearest vectors, by score; equal votes: the one whose votes score higher in
/// sum.
/// linear: multinomial logistic regression with an intercept, cost * sum of -log p(label) + |coefficients|^2 / 2, by
/// L-BFGS.
/// vectors: n x d, one label a row; moved in. Error(usage) for impossible options, Error(data) for no vectors or a
/// single label.
std::unique_ptr<Classifier> make_classifier(MatrixD vectors, const std::vector<std::string>& labels,
                                            const ClassifierOptions& options, const Run& run);

}  // namespace couplet
