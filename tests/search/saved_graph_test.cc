#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <string>

#include "couplet/base/random.h"
#include "couplet/search/nearest_neighbours.h"
#include "tests/base/expect_error.h"
#include "tests/search/samples.h"

using namespace couplet;

TEST_CASE("a graph taken out and put back finds the same, and is the same again") {
  const MatrixF queries = normal_numbers(100, 7, 5);
  const Run run;
  for (const char* spec : {"hnsw", "hnsw:m=2,build=10,ef=5"})
    for (const Similarity similarity : {Similarity::inner_product, Similarity::cosine})
      for (const Index size : {0, 1, 2, 700}) {
        CAPTURE(spec);
        CAPTURE(size);
        const SharedRows vectors = normal_numbers(size, 7, 9);
        const auto built = make_vector_index(spec, vectors, similarity, run);
        const auto graph = built->graph();
        REQUIRE(graph.has_value());
        const auto restored = make_vector_index(spec, vectors, similarity, run, &*graph);
        CHECK(restored->size() == size);
        for (const Index k : {1, 10, 800})
          CHECK(same(built->search(queries, k, run), restored->search(queries, k, run), queries.rows()));
        const auto again = restored->graph();
        CHECK(again->levels == graph->levels);
        CHECK(again->counts == graph->counts);
        CHECK(again->links == graph->links);
        CHECK(again->entry == graph->entry);
        // With few links there are many levels, so that more than the lowest is put to the test.
        if (size == 700) CHECK(graph->levels[graph->entry] >= (spec == std::string("hnsw") ? 1 : 5));
      }
}

TEST_CASE("the saved graph is walked, not built anew") {
  const SharedRows vectors = normal_numbers(300, 5, 3);
  const MatrixF queries = normal_numbers(50, 5, 4);
  const std::string spec = "hnsw:m=2,build=10,ef=2";
  const Run run;
  // Without links a walk stays where it starts, and too little found means comparing with all: the exact answer.
  SearchGraph bare{std::vector<std::int32_t>(300, 0), std::vector<std::int32_t>(300, 0), {}, 17};
  const auto exact = make_vector_index("exact", vectors, Similarity::inner_product, run);
  const auto walked = make_vector_index(spec, vectors, Similarity::inner_product, run, &bare);
  CHECK(same(exact->search(queries, 2, run), walked->search(queries, 2, run), queries.rows()));
  const Neighbours one = walked->search(queries, 1, run);
  for (Index q = 0; q < queries.rows(); ++q) CHECK(one[q][0].id == 17);
  CHECK_FALSE(exact->graph().has_value());
}

TEST_CASE("an exact index of rows elsewhere keeps their owner, not a copy") {
  MatrixF rows(2, 2);
  rows << 1, 0, 0, 1;
  auto kept = std::make_shared<MatrixF>(rows);
  const auto index = make_vector_index("exact", SharedRows(kept->data(), 2, 2, kept), Similarity::inner_product, Run());
  CHECK(kept.use_count() > 1);
  MatrixF query(1, 2);
  query << 1, 2;
  CHECK(index->search(query, 1, Run())[0][0].id == 1);
}

TEST_CASE("graphs that cannot be are refused before they are walked") {
  const SharedRows vectors = normal_numbers(200, 4, 8);
  const std::string spec = "hnsw:m=3";
  const SearchGraph good = *make_vector_index(spec, vectors, Similarity::inner_product, Run())->graph();
  const auto refuse = [&](const std::string& problem, const std::function<void(SearchGraph&)>& tamper) {
    SearchGraph bad = good;
    tamper(bad);
    expect_error(ErrorCode::model, "search graph: " + problem + "; make the index again",
                 [&] { make_vector_index(spec, vectors, Similarity::inner_product, Run(), &bad); });
  };
  const Index high = good.entry, low = std::find(good.levels.begin(), good.levels.end(), 0) - good.levels.begin();
  REQUIRE(good.levels[high] > 0);
  REQUIRE(low < 200);
  refuse("it has another number of vectors", [](SearchGraph& graph) { graph.levels.pop_back(); });
  for (const Index entry : {Index{-1}, Index{200}, Index{1} << 40})
    refuse("it starts at a vector that is not there", [&](SearchGraph& graph) { graph.entry = entry; });
  refuse("a vector stands higher than the one where walks start", [&](SearchGraph& graph) { graph.entry = low; });
  for (const std::int32_t level : {-1, 64, 2147483647})
    refuse("a vector stands on a level that is not there",
           [&](SearchGraph& graph) { graph.levels[level < 0 ? low : high] = level; });
  refuse("its lists of links are not as many as its levels", [&](SearchGraph& graph) { graph.counts.push_back(0); });
  refuse("its lists of links are not as many as its levels", [&](SearchGraph& graph) { ++graph.levels[high]; });
  for (const std::int32_t count : {-1, 7, 2147483647})
    refuse("a vector has too many links", [&](SearchGraph& graph) { graph.counts[0] = count; });
  refuse("links are missing", [](SearchGraph& graph) { graph.links.clear(); });
  refuse("it has links of no vector", [](SearchGraph& graph) { graph.links.push_back(0); });
  for (const std::int32_t link : {-1, 0, 200, 2147483647})  // 0: of vector 0 to itself
    refuse("a link leads nowhere", [&](SearchGraph& graph) { graph.links[0] = link; });

  // Above the lowest level at most m links, each to a vector that stands there: the first such list.
  std::size_t list = 0, begin = 0;
  for (Index id = 0; good.levels[id] == 0; ++id) begin += good.counts[list++];
  begin += good.counts[list++];
  REQUIRE(good.counts[list] > 0);
  refuse("a vector has too many links", [&](SearchGraph& graph) { graph.counts[list] = 4; });
  refuse("a link leads to a vector that does not stand on its level",
         [&](SearchGraph& graph) { graph.links[begin] = static_cast<std::int32_t>(low); });

  const SearchGraph linked{{}, {1}, {0}, 0};
  expect_error(ErrorCode::model, "search graph: it links vectors that are not there; make the index again",
               [&] { make_vector_index(spec, MatrixF(0, 4), Similarity::inner_product, Run(), &linked); });
}

TEST_CASE("a saved graph counts against the memory budget, its levels too") {
  const SharedRows vectors = normal_numbers(100, 4, 8);
  SearchGraph tall{std::vector<std::int32_t>(100, 60), std::vector<std::int32_t>(6100, 0), {}, 0};
  Run tight;
  tight.memory = MemoryBudget(1 << 20);
  CHECK_NOTHROW(make_vector_index("hnsw:m=256", vectors, Similarity::inner_product, tight));
  CHECK_THROWS_AS(make_vector_index("hnsw:m=256", vectors, Similarity::inner_product, tight, &tall), Error);
}
