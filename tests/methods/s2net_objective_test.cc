#include "couplet/methods/s2net/objective.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <limits>
#include <numeric>

#include "tests/base/expect_error.h"
#include "tests/linalg/samples.h"
#include "tests/methods/s2net_samples.h"

using namespace couplet;

namespace {

std::vector<Index> all_of(Index n) {
  std::vector<Index> result(n);
  std::iota(result.begin(), result.end(), Index{0});
  return result;
}

/// Largest difference of the gradient from differences of the loss, of fourth order: short vectors bend the loss a lot.
double gradient_error(S2NetObjective<double>& objective, MatrixD at) {
  MatrixD gradient(at.rows(), at.cols()), unused = gradient;
  objective.evaluate(at, gradient, Run());
  double worst = 0;
  for (Index i = 0; i < at.size(); ++i) {
    const double kept = at.data()[i], step = 1e-4;
    const auto loss_at = [&](double offset) {
      at.data()[i] = kept + offset;
      return objective.evaluate(at, unused, Run());
    };
    const double near = loss_at(step) - loss_at(-step), far = loss_at(2 * step) - loss_at(-2 * step);
    at.data()[i] = kept;
    worst = std::max(worst, std::abs(gradient.data()[i] - (8 * near - far) / (12 * step)));
  }
  return worst;
}

}  // namespace

TEST_CASE("golden values: 12 pairs of documents, 8 terms, 3 dimensions") {
  // Inputs log2(count + 1) log2(60 / documents) + 0.001; loss by the definition, gradient by central differences, both
  // computed independently of Couplet.
  const double documents[8] = {47, 54, 33, 46, 43, 38, 33, 54};
  const int counts[2][12][8] = {{{1, 4, 1, 0, 3, 0, 0, 0},
                                 {0, 3, 5, 10, 12, 0, 0, 3},
                                 {4, 18, 4, 2, 11, 9, 1, 6},
                                 {1, 5, 25, 32, 4, 1, 4, 1},
                                 {2, 11, 7, 4, 7, 5, 1, 5},
                                 {1, 7, 5, 10, 4, 10, 0, 2},
                                 {0, 6, 1, 3, 4, 1, 0, 0},
                                 {0, 4, 3, 4, 7, 5, 2, 1},
                                 {0, 1, 8, 6, 1, 0, 0, 1},
                                 {1, 1, 9, 7, 6, 2, 0, 0},
                                 {2, 5, 16, 21, 6, 2, 1, 3},
                                 {2, 8, 3, 3, 4, 3, 0, 1}},
                                {{0, 1, 0, 0, 0, 0, 0, 1},
                                 {3, 1, 0, 0, 0, 2, 4, 7},
                                 {15, 1, 0, 2, 0, 0, 3, 4},
                                 {8, 9, 0, 2, 3, 0, 10, 14},
                                 {1, 0, 0, 5, 2, 4, 0, 1},
                                 {1, 5, 1, 2, 0, 1, 0, 2},
                                 {4, 2, 1, 1, 0, 0, 2, 8},
                                 {9, 2, 0, 4, 2, 0, 0, 6},
                                 {2, 2, 0, 0, 1, 0, 1, 2},
                                 {6, 1, 0, 1, 0, 0, 1, 3},
                                 {12, 5, 0, 1, 3, 3, 2, 10},
                                 {1, 1, 0, 0, 0, 0, 0, 4}}};
  MatrixD a(8, 3), wanted(8, 3);
  a << 0.4019527360403122, -0.06914451070644362, -0.5419592730291821, 0.41648827550106365, -0.3877573858669931,
      1.1323708379991686, 0.31260774825572846, 0.6136364454251854, -0.30579156311379946, -1.474984270697301,
      0.5259886619914896, -1.0071829747918426, -0.10619610052483157, -0.014169007729743936, -0.7790749472059668,
      0.8866282059146613, -1.4244853959288086, 1.4865594928354329, -0.5889916615812802, 0.9603053123736943,
      1.2884215877314045, -0.8593561796441156, -0.7332075797852455, 0.9362873372655364;
  wanted << 0.42087177798411, 0.33201628035773, -0.79034225524133, 0.15728328586206, -0.05782475600569,
      -0.02480505769675, 0.25127763574329, 0.02495193314189, -0.11968187252354, 0.54203302122247, -0.36317173011113,
      -0.67723603840442, 0.53845635554772, -0.56756444921646, -0.35622734944063, 0.55763556705557, -0.54862583644955,
      -0.45897563489827, 0.62647262988325, 0.09425692979459, -0.44215436305617, 0.15587567434583, 0.15898350380628,
      -0.19201151317816;
  MatrixD texts[2] = {MatrixD(12, 8), MatrixD(12, 8)};
  for (int side = 0; side < 2; ++side)
    for (int i = 0; i < 12; ++i)
      for (int j = 0; j < 8; ++j)
        texts[side](i, j) = std::log2(counts[side][i][j] + 1) * std::log2(60 / documents[j]) + 0.001;
  const DenseOperator<double> left(texts[0]), right(texts[1]);
  S2NetProblem<double> problem{&left, &right, true, {}, {}};
  for (Index i = 0; i < 12; ++i) problem.pairs.push_back({i, i});
  MatrixD gradient(8, 3);
  const double loss = S2NetObjective<double>(problem, {}).evaluate(a, gradient, Run());
  CHECK(std::abs(loss - 3.686573373775146) < 1e-10);
  CHECK((gradient - wanted).cwiseAbs().maxCoeff() < 1e-8);

  // In float: the storage's accuracy.
  const DenseOperator<float> left_float(texts[0].cast<float>()), right_float(texts[1].cast<float>());
  const S2NetProblem<float> in_float{&left_float, &right_float, true, problem.pairs, {}};
  MatrixF gradient_float(8, 3);
  const double loss_float = S2NetObjective<float>(in_float, {}).evaluate(a.cast<float>(), gradient_float, Run());
  CHECK(std::abs(loss_float - 3.686573373775146) < 2e-6);
  CHECK((gradient_float.cast<double>() - wanted).cwiseAbs().maxCoeff() < 2e-6);
}

TEST_CASE("loss against the definition, gradient against differences: sides, kinds, weights, triples, samples") {
  CHECK(rc::check("s2net oracle", [] {
    const Index n = *rc::gen::inRange(3, 12), m = *rc::gen::inRange(3, 12);
    const bool one = *rc::gen::arbitrary<bool>(), shared = *rc::gen::arbitrary<bool>();
    const Index v_left = 6, v_right = one || shared ? 6 : 5;
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const CsrOperator<double> left(random_texts<double>(n, v_left, random.next()));
    const CsrOperator<double> right(random_texts<double>(m, v_right, random.next()));
    S2NetProblem<double> problem{&left, one ? &left : &right, shared, {}, {}};
    const Index n_right = problem.right->rows();
    const Index pairs = *rc::gen::inRange(0, 15), triples = *rc::gen::inRange(pairs == 0 ? 1 : 0, 6);
    for (Index i = 0; i < pairs; ++i)
      problem.pairs.push_back({random.below(n), random.below(n_right), 0.5 + random.uniform(), random.below(3) == 0});
    for (Index i = 0; i < triples; ++i)
      problem.triples.push_back(
          {random.below(n), random.below(n_right), random.below(n_right), random.uniform() + 0.1});
    if (random.below(2) == 0)
      for (Index i = 0; i < n; ++i) problem.queries.push_back(random.below(4));
    const S2NetLoss loss{.gamma = 1 + 5 * random.uniform(), .triple_weight = 0.7, .pull = 0};
    // A sample that may leave out a pair's own text.
    std::vector<Index> competitors;
    for (Index j = 0; j < n_right; ++j)
      if (random.below(4) > 0) competitors.push_back(j);
    const bool sampled = *rc::gen::arbitrary<bool>() && competitors.size() > 1;
    const auto used = sampled ? competitors : all_of(n_right);
    if (!sampled) competitors.clear();

    const MatrixD at = random_projection<double>(problem.parameter_rows(), 3, random.next());
    const double wanted =
        plain_loss(problem, left.matrix().dense(), (one ? left : right).matrix().dense(), at, loss, used);
    auto without_triples = problem;
    without_triples.triples.clear();
    // A sample may leave every pair without a competitor: an error, tested below.
    RC_PRE(pairs == 0 || plain_loss(without_triples, left.matrix().dense(), (one ? left : right).matrix().dense(), at,
                                    loss, used) > 0);
    S2NetObjective<double> objective(problem, loss, competitors);
    MatrixD gradient(at.rows(), at.cols());
    RC_ASSERT(std::abs(objective.evaluate(at, gradient, Run()) - wanted) < 1e-12 * (1 + wanted));
    RC_ASSERT(gradient_error(objective, at) < 1e-7);
  }));
}

TEST_CASE("more texts than a block holds: against the definition, the same bits for 1, 2 and 3 threads") {
  // Several row blocks, several column blocks, unfilled last tiles.
  const Index n = 2100, m = 8300, terms = 40, k = 5;
  const CsrMatrix<float> p = random_texts<float>(n, terms, 1), q = random_texts<float>(m, terms, 2);
  const CsrOperator<float> left(p), right(q);
  S2NetProblem<float> problem{&left, &right, false, {}, {}};
  for (Index i = 0; i < n; i += 4) problem.pairs.push_back({i, (i * 7) % m, 1.0 + double(i % 3), i % 5 == 0});
  const MatrixF at = random_projection<float>(2 * terms, k, 3);

  MatrixF first(2 * terms, k);
  double first_loss = 0;
  for (const int threads : {1, 2, 3}) {
    S2NetObjective<float> objective(problem, {});
    MatrixF gradient(2 * terms, k);
    const double loss = objective.evaluate(at, gradient, run_with(threads));
    if (threads == 1) {
      first = gradient;
      first_loss = loss;
      // Work space that was used before changes nothing.
      CHECK(objective.evaluate(at, gradient, run_with(1)) == loss);
    }
    CHECK(loss == first_loss);
    CHECK(identical(gradient, first));
  }

  // The definition with matrices held whole, in double.
  MatrixD a = (p.dense() * at.topRows(terms)).cast<double>(), b = (q.dense() * at.bottomRows(terms)).cast<double>();
  const VectorD a_length = a.rowwise().norm(), b_length = b.rowwise().norm();
  a.array().colwise() /= a_length.array();
  b.array().colwise() /= b_length.array();
  const MatrixD similarity = a * b.transpose();
  double total = 0, weights = 0;
  MatrixD slope = MatrixD::Zero(n, m);
  for (const S2NetPair& pair : problem.pairs) weights += pair.weight;
  for (const S2NetPair& pair : problem.pairs)
    for (Index j = 0; j < m; ++j) {
      if (j == pair.right) continue;
      const double sign = pair.opposite ? -1 : 1, share = pair.weight / weights / double(m - 1);
      const double x = 10 * sign * (similarity(pair.left, j) - similarity(pair.left, pair.right));
      total += share * std::log1p(std::exp(x));
      const double derivative = 10 * sign * share / (1 + std::exp(-x));
      slope(pair.left, j) += derivative;
      slope(pair.left, pair.right) -= derivative;
    }
  CHECK(first_loss == doctest::Approx(total).epsilon(1e-6));
  MatrixD to_a = slope * b, to_b = slope.transpose() * a;
  const auto through_length = [](MatrixD& g, const MatrixD& unit, const VectorD& length) {
    const VectorD along = g.cwiseProduct(unit).rowwise().sum();
    for (Index i = 0; i < g.rows(); ++i) g.row(i) = (g.row(i) - along[i] * unit.row(i)) / length[i];
  };
  through_length(to_a, a, a_length);
  through_length(to_b, b, b_length);
  MatrixD wanted(2 * terms, k);
  wanted << p.dense().cast<double>().transpose() * to_a, q.dense().cast<double>().transpose() * to_b;
  CHECK((first.cast<double>() - wanted).norm() < 1e-5 * wanted.norm());
}

TEST_CASE("the pull to the start") {
  const CsrOperator<double> texts(random_texts<double>(6, 4, 1)), others(random_texts<double>(6, 4, 2));
  S2NetProblem<double> problem{&texts, &others, true, {}, {}};
  for (Index i = 0; i < 6; ++i) problem.pairs.push_back({i, i});
  const MatrixD start = random_projection<double>(4, 2, 3), at = random_projection<double>(4, 2, 4);
  S2NetObjective<double> pulled(problem, {.pull = 0.3}), free(problem, {});
  MatrixD gradient(4, 2), plain(4, 2);
  expect_error(ErrorCode::internal, "s2net: no start to be pulled to", [&] { pulled.evaluate(at, gradient, Run()); });
  pulled.set_start(&start);
  CHECK(pulled.evaluate(at, gradient, Run()) ==
        doctest::Approx(free.evaluate(at, plain, Run()) + 0.15 * (at - start).squaredNorm()).epsilon(1e-13));
  CHECK((gradient - plain - 0.3 * (at - start)).norm() < 1e-13);
}

TEST_CASE("texts without a vector are similar to nothing and have no gradient") {
  const auto p = CsrMatrix<double>::from_triplets(3, 2, {{0, 0, 1.0}, {2, 1, 1.0}});
  const CsrOperator<double> left(p), right(random_texts<double>(3, 2, 1));
  S2NetProblem<double> problem{&left, &right, true, {{0, 0}, {1, 1}, {2, 2}}, {}};
  S2NetObjective<double> objective(problem, {});
  const MatrixD at = random_projection<double>(2, 2, 5);
  MatrixD gradient(2, 2);
  const double wanted = plain_loss(problem, p.dense(), right.matrix().dense(), at, {}, {0, 1, 2});
  CHECK(objective.evaluate(at, gradient, Run()) == doctest::Approx(wanted).epsilon(1e-13));
  CHECK(objective.empty_texts() == 1);
  CHECK(gradient_error(objective, at) < 1e-7);

  MatrixD broken = at;
  broken(0, 0) = std::numeric_limits<double>::infinity();
  CHECK(std::isnan(objective.evaluate(broken, gradient, Run())));
  CHECK(gradient.isZero(0));
}

TEST_CASE("bad input") {
  const CsrOperator<double> texts(random_texts<double>(3, 4, 1)), wider(random_texts<double>(3, 5, 1));
  const auto objective = [&](const S2NetProblem<double>& problem, const S2NetLoss& loss = {}) {
    S2NetObjective<double> made(problem, loss);
  };
  const S2NetProblem<double> good{&texts, &wider, false, {{0, 1}}, {}};
  objective(good);
  auto bad = good;
  bad.pairs.clear();
  expect_error(ErrorCode::data, "s2net: neither pairs nor triples to learn from", [&] { objective(bad); });
  bad = good;
  bad.shared = true;
  expect_error(ErrorCode::data, "s2net: one projection for 4 and 5 terms; use one vocabulary, or a projection a side",
               [&] { objective(bad); });
  bad = good;
  bad.pairs.push_back({0, 3});
  expect_error(ErrorCode::data, "s2net: pair 1: right text 3 of 3", [&] { objective(bad); });
  bad = good;
  bad.pairs[0].weight = -1;
  expect_error(ErrorCode::data, "s2net: pair 0: -1 is not a weight; weights are finite and not negative",
               [&] { objective(bad); });
  bad.pairs[0].weight = 0;
  expect_error(ErrorCode::data, "s2net: the weights of the pairs are all 0", [&] { objective(bad); });
  bad = good;
  bad.triples = {{-1, 0, 1}};
  expect_error(ErrorCode::data, "s2net: triple 0: left text -1 of 3", [&] { objective(bad); });
  bad = good;
  bad.pairs = {{0, 0}, {0, 1}, {0, 2}};
  expect_error(ErrorCode::data, "s2net: no pair has another text to be compared with; give more pairs",
               [&] { objective(bad); });
  expect_error(ErrorCode::usage, "s2net: gamma must be positive", [&] { objective(good, {.gamma = 0}); });
  expect_error(ErrorCode::usage, "s2net: the pull to the start must not be negative",
               [&] { objective(good, {.pull = -1}); });
  expect_error(ErrorCode::internal, "s2net: shapes do not fit", [&] {
    MatrixD at = MatrixD::Zero(4, 2), gradient = at;
    S2NetObjective<double>(good, {}).evaluate(at, gradient, Run());
  });
}

TEST_CASE("squared errors: by the definition, and their gradient") {
  Random random(8);
  const CsrOperator<double> left(random_texts<double>(7, 6, random.next())),
      right(random_texts<double>(7, 6, random.next()));
  S2NetProblem<double> problem{&left, &right, true, {}, {{1, 2, 3, 1}}};
  for (Index i = 0; i < 7; ++i) problem.pairs.push_back({i, i});
  const MatrixD a = random_matrix(6, 3, random.next());
  S2NetObjective<double> objective(problem, {.squared = true});
  MatrixD gradient(6, 3);
  const double loss = objective.evaluate(a, gradient, Run());
  MatrixD x = left.matrix().dense() * a, y = right.matrix().dense() * a;
  for (Index i = 0; i < 7; ++i) {
    if (x.row(i).norm() > 0) x.row(i) /= x.row(i).norm();
    if (y.row(i).norm() > 0) y.row(i) /= y.row(i).norm();
  }
  const MatrixD s = x * y.transpose();
  double wanted = ((1 - s(1, 2)) * (1 - s(1, 2)) + s(1, 3) * s(1, 3)) / 2;
  for (Index i = 0; i < 7; ++i) {
    double others = 0;
    for (Index j = 0; j < 7; ++j) others += j == i ? 0 : s(i, j) * s(i, j) / 2 / 6;
    wanted += ((1 - s(i, i)) * (1 - s(i, i)) / 2 + others) / 7;
  }
  CHECK(loss == doctest::Approx(wanted).epsilon(1e-12));
  CHECK(gradient_error(objective, a) < 1e-7);
  problem.pairs[0].opposite = true;
  expect_error(ErrorCode::usage, "s2net: opposite pairs have no squared loss",
               [&] { S2NetObjective<double>(problem, {.squared = true}); });
}
