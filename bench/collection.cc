// A collection of texts prepared once: how soon it answers after loading, and the graph against the exact search.
//   couplet_bench collection [--rows N] [--keep DIRECTORY] [--json]
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/methods/registry.h"
#include "couplet/tasks/prepared_collection.h"

using namespace couplet;

namespace {

constexpr Index dimension = 300, hidden = 24, pairs = 20000, queries = 200, wanted = 10;

/// Rows of few hidden causes and noise, as vectors of texts have them; both sides share the causes.
struct Sides {
  MatrixD left, right;
};

Sides made_rows(Index count, std::uint64_t seed) {
  Random mixing(1);
  MatrixD mix_left(hidden, dimension), mix_right(hidden, dimension);
  for (MatrixD* mix : {&mix_left, &mix_right})
    for (Index i = 0; i < mix->size(); ++i) mix->data()[i] = mixing.normal();
  Random random(seed);
  MatrixD causes(count, hidden);
  for (Index i = 0; i < causes.size(); ++i) causes.data()[i] = random.normal();
  Sides sides{causes * mix_left, causes * mix_right};
  for (MatrixD* side : {&sides.left, &sides.right})
    for (Index i = 0; i < side->size(); ++i) side->data()[i] += random.normal();
  return sides;
}

double share_found(const PreparedCollection::Found& graph, const PreparedCollection::Found& exact) {
  double found = 0;
  for (Index q = 0; q < queries; ++q)
    for (const Neighbour& right : exact.best[q])
      for (const Neighbour& given : graph.best[q]) found += given.id == right.id;
  return found / (queries * wanted);
}

}  // namespace

int bench::run_collection(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  const bool json = std::erase(words, "--json") > 0;
  Index rows = 1000000;
  std::string folder = std::filesystem::temp_directory_path();
  for (std::size_t i = 0; i + 1 < words.size(); i += 2)
    words[i] == "--rows" ? void(rows = std::atoll(words[i + 1].c_str())) : void(folder = words[i + 1]);
  const Run run;
  const Sides training = made_rows(pairs, 2);
  const Method& method = find_method(all_methods(), "phsic");
  auto fitted = fit_model(method, vectors_in_memory(training.left, training.right),
                          Parameters::resolve(method.parameters, {}), all_methods(), run);
  const LoadedModel model("bench", std::move(fitted.model));
  Items texts, asked;
  texts.rows = made_rows(rows, 3).right;
  asked.rows = made_rows(queries, 4).left;
  const auto exact = PreparedCollection::prepare(model, Side::right, texts, "exact", run);
  const std::string path = folder + "/collection.index";
  const double building = seconds(
      [&] { PreparedCollection::prepare(model, Side::right, texts, "hnsw:m=16,build=200,ef=400", run).save(path); });
  texts.rows.resize(0, 0);
  std::optional<PreparedCollection> graph;
  const double loading = seconds([&] { graph.emplace(PreparedCollection::open(path, model, run)); });
  std::filesystem::remove(path);
  Items one;
  one.rows = asked.rows.topRows(1);
  const double first = seconds([&] { graph->search(one, {.top = wanted}, run); });
  // One query at a time, as a server has them: a scan of many queries at once is a matrix product.
  const auto one_by_one = [&](const PreparedCollection& collection) {
    for (Index q = 0; q < queries; ++q) {
      one.rows = asked.rows.middleRows(q, 1);
      collection.search(one, {.top = wanted}, run);
    }
  };
  const double exact_seconds = seconds([&] { one_by_one(exact); }),
               graph_seconds = seconds([&] { one_by_one(*graph); });
  const Report report(json);
  const std::string what = fmt::format("{} rows of {} numbers", rows, dimension);
  report.add({"ranking.speed.index-first-answer-ms", 1000 * first, Better::lower, 50,
              what + fmt::format(", the graph, after loading in {:.1f} s", loading)});
  report.add({"ranking.speed.hnsw-vs-exact", exact_seconds / graph_seconds, Better::higher, 10,
              fmt::format("{:.2f} ms against {:.2f} ms a query; built in {:.0f} s", 1000 * graph_seconds / queries,
                          1000 * exact_seconds / queries, building)});
  report.add({"ranking.speed.hnsw-recall",
              share_found(graph->search(asked, {.top = wanted}, run), exact.search(asked, {.top = wanted}, run)),
              Better::higher, 0.98, "of the ten nearest"});
  return 0;
}
