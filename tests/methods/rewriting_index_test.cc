#include "couplet/methods/rewriting/rewriting_index.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>

#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/methods/common_rules.h"
#include "tests/methods/golden_rewriting.h"
#include "tests/methods/table_typing.h"

namespace couplet {

namespace {

std::int64_t kernel(const SymbolPair& x, const SymbolPair& y, int k, const SymbolTyping& typing, Wiring wiring) {
  std::int64_t value = 0;
  RewritingIndex({&x, 1}, k, typing, wiring, with_threads(1)).row(y, typing, {&value, 1});
  return value;
}

std::vector<std::int32_t> letters(const char* text) {
  std::vector<std::int32_t> symbols;
  for (; *text; ++text) symbols.push_back(*text - 'a');
  return symbols;
}

TableTyping golden_typing(const std::string& scheme) {
  TableTyping typing = TableTyping::identity(4);
  TableTyping two(4, 2);
  for (int a = 0; a < 4; ++a) {
    two.set_alike(a, a);
    two.wire(a, a, 0);
    if (scheme == "syn_variable" || scheme == "both") two.wire(a, a ^ 1, 1);
    if (scheme == "syn_pattern" || scheme == "both") two.set_alike(a, a ^ 1);
  }
  return scheme == "id" ? typing : two;
}

}  // namespace

TEST_CASE("rewriting kernel: golden values, fast path and definition") {
  for (const golden::RewritingCase& golden : golden::rewriting_cases) {
    const SymbolPair x{letters(golden.source1), letters(golden.target1)},
        y{letters(golden.source2), letters(golden.target2)};
    const TableTyping typing = golden_typing(golden.scheme);
    CHECK(kernel(x, y, golden.k, typing, Wiring::same_type) == golden.value);
    CHECK(rewriting_kernel_by_definition(x, y, golden.k, typing, Wiring::same_type) == golden.value);
  }
}

TEST_CASE("rewriting kernel equals its definition on 10,000 random cases: every wiring, several schemes") {
  Random random(7);
  struct Scheme {
    int symbols, types;
    double alike, wired;
  };
  // Few and many words; equivalence, some and much ambiguity; one to four variable types.
  const Scheme schemes[] = {{3, 1, 0, 0}, {6, 1, 0, 0.2}, {5, 2, 0.2, 0.1}, {8, 3, 0.3, 0.3}, {4, 4, 0.6, 0.4}};
  std::int64_t cases = 0, largest = 0;
  for (const Scheme& scheme : schemes)
    for (int round = 0; round < 40; ++round) {
      TableTyping typing = TableTyping::random(random, scheme.symbols, scheme.types, scheme.alike, scheme.wired);
      if (round % 4 == 0) typing.pair_up();
      std::vector<SymbolPair> base;
      for (int i = 0; i < 6; ++i) base.push_back(random_pair(random, scheme.symbols, 6));
      const SymbolPair query = random_pair(random, scheme.symbols, 6);
      for (const Wiring wiring : {Wiring::same_type, Wiring::any_type, Wiring::per_type})
        for (int k = 1; k <= 3; ++k) {
          std::vector<std::int64_t> row(base.size());
          RewritingIndex(base, k, typing, wiring, with_threads(1)).row(query, typing, row);
          for (std::size_t i = 0; i < base.size(); ++i, ++cases) {
            const std::int64_t right = rewriting_kernel_by_definition(base[i], query, k, typing, wiring);
            REQUIRE(row[i] == right);
            largest = std::max(largest, right);
          }
        }
    }
  CHECK(cases >= 10000);
  CHECK(largest > 1000);
}

TEST_CASE("rewriting kernel: longer k-grams, repeated words") {
  Random random(11);
  for (int round = 0; round < 30; ++round) {
    const TableTyping typing = TableTyping::random(random, 3, 2, 0.3, 0.3);
    const SymbolPair x = random_pair(random, 3, 7), y = random_pair(random, 3, 7);
    for (int k = 4; k <= 6; ++k)
      CHECK(kernel(x, y, k, typing, Wiring::same_type) ==
            rewriting_kernel_by_definition(x, y, k, typing, Wiring::same_type));
  }
  // One word over and over: 209 partial matchings of 4 with 4, for each of 4 x 4 x 4 x 4 quadruples.
  const TableTyping identity = TableTyping::identity(1);
  const SymbolPair same{std::vector<std::int32_t>(7, 0), std::vector<std::int32_t>(7, 0)};
  CHECK(kernel(same, same, 4, identity, Wiring::same_type) == 209 * 256);
}

TEST_CASE("rewriting kernel is symmetric; sentences shorter than k give 0") {
  Random random(5);
  const TableTyping typing = TableTyping::random(random, 6, 2, 0.3, 0.2);
  for (int round = 0; round < 50; ++round) {
    const SymbolPair x = random_pair(random, 6, 8), y = random_pair(random, 6, 8);
    for (int k = 1; k <= 3; ++k) {
      CHECK(kernel(x, y, k, typing, Wiring::same_type) == kernel(y, x, k, typing, Wiring::same_type));
      CHECK(self_value(x, k, typing, Wiring::per_type) == kernel(x, x, k, typing, Wiring::per_type));
    }
  }
  const SymbolPair brief{{0, 1}, {0, 1, 2}}, none{{}, {}};
  CHECK(kernel(brief, brief, 3, typing, Wiring::same_type) == 0);
  CHECK(kernel(none, brief, 1, typing, Wiring::same_type) == 0);
  CHECK(self_value(none, 1, typing, Wiring::same_type) == 0);
}

TEST_CASE("shared rules add up to the kernel") {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    const TableTyping typing = TableTyping::random(random, 5, 2, 0.3, 0.2);
    std::vector<SymbolPair> base;
    for (int i = 0; i < 5; ++i) base.push_back(random_pair(random, 5, 8));
    const SymbolPair query = random_pair(random, 5, 8);
    for (int k = 1; k <= 3; ++k) {
      const RewritingIndex index(base, k, typing, Wiring::same_type, with_threads(1));
      std::vector<std::int64_t> row(base.size()), sums(base.size(), 0);
      index.row(query, typing, row);
      index.visit_shared(query, typing, [&](const SharedRule& shared) {
        for (const auto& [item, count] : shared.carriers) sums[item] += shared.count * count;
      });
      CHECK(sums == row);
    }
  }
}

TEST_CASE("rewriting index: threads change nothing; more symbols may come later") {
  Random random(9);
  const TableTyping typing = TableTyping::random(random, 40, 3, 0.05, 0.05);
  std::vector<SymbolPair> base;
  for (int i = 0; i < 300; ++i) base.push_back(random_pair(random, 40, 15));
  const SymbolPair query = random_pair(random, 40, 15);
  std::vector<std::vector<std::int64_t>> rows;
  for (const int threads : {1, 2, 3}) {
    rows.emplace_back(base.size());
    RewritingIndex(base, 2, typing, Wiring::same_type, with_threads(threads)).row(query, typing, rows.back());
  }
  CHECK(rows[0] == rows[1]);
  CHECK(rows[0] == rows[2]);
}

TEST_CASE("rewriting index: what it refuses") {
  const TableTyping typing(3, 20);
  const SymbolPair pair{{0, 1}, {1, 2}};
  const auto make = [&](int k) { RewritingIndex({&pair, 1}, k, typing, Wiring::same_type, with_threads(1)); };
  expect_error(ErrorCode::usage, "k = 0 is not from 1 to 12", [&] { make(0); });
  expect_error(ErrorCode::usage, "k = 13 is not from 1 to 12", [&] { make(13); });
  expect_error(ErrorCode::usage, "20 variable types are too many for k = 4; use at most 16, or any-type wiring",
               [&] { make(4); });
}

}  // namespace couplet
