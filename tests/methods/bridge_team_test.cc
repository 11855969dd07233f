// Documents that belong to the processes of a team: what is learned from them is what one process learns, to the bit.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "couplet/methods/bridge/development.h"
#include "couplet/methods/bridge/projection.h"
#include "couplet/methods/bridge/s2net_bridge.h"
#include "couplet/methods/bridge/same_texts.h"
#include "tests/base/thread_team.h"
#include "tests/linalg/owned_rows.h"
#include "tests/methods/bridge_samples.h"
#include "tests/methods/s2net_samples.h"

using namespace couplet;

namespace {

Run run_of(Team& team) {
  Run run;
  run.team = &team;
  run.pool = Pool(1);
  return run;
}

std::vector<OwnedRows<double>> own_texts(const std::vector<CsrMatrix<double>>& all, const Team& team) {
  std::vector<OwnedRows<double>> own;
  for (const CsrMatrix<double>& language : all) own.push_back(own_rows(language, language.rows(), team));
  return own;
}

/// learn(texts, run) -> Projection, alone and in teams.
template <class Learn>
void check_projection(const std::string& what, const std::vector<CsrMatrix<double>>& texts, Learn&& learn) {
  CAPTURE(what);
  const Projection alone = learn(std::vector<OwnedRows<double>>(texts.begin(), texts.end()), Run());
  REQUIRE(alone.values.size() > 1);
  for (const int size : {1, 2, 3, 5}) {
    CAPTURE(size);
    for (const Projection& found :
         in_team(size, [&](Team& team) { return learn(own_texts(texts, team), run_of(team)); })) {
      CHECK(found.terms == alone.terms);
      CHECK(found.values == alone.values);
      CHECK(found.residual == alone.residual);
    }
  }
}

Data given_documents(Index n) {
  const TextPairs texts = topic_texts(static_cast<int>(n));
  TermCounts sides[2];
  for (Index i = 0; i < n; ++i)
    for (int side = 0; side < 2; ++side) {
      Tokeniser words = TextPipeline::parse("space").make();
      sides[side].add(words.tokens((side == 0 ? texts.left : texts.right)[i]));
    }
  std::vector<CountedTexts> languages;
  for (const TermCounts& counts : sides) {
    std::vector<Triplet<float>> entries;
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t e = counts.offsets[i]; e < counts.offsets[i + 1]; ++e)
        entries.push_back({i, counts.terms[e], counts.counts[e]});
    languages.push_back({counts.words, CsrMatrix<float>::from_triplets(n, counts.words.size(), std::move(entries))});
  }
  return documents_in_memory(std::move(languages));
}

bool same(const CsrMatrix<double>& a, const CsrMatrix<double>& b) {
  return a.rows() == b.rows() && a.offsets() == b.offsets() && a.columns() == b.columns() && a.values() == b.values();
}

}  // namespace

TEST_CASE("projections of documents that belong to processes") {
  const std::vector<CsrMatrix<double>> two = {random_texts<double>(150, 70, 1), random_texts<double>(150, 70, 2)},
                                       few = {random_texts<double>(20, 90, 3), random_texts<double>(20, 90, 4)};
  std::vector<CsrMatrix<double>> three = two;
  three.push_back(random_texts<double>(150, 70, 5));
  const ProjectionOptions options{.dimension = 6, .regulariser = 0.5};
  const auto by_opca = [&](const auto& texts, const Run& run) { return opca(texts, options, run); };
  check_projection("opca", two, by_opca);
  check_projection("opca, three languages", three, by_opca);
  check_projection("opca of few documents", few, by_opca);
  check_projection("pca", two, [&](const auto& texts, const Run& run) { return pca(texts, options, run); });
  check_projection("cl-lsi", two, [&](const auto& texts, const Run& run) { return cl_lsi(texts[0], options, run); });
  for (const CcaRoute route : {CcaRoute::gram, CcaRoute::cholesky})
    check_projection("cca", three,
                     [&](const auto& texts, const Run& run) { return cca_by(route, texts, options, run); });
  std::vector<Index> halves(70, 0);
  std::fill(halves.begin() + 35, halves.end(), 1);
  check_projection("dda", two, [&](const auto& texts, const Run& run) { return dda(texts, halves, 2, options, run); });
}

TEST_CASE("documents that belong to processes are counted, weighted and held out as by one") {
  const Data data = given_documents(61);
  const std::vector<TextPipeline> pipelines = {TextPipeline::parse("space")};
  const TermOptions options{.drop_frequent = 1, .shared = true, .weighting = TermWeighting::parse("tf=bm25,idf=plain")};
  const DocumentCounts all = count_documents(data, pipelines, Run());
  const TermSpace space = choose_terms(all, options);
  const auto even = even_rows({weighted_texts(all, 0, space).matrix, joined_texts(all, space).matrix}, Team::solo());
  const HeldOut parts = hold_out(all, 0.2, Run());
  REQUIRE(parts.held.documents() == 13);
  const TermSpace of_rest = choose_terms(parts.rest, options);
  const CsrMatrix<double> held = weighted_texts(parts.held, 1, of_rest).matrix;
  const std::vector<Index> numbers = {60, 3, 30};
  const CsrMatrix<double> some = weighted_rows(all, numbers, 1, space);
  for (const int size : {2, 3, 80}) {
    CAPTURE(size);
    const auto good = in_team(size, [&](Team& team) {
      const Run run = run_of(team);
      const DocumentCounts own = count_documents(data, pipelines, run);
      CHECK(own.own() <= 61 / size + 1);
      CHECK(own.fingerprint == all.fingerprint);
      CHECK(own.empty == all.empty);
      const TermSpace mine = choose_terms(own, options);
      CHECK(mine.rows() == space.rows());
      const auto rows = even_rows({weighted_texts(own, 0, mine), joined_texts(own, mine)}, team);
      CHECK(same(whole_everywhere(rows[0], team), even[0].matrix));
      CHECK(same(whole_everywhere(rows[1], team), even[1].matrix));
      const HeldOut own_parts = hold_out(own, 0.2, run);
      CHECK(own_parts.rest.documents() == 48);
      const TermSpace from_rest = choose_terms(own_parts.rest, options);
      CHECK(same(whole_everywhere(weighted_texts(own_parts.held, 1, from_rest), team), held));
      MatrixD sum = MatrixD::Zero(3, space.rows());  // each row is one process's
      const MatrixD own_some = weighted_rows(own, numbers, 1, mine).dense();
      for (const std::string& bytes : team.gather({reinterpret_cast<const char*>(own_some.data()),
                                                   static_cast<std::size_t>(own_some.size()) * sizeof(double)}))
        sum += Eigen::Map<const MatrixD>(reinterpret_cast<const double*>(bytes.data()), 3, space.rows());
      return sum == some.dense();
    });
    for (const bool all_good : good) CHECK(all_good);
  }
}

TEST_CASE("s2net on documents that belong to processes: four groups of competitors for up to five of them") {
  const std::vector<CsrMatrix<double>> texts = {random_texts<double>(290, 40, 7), random_texts<double>(290, 40, 8)},
                                       held = {random_texts<double>(12, 40, 9), random_texts<double>(12, 40, 10)};
  const MatrixD start = random_projection<double>(40, 5, 11);
  S2NetOptions options;
  options.optimiser.max_evaluations = 6;
  const auto train = [&](Team& team) {
    const auto own = own_texts(texts, team), own_held = own_texts(held, team);
    return train_bridge({own[0], own[1]}, 290, {}, start, {own_held[0], own_held[1]}, options, run_of(team)).projection;
  };
  const MatrixF alone = train(Team::solo());
  CHECK(alone != start.cast<float>());
  for (const int size : {2, 3, 5})
    for (const MatrixF& projection : in_team(size, train)) CHECK(projection == alone);
}

TEST_CASE("s2net: texts that come again are one query, whichever process has them") {
  const CsrMatrix<double> once = random_texts<double>(290, 40, 7);
  std::vector<Triplet<double>> entries;
  for (Index i = 0; i < 290; ++i)
    for (std::int64_t e = once.offsets()[i % 100]; e < once.offsets()[i % 100 + 1] && i != 5 && i != 9; ++e)
      entries.push_back({i, once.columns()[e], once.values()[e]});
  const CsrMatrix<double> again = CsrMatrix<double>::from_triplets(290, 40, std::move(entries));
  const auto alike = [&](Team& team) { return first_alike(own_texts({again}, team)[0], team); };
  const std::vector<Index> alone = alike(Team::solo());
  for (Index i = 0; i < 290; ++i)
    CHECK(alone[i] == (i == 105 || i == 109 ? i : i == 205 || i == 209 ? i - 100 : i % 100));
  for (const int size : {2, 3})
    for (const std::vector<Index>& numbers : in_team(size, alike)) CHECK(numbers == alone);

  const std::vector<CsrMatrix<double>> texts = {again, random_texts<double>(290, 40, 8)};
  const MatrixD start = random_projection<double>(40, 5, 11);
  S2NetOptions options;
  options.optimiser.max_evaluations = 4;
  const auto train = [&](Team& team) {
    const auto own = own_texts(texts, team);
    const CsrMatrix<double> none(0, 40, {0}, {}, {});
    return train_bridge({own[0], own[1]}, 290, {}, start, {none, none}, options, run_of(team)).projection;
  };
  const MatrixF trained = train(Team::solo());
  for (const int size : {2, 3})
    for (const MatrixF& projection : in_team(size, train)) CHECK(projection == trained);
}

TEST_CASE("documents of one left text are held out together") {
  const DocumentCounts all = count_documents(given_documents(61), {TextPipeline::parse("space")}, Run());
  std::vector<Index> queries(61);
  for (Index i = 0; i < 61; ++i) queries[i] = i % 20;
  const HeldOut parts = hold_out(all, 0.2, Run(), queries);
  std::set<std::size_t> held;
  for (const std::uint64_t hash : parts.held.hashes)
    held.insert(static_cast<std::size_t>(std::find(all.hashes.begin(), all.hashes.end(), hash) - all.hashes.begin()) %
                20);
  CHECK(held.size() == 4);
  CHECK(parts.held.documents() == 4);  // the first stands for its like
  CHECK(parts.rest.documents() == std::count_if(queries.begin(), queries.end(), [&](Index query) {
          return !held.contains(static_cast<std::size_t>(query));
        }));
  CHECK(parts.rest.documents() + parts.apart == 61);
  for (const std::uint64_t hash : parts.rest.hashes)
    CHECK_FALSE(held.contains(
        static_cast<std::size_t>(std::find(all.hashes.begin(), all.hashes.end(), hash) - all.hashes.begin()) % 20));
}
