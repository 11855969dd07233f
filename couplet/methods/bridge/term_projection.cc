#include "couplet/methods/bridge/term_projection.h"

#include "couplet/base/error.h"
#include "couplet/model/saved_sparse.h"

namespace couplet {

TermProjection::TermProjection(const Matrix<float>& dense) : rows_(dense.rows()), dimension_(dense.cols()) {
  const auto kept = std::make_shared<const std::vector<float>>(dense.data(), dense.data() + dense.size());
  values_ = *kept;
  owner_ = kept;
}

TermProjection::TermProjection(const MatrixD& dense) : TermProjection(Matrix<float>(dense.cast<float>())) {}

TermProjection::TermProjection(CsrMatrix<float> sparse)
    : rows_(sparse.rows()),
      dimension_(sparse.cols()),
      sparse_(std::make_shared<const CsrMatrix<float>>(std::move(sparse))) {}

TermProjection::TermProjection(const ModelFile& file, Index rows) : rows_(rows) {
  if (file.has("projection")) {
    values_ = file.floats("projection", rows, -1);
    dimension_ = file.tensor("projection").cols();
    owner_ = file.owner();
    return;
  }
  const auto dimension = file.integers("projection.dimension", 1, 1);
  if (dimension[0] < 1 || dimension[0] > rows)  // its columns are terms themselves
    throw Error(ErrorCode::model, file.path(), "the dimension makes no sense", "fit the model again");
  *this = TermProjection(load_sparse<float>(file, "projection", rows, dimension[0]));
}

void TermProjection::write(ModelWriter& writer) const {
  if (dense()) {
    writer.add("projection", values_, {rows_, dimension_});
    return;
  }
  add_sparse(writer, "projection", *sparse_);
  writer.add("projection.dimension", std::vector<std::int64_t>{dimension_}, {1});
}

void TermProjection::add(std::span<const WeightedTerm> terms, VectorD& sum) const {
  if (dense()) {
    // Four rows at a time: the sum is read and written a quarter as often, and the rows are fetched side by side.
    const Index d = dimension_;
    double* out = sum.data();
    std::size_t at = 0;
    for (; at + 4 <= terms.size(); at += 4) {
      const float *a = values_.data() + terms[at].row * d, *b = values_.data() + terms[at + 1].row * d,
                  *c = values_.data() + terms[at + 2].row * d, *e = values_.data() + terms[at + 3].row * d;
      const double wa = terms[at].weight, wb = terms[at + 1].weight, wc = terms[at + 2].weight,
                   we = terms[at + 3].weight;
      for (Index i = 0; i < d; ++i)
        out[i] += (wa * static_cast<double>(a[i]) + wb * static_cast<double>(b[i])) +
                  (wc * static_cast<double>(c[i]) + we * static_cast<double>(e[i]));
    }
    for (; at < terms.size(); ++at) {
      const float* row = values_.data() + terms[at].row * d;
      for (Index i = 0; i < d; ++i) out[i] += terms[at].weight * static_cast<double>(row[i]);
    }
    return;
  }
  for (const WeightedTerm& term : terms)
    for (std::int64_t e = sparse_->offsets()[term.row]; e < sparse_->offsets()[term.row + 1]; ++e)
      sum[sparse_->columns()[e]] += term.weight * static_cast<double>(sparse_->values()[e]);
}

double TermProjection::product(Index a, Index b) const {
  if (dense()) {
    const Eigen::Map<const VectorF> x(values_.data() + a * dimension_, dimension_);
    const Eigen::Map<const VectorF> y(values_.data() + b * dimension_, dimension_);
    return x.cast<double>().dot(y.cast<double>());
  }
  double sum = 0;
  std::int64_t e = sparse_->offsets()[a], f = sparse_->offsets()[b];
  while (e < sparse_->offsets()[a + 1] && f < sparse_->offsets()[b + 1]) {
    const std::int32_t c = sparse_->columns()[e], d = sparse_->columns()[f];
    if (c == d) sum += static_cast<double>(sparse_->values()[e]) * static_cast<double>(sparse_->values()[f]);
    e += c <= d;
    f += d <= c;
  }
  return sum;
}

}  // namespace couplet
