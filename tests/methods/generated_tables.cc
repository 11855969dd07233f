#include "tests/methods/generated_tables.h"

#include <cmath>

#include "couplet/base/random.h"

namespace couplet {

CountTable make_table(const std::vector<std::string>& rows, const std::vector<std::string>& cols,
                      const MatrixD& counts) {
  LabelledCounts read;
  for (const std::string& label : rows) read.rows.add(label);
  for (const std::string& label : cols) read.cols.add(label);
  for (Index i = 0; i < counts.rows(); ++i)
    for (Index j = 0; j < counts.cols(); ++j) read.entries.push_back({i, j, counts(i, j)});
  return from_entries(std::move(read));
}

CountTable make_table(const MatrixD& counts) {
  std::vector<std::string> rows, cols;
  for (Index i = 0; i < counts.rows(); ++i) rows.push_back("r" + std::to_string(i));
  for (Index j = 0; j < counts.cols(); ++j) cols.push_back("c" + std::to_string(j));
  return make_table(rows, cols, counts);
}

CountTable fisher_table() {
  MatrixD counts(4, 5);
  counts << 326, 38, 241, 110, 3, 688, 116, 584, 188, 4, 343, 84, 909, 412, 26, 98, 48, 403, 681, 85;
  return make_table({"blue", "light", "medium", "dark"}, {"fair", "red", "medium", "dark", "black"}, counts);
}

CountTable formula_table() {
  MatrixD counts(12, 9);
  for (Index i = 0; i < 12; ++i)
    for (Index j = 0; j < 9; ++j)
      counts(i, j) = static_cast<double>(
          (7 * i * i + 11 * j * j + 13 * i * j + 5 * i + 3 * j) % 17 * ((i + 2 * j) % 3) + ((i + j) % 5 == 0 ? 40 : 0));
  return make_table(counts);
}

CountTable random_table(Index rows, Index cols, double filled, std::uint64_t seed) {
  Random random(seed);
  MatrixD counts = MatrixD::Zero(rows, cols);
  for (Index i = 0; i < rows; ++i)
    for (Index j = 0; j < cols; ++j)
      if (random.uniform() < filled) counts(i, j) = static_cast<double>(1 + random.below(20));
  for (Index k = 0; k < std::max(rows, cols); ++k) counts(k % rows, k % cols) += 1;
  return make_table(counts);
}

CountTable rows_of(const CountTable& table, const std::vector<Index>& rows) {
  const MatrixD all = table.counts.dense();
  MatrixD counts(std::ssize(rows), all.cols());
  std::vector<std::string> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    counts.row(static_cast<Index>(i)) = all.row(rows[i]);
    labels.emplace_back(table.rows.word(rows[i]));
  }
  return make_table(labels, labels_of(table.cols), counts);
}

CountTable cols_of(const CountTable& table, const std::vector<Index>& cols) {
  const MatrixD all = table.counts.dense();
  MatrixD counts(all.rows(), std::ssize(cols));
  std::vector<std::string> labels;
  for (std::size_t j = 0; j < cols.size(); ++j) {
    counts.col(static_cast<Index>(j)) = all.col(cols[j]);
    labels.emplace_back(table.cols.word(cols[j]));
  }
  return make_table(labels_of(table.rows), labels, counts);
}

MatrixD textbook_matrix(const CountTable& table) {
  const MatrixD p = table.counts.dense() / table.row_sums().sum();
  MatrixD s = p;
  for (Index i = 0; i < s.rows(); ++i)
    for (Index j = 0; j < s.cols(); ++j) {
      const double r = p.row(i).sum(), c = p.col(j).sum();
      s(i, j) = (p(i, j) - r * c) / std::sqrt(r * c);
    }
  return s;
}

DenseSvd<double> textbook_svd(const CountTable& table) { return svd_dense<double>(textbook_matrix(table)); }

TableAnalysis analysed(const CountTable& table, Index axes) {
  const DenseSvd<double> svd = textbook_svd(table);
  const Index d = std::min(axes, svd.s.size());
  return analyse_table(table, svd.u.leftCols(d), svd.s.head(d), svd.v.leftCols(d));
}

std::vector<std::string> labels_of(const Vocabulary& labels) {
  std::vector<std::string> all;
  for (std::int64_t i = 0; i < labels.size(); ++i) all.emplace_back(labels.word(i));
  return all;
}

}  // namespace couplet
