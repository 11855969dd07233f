#include "couplet/tasks/map.h"

#include <doctest/doctest.h>

#include "couplet/tasks/collected_rows.h"
#include "couplet/tasks/fit.h"
#include "couplet/tasks/words.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

LoadedModel words_of_colours() {
  static const std::vector<float> values = {1, 0, 0, 0.9f, 0.1f, 0, 0, 0, 1, 0, 0.1f, 0.9f};
  Vocabulary words;
  for (const char* word : {"red", "rose", "Blue", "bleu"}) words.add(word);
  return LoadedModel("colours",
                     fit("import", word_vectors_in_memory(WordVectors(words, 3, values, std::nullopt, nullptr))).model);
}

}  // namespace

TEST_CASE("words: those that begin so, as written or in lower case, in the model's order") {
  const LoadedModel model = words_of_colours();
  const auto listed = [&](const std::string& start, std::int64_t top) {
    CollectedRows rows;
    list_words(model, start, top, rows);
    std::string all;
    for (std::size_t i = 0; i < rows.size(); ++i) all += std::get<std::string>(rows.at(i, "word")) + " ";
    return all;
  };
  CHECK(listed("", 0) == "red rose Blue bleu ");
  CHECK(listed("r", 1) == "red ");
  CHECK(listed("B", 0) == "Blue bleu ");
  CHECK(listed("b", 0) == "bleu ");
  CHECK(listed("x", 0).empty());
}

TEST_CASE("map: words that are alike lie together in either layout") {
  const LoadedModel model = words_of_colours();
  for (const MapLayout layout : {MapLayout::axes, MapLayout::neighbours}) {
    CollectedRows rows;
    map_words(model, {.layout = layout}, rows, Run());
    REQUIRE(rows.size() == 4);
    const auto apart = [&](std::size_t a, std::size_t b) {
      const auto at = [&](std::size_t i, const char* name) { return std::get<double>(rows.at(i, name)); };
      return std::hypot(at(a, "x") - at(b, "x"), at(a, "y") - at(b, "y"));
    };
    CHECK(apart(0, 1) < apart(0, 2));
    CHECK(apart(2, 3) < apart(1, 3));
  }
  CollectedRows rows;
  map_words(model, {.top = 2}, rows, Run());
  CHECK(rows.size() == 2);
  const LoadedModel pairs("pairs", fit("pmi", pairs_in_memory({"a", "b"}, {"c", "d"})).model);
  expect_error(
      ErrorCode::model,
      "a model of pmi cannot search words; its verbs are score, rank, explain, eval, compare, add, remove, merge",
      [&] { map_words(pairs, {}, rows, Run()); });
}
