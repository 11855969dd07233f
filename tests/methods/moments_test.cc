#include "couplet/methods/cooccurrence/moments.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

RowPairs rows_between(const RowPairs& rows, Index begin, Index end) {
  return {rows.left.middleRows(begin, end - begin), rows.right.middleRows(begin, end - begin)};
}

double relative_difference(const MatrixD& a, const MatrixD& b) { return (a - b).norm() / b.norm(); }

/// The largest relative difference of all five statistics; infinite when the counts differ.
double relative_difference(const Moments& a, const Moments& b) {
  if (a.count != b.count) return INFINITY;
  return std::max({relative_difference(a.mean_x, b.mean_x), relative_difference(a.mean_y, b.mean_y),
                   relative_difference(a.xx, b.xx), relative_difference(a.yy, b.yy), relative_difference(a.xy, b.xy)});
}

}  // namespace

TEST_CASE("moments are the centred sums of products") {
  const RowPairs rows = correlated_rows(40, 5, 3, 1);
  const Moments moments = moments_of(rows);
  CHECK(moments.count == 40);
  MatrixD xx = MatrixD::Zero(5, 5), yy = MatrixD::Zero(3, 3), xy = MatrixD::Zero(5, 3);
  const VectorD mx = rows.left.colwise().sum().transpose() / 40, my = rows.right.colwise().sum().transpose() / 40;
  for (Index i = 0; i < 40; ++i) {
    const VectorD x = rows.left.row(i).transpose() - mx, y = rows.right.row(i).transpose() - my;
    xx += x * x.transpose();
    yy += y * y.transpose();
    xy += x * y.transpose();
  }
  CHECK(relative_difference(moments.mean_x, mx) < 1e-14);
  CHECK(relative_difference(moments.mean_y, my) < 1e-14);
  CHECK(relative_difference(moments.xx, xx) < 1e-13);
  CHECK(relative_difference(moments.yy, yy) < 1e-13);
  CHECK(relative_difference(moments.xy, xy) < 1e-13);
  CHECK(moments.xx == moments.xx.transpose());
  CHECK(relative_difference(moments.cov_xy(), xy / 40) < 1e-13);
  CHECK(moments.hsic() == doctest::Approx((xy / 40).squaredNorm()).epsilon(1e-12));
}

TEST_CASE("large means cost no digits") {
  // 2^20 is a double without rounding error, and so are the sums below: the shifted rows differ from the plain ones by
  // it alone.
  RowPairs plain = correlated_rows(3000, 4, 4, 2);
  for (MatrixD* side : {&plain.left, &plain.right}) *side = (*side * 1024).array().round() / 1024;
  RowPairs shifted = plain;
  shifted.left.array() += 1 << 20;
  shifted.right.array() -= 1 << 20;
  Moments blocks(4, 4), expected = moments_of(plain);
  for (Index begin = 0; begin < 3000; begin += 500) blocks.add(moments_of(rows_between(shifted, begin, begin + 500)));
  CHECK(relative_difference(blocks.xx, expected.xx) < 1e-10);
  CHECK(relative_difference(blocks.xy, expected.xy) < 1e-10);
  CHECK(relative_difference(blocks.yy, expected.yy) < 1e-10);
}

TEST_CASE("shards add up to the whole, and what was added can be removed") {
  CHECK(rc::check("any cut into shards", [] {
    const auto count = *rc::gen::inRange<Index>(2, 60);
    const auto cut = *rc::gen::inRange<Index>(0, count + 1);
    const auto offset = *rc::gen::element(0.0, 3.0, -1e4);
    const RowPairs rows = correlated_rows(count, 4, 3, static_cast<std::uint64_t>(count * 100 + cut), offset);
    const Moments whole = moments_of(rows), first = moments_of(rows_between(rows, 0, cut)),
                  second = moments_of(rows_between(rows, cut, count));
    Moments sum(4, 3);
    sum.add(first);
    sum.add(second);
    RC_ASSERT(relative_difference(sum, whole) < 1e-10);
    if (cut < 2 || cut > count - 2) return;
    Moments rest = whole;
    rest.remove(second);
    RC_ASSERT(relative_difference(rest, first) < 1e-7);
  }));
}

TEST_CASE("adding or removing nothing changes nothing") {
  const Moments before = moments_of(correlated_rows(10, 2, 2, 3));
  Moments after = before;
  after.add(Moments(2, 2));
  after.remove(Moments(2, 2));
  CHECK(relative_difference(after, before) == 0);
  Moments empty(2, 2);
  empty.add(before);
  CHECK(relative_difference(empty, before) == 0);
  CHECK(Moments(2, 2).hsic() == 0);
  MatrixD none_x(0, 2), none_y(0, 3);
  CHECK(Moments::of(none_x, none_y).xy.cols() == 3);
}

TEST_CASE("more than there is cannot be removed") {
  const RowPairs rows = correlated_rows(10, 2, 2, 4);
  Moments moments = moments_of(rows);
  expect_error(ErrorCode::data,
               "10 pairs to remove, the model was fitted on 10; remove only pairs that the model was fitted on, and "
               "leave at least one",
               [&] { moments.remove(moments_of(rows)); });
  RowPairs strangers = rows_between(rows, 0, 5);
  strangers.left *= 100;
  expect_error(ErrorCode::data,
               "the pairs to remove vary more than those the model was fitted on; remove only pairs that the model was "
               "fitted on",
               [&] { moments.remove(moments_of(strangers)); });
}

TEST_CASE("a pair of weight 2 counts as two pairs, and can be taken out again") {
  const RowPairs rows = correlated_rows(30, 4, 3, 5);
  RowPairs repeated{MatrixD(45, 4), MatrixD(45, 3)}, weighted = rows, part = rows_between(rows, 0, 10);
  std::vector<double> weights;
  for (Index i = 0, at = 0; i < 30; ++i) {
    weights.push_back(i % 2 == 0 ? 2 : 1);
    for (int times = 0; times < weights.back(); ++times, ++at) {
      repeated.left.row(at) = rows.left.row(i);
      repeated.right.row(at) = rows.right.row(i);
    }
  }
  Moments moments = Moments::of(weighted.left, weighted.right, weights);
  const Moments expected = moments_of(repeated);
  CHECK(moments.count == 30);
  CHECK(moments.weight == 45);
  CHECK(relative_difference(moments.mean_x, expected.mean_x) < 1e-13);
  CHECK(relative_difference(moments.cov_xx(), expected.cov_xx()) < 1e-12);
  CHECK(relative_difference(moments.cov_xy(), expected.cov_xy()) < 1e-12);
  const Moments taken = Moments::of(part.left, part.right, std::span(weights).first(10));
  const Moments before = moments;
  moments.remove(taken);
  CHECK(moments.weight == 30);
  moments.add(taken);
  CHECK(moments.weight == 45);
  CHECK(relative_difference(moments, before) < 1e-12);
}
