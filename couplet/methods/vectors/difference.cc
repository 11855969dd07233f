#include "couplet/methods/vectors/difference.h"

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/linalg/team_rows.h"
#include "couplet/methods/vectors/cells.h"
#include "couplet/methods/vectors/glove_bias.h"
#include "couplet/methods/vectors/similarity_kernel.h"

namespace couplet {
namespace {

void require_margins(const VectorD& margin, const Vocabulary& labels, const char* side) {
  for (Index i = 0; i < margin.size(); ++i)
    if (!(margin[i] > 0))
      throw Error(ErrorCode::data, std::string(side) + " '" + std::string(labels.word(i)) + "'",
                  "all its counts are zero", "leave it out of the table");
}

/// c^power, scaled to keep its sum.
VectorD smoothed(const VectorD& margin, double power) {
  if (power == 1) return margin;
  const VectorD raised = margin.array().pow(power);
  return raised * (margin.sum() / raised.sum());
}

/// Margins and what is expected by them; the unscaled difference of each member.
struct Table {
  const CsrMatrix<double>& counts;
  double n;
  VectorD r, c;                                // margins over n
  VectorD expected;                            // c, smoothed
  const CsrMatrix<double>* columns = nullptr;  // in a team: the cells by columns, as far as they are this process's
  const TableShare* share = nullptr;

  /// log P - log E.
  double association(Index i, Index j, double count) const { return std::log(count / (n * r[i] * expected[j])); }
};

GloveBias glove_bias_of(const Table& table, const Run& run) {
  const auto association = [&](Index i, Index j, double count) { return table.association(i, j, count); };
  const auto by_rows = map_cells<double>(table.counts, association, run, KeepZeros::yes);
  if (!table.columns) return fit_glove_bias(table.counts, by_rows, run);
  const auto by_columns = map_cells<double>(
      *table.columns, [&](Index j, Index i, double count) { return association(i, j, count); }, run, KeepZeros::yes);
  return fit_glove_bias(table.counts, by_rows, *table.columns, by_columns,
                        {table.share->row_begins, table.share->col_begins()}, run);
}

/// ln(1 + rows / rows that have the column).
VectorD column_weights(const Table& table, const Run& run) {
  VectorD having = VectorD::Zero(table.counts.cols());
  if (table.columns)
    for (Index j = 0; j < having.size(); ++j)
      having[j] = static_cast<double>(table.columns->offsets()[j + 1] - table.columns->offsets()[j]);
  else
    for (const std::int32_t column : table.counts.columns()) ++having[column];
  if (table.columns)
    exchange_rows<double>(Eigen::Map<MatrixD>(having.data(), having.size(), 1), table.share->col_begins(), *run.team);
  return (static_cast<double>(table.counts.rows()) / having.array().max(1)).log1p();
}

template <class T>
Difference<T> difference_of(const Table& table, const FamilyOptions& options, const Run& run) {
  Difference<T> d;
  d.row_scale = VectorD::Ones(table.counts.rows());
  d.col_scale = VectorD::Ones(table.counts.cols());
  if (options.member == Member::ca) {
    d.row_scale = table.r.array().rsqrt();
    d.col_scale = table.c.array().rsqrt();
  } else if (options.member == Member::kpca) {
    // K = (1 - e) I + e 11^T, and P - E has no part along 1 on either side: only the first term acts.
    d.row_scale *= std::sqrt(-std::expm1(-2 * options.alpha));
  }
  if (!options.row_kernel.identity()) d.row_scale.array() *= options.row_kernel.root().array();
  if (!options.col_kernel.identity()) d.col_scale.array() *= options.col_kernel.root().array();

  const auto scaled = [&](Index i, Index j, double value) { return d.row_scale[i] * value * d.col_scale[j]; };
  const auto take = [&](auto f) {
    d.sparse = map_cells<T>(
        table.counts, [&](Index i, Index j, double count) { return scaled(i, j, f(i, j, count)); }, run);
    if (table.columns)
      d.sparse_columns = map_cells<T>(
          *table.columns, [&](Index j, Index i, double count) { return scaled(i, j, f(i, j, count)); }, run);
  };
  switch (options.member) {
    case Member::ca:
    case Member::gini:
    case Member::kpca:
      take([&](Index, Index, double count) { return count / table.n; });
      d.u = table.r.cwiseProduct(d.row_scale);
      d.v = table.expected.cwiseProduct(d.col_scale);
      break;
    case Member::gtest:
      take([&](Index i, Index j, double count) { return count / table.n * table.association(i, j, count); });
      break;
    case Member::sgns:
      take([&, shift = std::log(options.shift)](Index i, Index j, double count) {
        const double value = table.association(i, j, count) - shift;
        return options.positive ? std::max(0.0, value) : value;
      });
      break;
    case Member::context_lsa:
      take([weights = column_weights(table, run)](Index, Index j, double count) {
        return std::log1p(count) * weights[j];
      });
      break;
    case Member::glove:
      take([&, bias = glove_bias_of(table, run)](Index i, Index j, double count) {
        return table.association(i, j, count) + bias.row[i] + bias.col[j];
      });
      break;
  }
  return d;
}

/// M of the similarity kernel with its scales put in.
template <class T>
Difference<T> similarity_difference_of(const CsrMatrix<double>& counts, const FamilyOptions& options, const Run& run) {
  Difference<double> m = options.member == Member::gtest ? similarity_gtest(counts, *options.similarity, run)
                                                         : similarity_difference(counts, *options.similarity, run);
  if (!options.row_kernel.identity()) m.row_scale.array() *= options.row_kernel.root().array();
  if (!options.col_kernel.identity()) m.col_scale.array() *= options.col_kernel.root().array();
  Difference<T> d;
  d.sparse = map_cells<T>(
      m.sparse, [&](Index i, Index j, double value) { return m.row_scale[i] * value * m.col_scale[j]; }, run);
  if (m.u.size() > 0) {
    d.u = m.u.cwiseProduct(m.row_scale);
    d.v = m.v.cwiseProduct(m.col_scale);
  }
  d.row_scale = std::move(m.row_scale);
  d.col_scale = std::move(m.col_scale);
  return d;
}

}  // namespace

template <class T>
Difference<T> make_difference(const CountTable& table, const FamilyOptions& options, const Run& run,
                              const TableShare* share) {
  VectorD r = share ? share->row_sums(table, *run.team) : table.row_sums();
  VectorD c = share ? share->col_sums(table, *run.team) : table.col_sums();
  const double n = r.sum();
  if (!(n > 0)) throw Error(ErrorCode::data, "", "the table has no counts", "check the input and --min-count");
  require_margins(r, table.rows, "row");
  require_margins(c, table.cols, "column");
  if (options.similarity) {
    if (options.member != Member::ca && options.member != Member::gtest)
      throw Error(ErrorCode::usage, "--similarity", "is a kernel of ca and gtest", "fit one of them, or leave it out");
    return similarity_difference_of<T>(table.counts, options, run);
  }
  r /= n;
  c /= n;
  VectorD expected = smoothed(c, options.context_power);
  const CsrMatrix<double>* const columns = share ? &share->columns(table) : nullptr;
  return difference_of<T>({table.counts, n, std::move(r), std::move(c), std::move(expected), columns, share}, options,
                          run);
}

template Difference<float> make_difference(const CountTable&, const FamilyOptions&, const Run&, const TableShare*);
template Difference<double> make_difference(const CountTable&, const FamilyOptions&, const Run&, const TableShare*);

}  // namespace couplet
