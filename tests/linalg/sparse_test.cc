#include "couplet/linalg/row_builder.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <limits>

#include "couplet/base/error.h"
#include "couplet/linalg/sparse_gram.h"
#include "tests/base/thread_team.h"
#include "tests/linalg/owned_rows.h"
#include "tests/linalg/samples.h"

using namespace couplet;

namespace {

template <class T>
CsrMatrix<T> random_sparse(Index rows, Index cols, Index entries, std::uint64_t seed) {
  Random random(seed);
  std::vector<Triplet<T>> triplets;
  for (Index i = 0; i < entries; ++i)
    triplets.push_back({random.below(rows), random.below(cols), static_cast<T>(random.normal())});
  return CsrMatrix<T>::from_triplets(rows, cols, std::move(triplets));
}

}  // namespace

TEST_CASE("entries in any order; equal positions are added") {
  const auto a = CsrMatrix<double>::from_triplets(3, 4, {{2, 1, 5.0}, {0, 3, 1.0}, {2, 0, 2.0}, {2, 1, -1.5}});
  CHECK(a.nonzeros() == 3);
  MatrixD wanted = MatrixD::Zero(3, 4);
  wanted(0, 3) = 1;
  wanted(2, 0) = 2;
  wanted(2, 1) = 3.5;
  CHECK(identical(a.dense(), wanted));
  CHECK(a.row_sums()[2] == 5.5);
  CHECK(a.col_sums()[1] == 3.5);
  CHECK(identical(a.with_values({1, 2, 3}).dense().row(2).eval(),
                  MatrixD(MatrixD::Map(std::vector<double>{2, 3, 0, 0}.data(), 1, 4)).row(0).eval()));
}

TEST_CASE("transpose and products agree with the dense ones") {
  CHECK(rc::check("sparse oracle", [] {
    const Index rows = *rc::gen::inRange(1, 40), cols = *rc::gen::inRange(1, 40), width = *rc::gen::inRange(0, 40);
    const auto a = random_sparse<double>(rows, cols, *rc::gen::inRange(0, 200), *rc::gen::arbitrary<std::uint32_t>());
    const auto t = a.transposed();
    RC_ASSERT(identical(t.dense(), MatrixD(a.dense().transpose())));
    const MatrixD x = random_matrix(cols, width, 3);
    MatrixD out = MatrixD::Constant(rows, width, 9.0);
    a.multiply(x, out, Run());
    RC_ASSERT((out - a.dense() * x).cwiseAbs().sum() < 1e-10);
  }));
}

TEST_CASE_TEMPLATE("products of wide blocks inside wider matrices, same bits for 1, 2 and 3 threads", T, float,
                   double) {
  const auto a = random_sparse<T>(1500, 900, 20000, 4);
  const Matrix<T> x = random_matrix(900, 70, 5).template cast<T>();
  Matrix<T> first;
  for (const int threads : {1, 2, 3}) {
    Matrix<T> out = Matrix<T>::Constant(1500, 60, T(7));
    a.multiply(x.middleCols(3, 50), out.middleCols(5, 50), run_with(threads));
    if (threads == 1) first = out;
    CHECK(identical(first, out));
  }
  const Matrix<T> wanted = a.dense() * x.middleCols(3, 50);
  CHECK((first.middleCols(5, 50) - wanted).cwiseAbs().maxCoeff() < (std::is_same_v<T, float> ? 1e-4 : 1e-12));
  CHECK(first(10, 4) == T(7));
  CHECK(first(10, 55) == T(7));
}

TEST_CASE_TEMPLATE("rows of many entries by a panel longer than the cache: the bits of rows that stand alone", T, float,
                   double) {
  const Index rows = 40, cols = 50000, apart = 300;
  const auto close = random_sparse<T>(rows, cols, 60000, 6);
  std::vector<Triplet<T>> entries;  // the same rows, so far apart that a product of some rows has one of them
  for (Index i = 0; i < rows; ++i)
    for (std::int64_t at = close.offsets()[i]; at < close.offsets()[i + 1]; ++at)
      entries.push_back({i * apart, close.columns()[at], close.values()[at]});
  const auto alone = CsrMatrix<T>::from_triplets(rows * apart, cols, std::move(entries));
  for (const Index width : {16, 19}) {
    const Matrix<T> x = random_matrix(cols, width, 7).template cast<T>();
    Matrix<T> together = Matrix<T>::Constant(rows, width, T(9)), one_by_one(rows * apart, width);
    close.multiply(x, together, Run());
    alone.multiply(x, one_by_one, Run());
    bool same = true;
    for (Index i = 0; i < rows; ++i) same &= identical(together.row(i).eval(), one_by_one.row(i * apart).eval());
    CHECK(same);
    Matrix<T> added = Matrix<T>::Constant(rows, width, T(2));
    close.add_product(x, added, 0, rows, Run());
    CHECK((added - together).isApproxToConstant(T(2), T(1e-3)));
  }
}

TEST_CASE("arrays that are no matrix") {
  using Csr = CsrMatrix<double>;
  CHECK_THROWS_WITH_AS(Csr(2, 2, {0, 1}, {0}, {1.0}), "sparse matrix: the row offsets do not fit the rows", Error);
  CHECK_THROWS_AS(Csr(1, 2, {0, 2}, {0}, {1.0}), Error);
  CHECK_THROWS_WITH_AS(Csr(2, 2, {0, 2, 1}, {0}, {1.0}), "sparse matrix: row 1: its offset falls", Error);
  CHECK_THROWS_WITH_AS(Csr(1, 2, {0, 1}, {2}, {1.0}), "sparse matrix: row 0: column 2 is outside", Error);
  CHECK_THROWS_WITH_AS(Csr(1, 2, {0, 2}, {1, 1}, {1.0, 2.0}), "sparse matrix: row 0: columns do not ascend", Error);
  CHECK_THROWS_WITH_AS(Csr(1, 2, {0, 1}, {1}, {std::numeric_limits<double>::quiet_NaN()}),
                       "sparse matrix: row 0, column 1: not a finite number", Error);
  CHECK_THROWS_WITH_AS(Csr::from_triplets(2, 2, {{2, 0, 1.0}}), "sparse matrix: entry (2, 0) is outside 2 x 2", Error);
  MatrixD out(1, 1);
  CHECK_THROWS_AS(Csr(1, 2, {0, 0}, {}, {}).multiply(MatrixD(3, 1), out, Run()), Error);
}

TEST_CASE("rows from entries in any order: added up, zeros left out, the last one can be scaled") {
  RowBuilder<float> builder;
  for (const auto& [column, value] : std::vector<std::pair<int, double>>{{3, 1}, {0, 2}, {3, 4}, {1, 7}})
    builder.add(column, value);
  const double squares = builder.finish_row([](std::int32_t column, double sum) { return column == 1 ? 0 : sum / 2; });
  CHECK(squares == 1 + 6.25);
  CHECK(builder.finish_row([](std::int32_t, double sum) { return sum; }) == 0);
  CHECK(builder.last_row().empty());
  builder.add(2, 3);
  builder.finish_row([](std::int32_t, double sum) { return sum; });
  for (float& value : builder.last_row()) value *= 2;
  MatrixF expected = MatrixF::Zero(3, 4);
  expected(0, 0) = 1;
  expected(0, 3) = 2.5F;
  expected(2, 2) = 6;
  CHECK(builder.matrix(4).dense() == expected);
}

TEST_CASE("a team shares products and inner products, with the same bits") {
  const auto a = random_sparse<double>(300, 90, 4000, 6);
  const MatrixD x = random_matrix(90, 20, 7), y = random_matrix(300, 3, 8);
  MatrixD product(300, 20), back(90, 3), gram = MatrixD::Ones(90, 90);
  const CsrOperator<double> a_operator(a);
  a_operator.apply(x, product, Run());
  a_operator.apply_transposed(y, back, Run());
  add_sparse_gram(a_operator, gram, Run());
  for (const Index block :
       {Index{0}, Index{300}, Index{100}})  // rows of the blocks that processes share; 0: all have all
    for (const int size : {1, 2, 3, 5, 100}) {
      CAPTURE(block);
      CAPTURE(size);
      const auto results = in_team(size, [&](Team& team) {
        Run run = run_with(1);
        run.team = &team;
        const CsrOperator<double> mine = block > 0 ? CsrOperator<double>(own_rows(a, block, team), team) : a_operator;
        std::vector<MatrixD> made{MatrixD(300, 20), MatrixD(90, 3), MatrixD::Ones(90, 90)};
        mine.apply(x, made[0], run);
        mine.apply_transposed(y, made[1], run);
        add_sparse_gram(mine, made[2], run);
        return made;
      });
      for (const auto& made : results) {
        CHECK(identical(made[0], product));
        CHECK(identical(made[1], back));
        CHECK(identical(MatrixD(made[2].triangularView<Eigen::Lower>()), MatrixD(gram.triangularView<Eigen::Lower>())));
      }
    }
}

TEST_CASE("blocks of rows below each other, each shared: transpose and products are those of one process") {
  const auto a = random_sparse<double>(120, 50, 2000, 9), transposed = a.transposed();  // three blocks of 40 rows
  const MatrixD x = random_matrix(50, 4, 10);
  MatrixD product(120, 4);
  a.multiply(x, product, Run());
  for (const int size : {1, 2, 7}) {
    const auto good = in_team(size, [&](Team& team) {
      Run run = run_with(1);
      run.team = &team;
      const OwnedRows<double> mine = own_rows(a, 40, team), turned = transposed_in_team(mine, team);
      MatrixD made(120, 4);
      multiply_in_team<double>(mine, x, made, run);
      return mine.blocks() == 3 && identical(made, product) &&
             identical(whole_everywhere(turned, team).dense(), transposed.dense()) &&
             whole_everywhere(turned, team).columns() == transposed.columns();
    });
    for (const bool all_good : good) CHECK(all_good);
  }
}
