#include "couplet/methods/vectors/subword_learning.h"

#include <algorithm>
#include <cmath>

#include "couplet/lexicon/subword_ngrams.h"
#include "couplet/linalg/operators.h"

namespace couplet {
namespace {

constexpr int rounds = 20;
constexpr float ridge = 0.01F;  // beside rows whose square is 1 over the number of a word's n-grams

/// Row w has the share of each bucket in word w.
CsrMatrix<float> shares_of_ngrams(const Vocabulary& words, const Subwords& subwords) {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::int64_t word = 0; word < words.size(); ++word) {
    std::vector<std::int64_t> buckets = ngram_buckets(words.word(word), subwords);
    std::sort(buckets.begin(), buckets.end());
    const float share = 1.0F / static_cast<float>(std::max<std::size_t>(1, buckets.size()));
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      if (i > 0 && buckets[i] == buckets[i - 1]) {
        values.back() += share;
        continue;
      }
      columns.push_back(static_cast<std::int32_t>(buckets[i]));
      values.push_back(share);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(words.size(), subwords.buckets, std::move(offsets), std::move(columns), std::move(values));
}

MatrixF unit_rows(const WordVectors& vectors) {
  MatrixF rows(vectors.size(), vectors.dimension());
  std::ranges::copy(vectors.values(), rows.data());
  for (Index i = 0; i < rows.rows(); ++i)
    if (const float length = rows.row(i).norm(); length > 0) rows.row(i) /= length;
  return rows;
}

VectorF column_products(const MatrixF& a, const MatrixF& b) {
  return a.cwiseProduct(b).cast<double>().colwise().sum().transpose().cast<float>();
}

VectorF quotients(const VectorF& a, const VectorF& b) {
  return a.binaryExpr(b, [](float x, float y) { return y > 0 ? x / y : 0.0F; });
}

/// Conjugate gradients for (A^T A + ridge) X = A^T Y, a system for each column of Y.
MatrixF solve_ridge(const CsrOperator<float>& shares, const MatrixF& wanted, const Run& run) {
  MatrixF solution = MatrixF::Zero(shares.cols(), wanted.cols()), residual(shares.cols(), wanted.cols()),
          of_words(shares.rows(), wanted.cols());
  shares.apply_transposed(wanted, residual, run);
  MatrixF direction = residual, image(shares.cols(), wanted.cols());
  VectorF squares = column_products(residual, residual);
  Stage stage(*run.observer, "learning subwords", rounds, "rounds");
  for (int round = 0; round < rounds; ++round) {
    run.stop->check();
    shares.apply(direction, of_words, run);
    shares.apply_transposed(of_words, image, run);
    image += ridge * direction;
    const VectorF step = quotients(squares, column_products(direction, image));
    solution += direction * step.asDiagonal();
    residual -= image * step.asDiagonal();
    const VectorF left = column_products(residual, residual);
    direction = residual + direction * quotients(left, squares).asDiagonal();
    squares = left;
    stage.advance_to(round + 1);
  }
  return solution;
}

}  // namespace

std::shared_ptr<const WordVectors> with_learned_subwords(std::shared_ptr<const WordVectors> vectors,
                                                         std::int64_t buckets, const Run& run) {
  Subwords subwords;
  subwords.buckets = buckets;
  run.memory.require((6 * buckets + 2 * vectors->size()) * vectors->dimension() * 4, "vectors of subwords");
  const CsrOperator<float> shares(shares_of_ngrams(vectors->words(), subwords));
  struct Owner {
    std::shared_ptr<const WordVectors> words;
    MatrixF ngrams;
  };
  const auto owner = std::make_shared<const Owner>(Owner{vectors, solve_ridge(shares, unit_rows(*vectors), run)});
  subwords.values = {owner->ngrams.data(), static_cast<std::size_t>(owner->ngrams.size())};
  return std::make_shared<const WordVectors>(vectors->words(), vectors->dimension(), vectors->values(), subwords,
                                             owner);
}

}  // namespace couplet
