#include "couplet/search/word_search.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "couplet/search/stored_vectors.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/search/samples.h"

using namespace couplet;

namespace {

WordVectors table_of(const MatrixF& rows) {
  Vocabulary words;
  for (Index i = 0; i < rows.rows(); ++i) words.add("w" + std::to_string(i));
  const auto owner = std::make_shared<const MatrixF>(rows);
  return WordVectors(std::move(words), rows.cols(), {owner->data(), static_cast<std::size_t>(owner->size())},
                     std::nullopt, owner);
}

/// Rows of unit length in double, rounded to float: what the search stores.
MatrixD unit_rows(const MatrixF& rows) {
  MatrixD unit = rows.cast<double>();
  for (Index i = 0; i < unit.rows(); ++i)
    if (const double length = unit.row(i).norm(); length > 0) unit.row(i) /= length;
  return unit.cast<float>().cast<double>();
}

/// The obvious search: a score for every word, all sorted.
template <class Score>
std::vector<Neighbour> obvious(const MatrixD& unit, std::vector<Index> but, Index most, Score&& score) {
  std::vector<Neighbour> all;
  for (Index x = 0; x < unit.rows(); ++x)
    if (unit.row(x).norm() > 0 && std::find(but.begin(), but.end(), x) == but.end())
      all.push_back({x, score(VectorD(unit.row(x)))});
  std::stable_sort(all.begin(), all.end(), [](const auto& p, const auto& q) { return p.score > q.score; });
  all.resize(std::min(all.size(), static_cast<std::size_t>(most)));
  return all;
}

std::vector<Neighbour> obvious_analogy(const MatrixD& unit, const AnalogyQuestion& asked, Analogy how, Index most) {
  const VectorD a = unit.row(asked.a), b = unit.row(asked.b), c = unit.row(asked.c);
  if (how == Analogy::add && (b - a + c).norm() < 1e-6) return {};
  const auto brought = [](double cosine) { return (cosine + 1) / 2; };
  return obvious(unit, {asked.a, asked.b, asked.c}, most, [&](const VectorD& x) {
    if (how == Analogy::add) return x.dot(b - a + c) / (b - a + c).norm();
    return brought(x.dot(b)) * brought(x.dot(c)) / (brought(x.dot(a)) + 0.001);
  });
}

/// Same scores in the same places; the same words wherever a score is not as good as tied with its neighbour.
void check_same(const std::vector<Neighbour>& found, const std::vector<Neighbour>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    CHECK(found[i].score == doctest::Approx(expected[i].score).epsilon(1e-6));
    const auto alone = [&](std::size_t j) {
      return j >= expected.size() || std::abs(expected[j].score - expected[i].score) > 1e-6;
    };
    if (i + 1 < found.size() && alone(i + 1) && (i == 0 || alone(i - 1))) CHECK(found[i].id == expected[i].id);
  }
}

std::vector<AnalogyQuestion> made_questions(Index count, Index words, std::uint64_t seed) {
  Random random(seed);
  std::vector<AnalogyQuestion> questions;
  for (Index i = 0; i < count; ++i)
    questions.push_back({random.below(words), random.below(words), random.below(words)});
  return questions;
}

bool same(const WordAnswers& x, const WordAnswers& y) {
  return std::equal(x.begin(), x.end(), y.begin(), y.end(), [](const auto& p, const auto& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [](const Neighbour& a, const Neighbour& b) { return a.id == b.id && a.score == b.score; });
  });
}

}  // namespace

TEST_CASE("nearest and farthest words are those of the obvious loop") {
  const MatrixF rows = normal_numbers(9000, 10, 1);  // two chunks of words
  const MatrixD unit = unit_rows(rows);
  const WordSearch search(table_of(rows), Run());
  MatrixF queries = normal_numbers(5, 10, 2);
  queries.row(3) = 100 * rows.row(8999);  // of any length
  const std::vector<Index> but{-1, 17, -1, 8999, -1};
  const WordAnswers nearest = search.nearest(queries, but, 7, Run()),
                    farthest = search.farthest(queries, but, 7, Run());
  REQUIRE(nearest.size() == 5);
  for (Index q = 0; q < 5; ++q) {
    const VectorD query = queries.row(q).cast<double>().normalized();
    check_same(nearest[q], obvious(unit, {but[q]}, 7, [&](const VectorD& x) { return x.dot(query); }));
    auto opposite = obvious(unit, {but[q]}, 7, [&](const VectorD& x) { return -x.dot(query); });
    for (Neighbour& word : opposite) word.score = -word.score;
    check_same(farthest[q], opposite);
  }
  CHECK(search.nearest(queries.middleRows(3, 1), {}, 1, Run())[0][0].id == 8999);
}

TEST_CASE("analogies are those of the obvious loop") {
  for (const Analogy how : {Analogy::add, Analogy::mul}) {
    const MatrixF rows = normal_numbers(9000, 10, 3);
    const MatrixD unit = unit_rows(rows);
    const auto questions = made_questions(12, 9000, 4);
    const WordAnswers found = WordSearch(table_of(rows), Run()).analogies(questions, how, 4, Run());
    REQUIRE(found.size() == 12);
    for (std::size_t q = 0; q < 12; ++q) check_same(found[q], obvious_analogy(unit, questions[q], how, 4));
  }
}

TEST_CASE("few words, ties and zero vectors, against the obvious loop") {
  CHECK(rc::check("as many answers as there are, none of them zero or asked about", [] {
    const Index words = *rc::gen::inRange(1, 12), cols = *rc::gen::inRange(1, 4), most = *rc::gen::inRange(1, 12);
    const auto seed = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1000000));
    const auto how = *rc::gen::element(Analogy::add, Analogy::mul);
    const MatrixF rows = whole_numbers(words, cols, seed, 1);
    const MatrixD unit = unit_rows(rows);
    const auto questions = made_questions(5, words, seed + 1);
    const WordAnswers found = WordSearch(table_of(rows), Run()).analogies(questions, how, most, Run());
    for (std::size_t q = 0; q < 5; ++q) {
      const auto expected = obvious_analogy(unit, questions[q], how, most);
      RC_ASSERT(found[q].size() == expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        const auto& [id, score] = found[q][i];
        RC_ASSERT(id != questions[q].a && id != questions[q].b && id != questions[q].c);
        RC_ASSERT(unit.row(id).norm() > 0);
        if (i > 0) RC_ASSERT(ranks_before(found[q][i - 1], found[q][i]));
        RC_ASSERT(std::abs(expected[i].score - score) < 1e-5 * std::max(1.0, expected[i].score));
      }
    }
  }));
}

TEST_CASE("equal vectors tie exactly, wherever they are stored, and the lower number comes first") {
  MatrixF rows = normal_numbers(20000, 37, 5);
  const Index copies[] = {3, 255, 256, 8191, 8192, 19999};
  for (const Index copy : copies) rows.row(copy) = rows.row(3);
  rows.row(100) = rows.row(3) * 0.5f;  // another length, the same direction
  const WordSearch search(table_of(rows), Run());
  for (const Analogy how : {Analogy::add, Analogy::mul}) {
    // c is the copied vector itself: its copies are the best answers to "a is to a as c is to ?".
    const std::vector<AnalogyQuestion> question{{7, 7, 3}};
    const auto found = search.analogies(question, how, 7, Run())[0];
    const Index expected[] = {100, 255, 256, 8191, 8192, 19999};
    for (std::size_t i = 0; i < 6; ++i) {
      CHECK(found[i].id == expected[i]);
      CHECK(found[i].score == found[0].score);
    }
    CHECK(found[6].score < found[0].score);
  }
  const Index but[] = {3};
  const auto nearest = search.nearest(rows.middleRows(3, 1), but, 3, Run())[0];
  CHECK(nearest[0].id == 100);
  CHECK(nearest[2].id == 256);
  CHECK(nearest[2].score == nearest[0].score);
}

TEST_CASE("1, 2 and 3 threads, batches and single questions give the same answers") {
  const MatrixF rows = normal_numbers(9000, 16, 6), queries = normal_numbers(1500, 16, 7);
  const auto questions = made_questions(4500, 9000, 8);  // two batches, two chunks of words
  const WordSearch search(table_of(rows), Run());
  const WordAnswers add = search.analogies(questions, Analogy::add, 2, with_threads(1));
  const WordAnswers mul = search.analogies(questions, Analogy::mul, 2, with_threads(1));
  const WordAnswers near = search.nearest(queries, {}, 3, with_threads(1));
  CHECK(add.size() == 4500);
  for (const int threads : {2, 3}) {
    CHECK(same(add, search.analogies(questions, Analogy::add, 2, with_threads(threads))));
    CHECK(same(mul, search.analogies(questions, Analogy::mul, 2, with_threads(threads))));
    CHECK(same(near, search.nearest(queries, {}, 3, with_threads(threads))));
  }
  for (const std::size_t q : {std::size_t{0}, std::size_t{4095}, std::size_t{4096}, std::size_t{4499}}) {
    CHECK(same({add[q]}, search.analogies({&questions[q], 1}, Analogy::add, 2, Run())));
    CHECK(same({mul[q]}, search.analogies({&questions[q], 1}, Analogy::mul, 2, Run())));
  }
  CHECK(same({near[1499]}, search.nearest(queries.middleRows(1499, 1), {}, 3, Run())));
}

TEST_CASE("a zero query has no answers; nothing asked, nothing answered") {
  MatrixF rows = normal_numbers(5, 3, 9), queries = MatrixF::Zero(2, 3);
  queries(1, 0) = 1;
  const WordSearch search(table_of(rows), Run());
  const WordAnswers found = search.nearest(queries, {}, 9, Run());
  CHECK(found[0].empty());
  CHECK(found[1].size() == 5);
  CHECK(search.nearest(MatrixF(0, 3), {}, 9, Run()).empty());
  CHECK(search.analogies({}, Analogy::mul, 1, Run()).empty());
}

TEST_CASE("what makes no sense is refused") {
  const WordSearch search(table_of(normal_numbers(5, 3, 9)), Run());
  const std::vector<AnalogyQuestion> beyond{{0, 1, 5}}, good{{0, 1, 2}};
  const std::vector<Index> but{-1, 0};
  const MatrixF query = MatrixF::Ones(1, 3);
  expect_error(ErrorCode::usage, "search: there is no word 5",
               [&] { search.analogies(beyond, Analogy::add, 1, Run()); });
  expect_error(ErrorCode::usage, "search: fewer than 1 answer asked for",
               [&] { search.analogies(good, Analogy::add, 0, Run()); });
  expect_error(ErrorCode::usage, "search: fewer than 1 neighbour asked for",
               [&] { search.nearest(query, {}, 0, Run()); });
  expect_error(ErrorCode::usage, "search: not one excluded word a query",
               [&] { search.nearest(query, but, 1, Run()); });
  expect_error(ErrorCode::usage, "search: queries have 4 dimensions, the index 3",
               [&] { search.farthest(MatrixF::Ones(1, 4), {}, 1, Run()); });
  expect_error(ErrorCode::usage, "analogy: 'div' is not known; use add or mul", [] { parse_analogy("div"); });
  CHECK(parse_analogy("mul") == Analogy::mul);

  Run small;
  small.memory = MemoryBudget(100);
  CHECK_THROWS_AS(WordSearch(table_of(normal_numbers(50, 3, 9)), small), Error);
  Run stopped;
  StopToken stop;
  stop.request();
  stopped.stop = &stop;
  CHECK_THROWS_AS(search.analogies(good, Analogy::add, 1, stopped), Error);
}
