#include "couplet/search/nearest_neighbours.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/random.h"
#include "tests/base/threads.h"
#include "tests/search/samples.h"

using namespace couplet;

namespace {

const char* const every_kind[] = {"exact", "hnsw"};

/// Points around `centres` centres, of differing lengths.
MatrixF clustered(Index rows, Index cols, Index centres, std::uint64_t seed, std::uint64_t stream) {
  Random centre_random(seed), random(seed, stream);
  MatrixF centre(centres, cols), made(rows, cols);
  for (Index i = 0; i < centre.size(); ++i) centre.data()[i] = static_cast<float>(centre_random.normal());
  for (Index row = 0; row < rows; ++row) {
    const Index own = random.below(centres);
    const double length = std::exp(0.3 * random.normal());
    for (Index i = 0; i < cols; ++i)
      made(row, i) = static_cast<float>(length * (centre(own, i) + 0.5 * random.normal()));
  }
  return made;
}

std::vector<Index> brute_force(const MatrixF& vectors, const MatrixF& queries, Index query, Index k) {
  std::vector<std::pair<long double, Index>> all;  // -score, row
  all.reserve(std::size_t(vectors.rows()));
  const float *row = vectors.data(), *asked = queries.row(query).data();
  for (Index i = 0; i < vectors.rows(); ++i, row += vectors.cols()) {
    long double sum = 0;
    for (Index j = 0; j < vectors.cols(); ++j) sum += static_cast<long double>(row[j]) * asked[j];
    all.emplace_back(-sum, i);
  }
  const auto end = all.begin() + std::min(k, vectors.rows());
  std::partial_sort(all.begin(), end, all.end());
  std::vector<Index> best;
  for (auto one = all.begin(); one != end; ++one) best.push_back(one->second);
  return best;
}

std::vector<Index> ids(std::span<const Neighbour> found) {
  std::vector<Index> result;
  for (const Neighbour& neighbour : found) result.push_back(neighbour.id);
  return result;
}

double recall_against_exact(const MatrixF& vectors, const MatrixF& queries, Similarity similarity, Index k) {
  const Run run;
  const auto truth = make_vector_index("exact", vectors, similarity, run)->search(queries, k, run);
  const auto found = make_vector_index("hnsw:m=16,ef=200", vectors, similarity, run)->search(queries, k, run);
  double hits = 0;
  for (Index q = 0; q < queries.rows(); ++q) {
    const auto expected = ids(truth[q]);
    for (const Index id : ids(found[q])) hits += std::count(expected.begin(), expected.end(), id) > 0;
  }
  return hits / static_cast<double>(queries.rows() * k);
}

}  // namespace

TEST_CASE("exact search is brute force, ties and their order included") {
  CHECK(rc::check("against sorting all scores", [] {
    const Index rows = *rc::gen::inRange(0, 60), cols = *rc::gen::inRange(1, 20), k = *rc::gen::inRange(1, 70);
    const auto seed = static_cast<std::uint64_t>(*rc::gen::inRange(0, 1000000));
    const MatrixF vectors = whole_numbers(rows, cols, seed, 1), queries = whole_numbers(5, cols, seed + 1, 2);
    const auto found = make_vector_index("exact", vectors, Similarity::inner_product, Run())->search(queries, k, Run());
    RC_ASSERT(found.per_query() == std::min(k, rows));
    for (Index q = 0; q < 5; ++q) RC_ASSERT(ids(found[q]) == brute_force(vectors, queries, q, k));
  }));
}

TEST_CASE("exact search over several blocks and chunks, with scores that differ by less than a float can tell") {
  // 70,000 vectors are two chunks; many copies of few directions, nudged by one unit in the last place.
  const Index rows = 70000, cols = 5;
  MatrixF vectors = whole_numbers(rows, cols, 3, 2);
  Random random(5);
  for (Index row = 0; row < rows; ++row)
    if (random.below(2)) vectors(row, 0) = std::nextafter(vectors(row, 0), 100.0f);
  const MatrixF queries = clustered(70, cols, 10, 9, 1);
  const auto found = make_vector_index("exact", vectors, Similarity::inner_product, Run())->search(queries, 30, Run());
  for (Index q = 0; q < queries.rows(); ++q) CHECK(ids(found[q]) == brute_force(vectors, queries, q, 30));
}

TEST_CASE("exact search survives floats that overflow when multiplied") {
  MatrixF vectors(3, 2), queries(1, 2);
  vectors << 3e38f, -3e38f, 1, 1, 3e38f, 3e38f;
  queries << 3e38f, 3e38f;
  const auto found = make_vector_index("exact", vectors, Similarity::inner_product, Run())->search(queries, 3, Run());
  CHECK(ids(found[0]) == std::vector<Index>{2, 1, 0});
  CHECK(found[0][2].score == 0);
}

TEST_CASE("cosine does not depend on length, and is 0 with a zero vector") {
  MatrixF vectors(4, 2), queries(2, 2);
  vectors << 0, 0, 10, 0, 3, 4, -1, 0;
  queries << 0.5f, 0, 0, 0;
  for (const char* kind : every_kind) {
    CAPTURE(kind);
    const auto index = make_vector_index(kind, vectors, Similarity::cosine, Run());
    const auto found = index->search(queries, 10, Run());
    CHECK(index->size() == 4);
    CHECK(index->dimension() == 2);
    REQUIRE(found.per_query() == 4);
    CHECK(ids(found[0]) == std::vector<Index>{1, 2, 0, 3});
    CHECK(found[0][0].score == 1);
    CHECK(found[0][1].score == doctest::Approx(0.6).epsilon(1e-7));
    CHECK(found[0][2].score == 0);
    CHECK(found[0][3].score == -1);
    CHECK(ids(found[1]) == std::vector<Index>{0, 1, 2, 3});
  }
}

TEST_CASE("copies of one vector are found in order of their numbers") {
  const MatrixF vectors = MatrixF::Constant(500, 8, 0.3f), queries = MatrixF::Constant(2, 8, 1);
  for (const auto similarity : {Similarity::inner_product, Similarity::cosine}) {
    const auto exact = make_vector_index("exact", vectors, similarity, Run())->search(queries, 5, Run());
    CHECK(ids(exact[1]) == std::vector<Index>{0, 1, 2, 3, 4});
    const auto all = make_vector_index("hnsw", vectors, similarity, Run())->search(queries, 500, Run());
    std::vector<Index> everything(500);
    std::iota(everything.begin(), everything.end(), Index{0});
    CHECK(ids(all[0]) == everything);
  }
}

TEST_CASE("empty index, one vector, no queries, k above size") {
  const MatrixF none(0, 3), one = MatrixF::Constant(1, 3, 2), no_queries(0, 3);
  for (const char* kind : every_kind) {
    CAPTURE(kind);
    const auto empty = make_vector_index(kind, none, Similarity::inner_product, Run());
    CHECK(empty->size() == 0);
    CHECK(empty->search(one, 4, Run()).per_query() == 0);
    CHECK(empty->search(one, 4, Run())[0].empty());
    const auto single = make_vector_index(kind, one, Similarity::inner_product, Run());
    const auto found = single->search(one, 4, Run());
    REQUIRE(found.per_query() == 1);
    CHECK(found[0][0].id == 0);
    CHECK(found[0][0].score == 12);
    CHECK_NOTHROW(single->search(no_queries, 4, Run()));
  }
}

TEST_CASE("HNSW finds nearly all true neighbours in clustered data") {
  const MatrixF vectors = clustered(6000, 24, 60, 17, 1), queries = clustered(150, 24, 60, 17, 2);
  const double cosine = recall_against_exact(vectors, queries, Similarity::cosine, 10);
  const double inner_product = recall_against_exact(vectors, queries, Similarity::inner_product, 10);
  CAPTURE(cosine);
  CAPTURE(inner_product);
  CHECK(cosine >= 0.95);
  CHECK(inner_product >= 0.95);
}

TEST_CASE("HNSW scores are the exact ones") {
  const MatrixF vectors = clustered(800, 19, 9, 3, 1), queries = clustered(20, 19, 9, 3, 2);
  for (const auto similarity : {Similarity::inner_product, Similarity::cosine}) {
    const auto exact = make_vector_index("exact", vectors, similarity, Run())->search(queries, 800, Run());
    const auto found = make_vector_index("hnsw", vectors, similarity, Run())->search(queries, 10, Run());
    for (Index q = 0; q < queries.rows(); ++q)
      for (const Neighbour& neighbour : found[q]) {
        const auto same_id = std::find_if(exact[q].begin(), exact[q].end(),
                                          [&](const Neighbour& other) { return other.id == neighbour.id; });
        REQUIRE(same_id != exact[q].end());
        CHECK(same_id->score == neighbour.score);
      }
  }
}

TEST_CASE("the same neighbours every time, with 1, 2 and 3 threads, wherever the queries lie in memory") {
  const MatrixF vectors = clustered(3000, 17, 30, 5, 1), queries = clustered(131, 17, 30, 5, 2);
  for (const char* kind : every_kind) {
    CAPTURE(kind);
    const Run one = with_threads(1);
    const auto expected = make_vector_index(kind, vectors, Similarity::inner_product, one)->search(queries, 7, one);
    for (const int threads : {2, 3}) {
      const Run run = with_threads(threads);
      const auto index = make_vector_index(kind, vectors, Similarity::inner_product, run);
      CHECK(same(index->search(queries, 7, run), expected, queries.rows()));
      MatrixF shifted(132, 17);
      shifted.bottomRows(131) = queries;
      CHECK(same(index->search(shifted.bottomRows(131), 7, run), expected, queries.rows()));
    }
  }
}

TEST_CASE("specs and bad input") {
  const MatrixF vectors = MatrixF::Ones(3, 2);
  const auto make = [&](const std::string& spec) {
    return make_vector_index(spec, vectors, Similarity::cosine, Run());
  };
  CHECK_NOTHROW(make("hnsw:m=8,ef=50,build=20"));
  for (const std::string spec : {"", "Exact", "hnsw:", "hnsw:m", "hnsw:m=", "hnsw:m=x", "hnsw:q=3", "hnsw:m=8;ef=3"})
    CHECK_THROWS_WITH_AS(
        make(spec), ("index: '" + spec + "' is not an index; use exact or hnsw:m=16,build=200,ef=100").c_str(), Error);
  CHECK_THROWS_WITH_AS(make("hnsw:m=1"), "hnsw:m: 1 is out of range; use 2 to 256", Error);
  CHECK_THROWS_AS(make("hnsw:ef=0"), Error);
  CHECK_THROWS_AS(make("hnsw:build=1000000"), Error);

  MatrixF broken = MatrixF::Ones(3, 2);
  broken(1, 1) = std::numeric_limits<float>::quiet_NaN();
  for (const char* kind : every_kind)
    for (const auto similarity : {Similarity::inner_product, Similarity::cosine}) {
      CAPTURE(kind);
      CHECK_THROWS_WITH_AS(make_vector_index(kind, broken, similarity, Run()),
                           "vector 2: not all its numbers are finite", Error);
      const auto index = make_vector_index(kind, vectors, similarity, Run());
      CHECK_THROWS_WITH_AS(index->search(broken, 1, Run()), "query 2: not all its numbers are finite", Error);
      CHECK_THROWS_WITH_AS(index->search(vectors, 0, Run()), "search: fewer than 1 neighbour asked for", Error);
      CHECK_THROWS_WITH_AS(index->search(MatrixF::Ones(1, 3), 1, Run()),
                           "search: queries have 3 dimensions, the index 2", Error);
      StopToken stop;
      stop.request();
      Run stopped;
      stopped.stop = &stop;
      CHECK_THROWS_AS(index->search(vectors, 1, stopped), Error);
    }
  Run tight;
  tight.memory = MemoryBudget(100);
  CHECK_THROWS_AS(make_vector_index("hnsw", vectors, Similarity::cosine, tight), Error);
}
