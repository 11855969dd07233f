#include "couplet/methods/opposites/signed_entries.h"

#include <doctest/doctest.h>

#include <cmath>

#include "couplet/methods/opposites/sketch.h"
#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

/// Entries as "relation word" and "-relation word".
void add(Thesaurus& thesaurus, const std::string& label,
         const std::vector<std::pair<std::string, std::string>>& members) {
  std::vector<ThesaurusMember> list;
  for (const auto& [relation, word] : members) {
    const bool opposed = relation[0] == '-';
    list.push_back({thesaurus.add_word(word), parse_relation(relation.substr(opposed)), opposed});
  }
  thesaurus.add_entry(label, list);
}

struct Built {
  SignedEntries entries;
  SignedCounts counts;
};

Built build(const std::vector<Thesaurus>& thesauri, const std::string& relations, const std::vector<double>& weights) {
  SignedCounts counts;
  SignedEntries entries = SignedEntries::build(thesauri, RelationWeights::parse(relations), weights, counts, Run());
  return {std::move(entries), counts};
}

double cell(const SignedEntries& entries, Index row, const std::string& word) {
  const std::int64_t number = entries.words().find(word);
  return number < 0 ? 0 : static_cast<double>(entries.matrix().dense()(row, number));
}

}  // namespace

TEST_CASE("weights times ln(1 + N / df), minus for the opposed, rows at the length of their thesaurus") {
  Thesaurus one("one"), two("two");
  add(one, "hot", {{"synonym", "hot"}, {"similar", "warm"}, {"-antonym", "cold"}});
  add(one, "cold", {{"synonym", "cold"}, {"-antonym", "hot"}});
  add(two, "hot", {{"synonym", "hot"}, {"synonym", "torrid"}});
  const Built built = build({one, two}, "synonym,antonym,similar=0.5", {1, 3});
  const double hot = std::log1p(3.0 / 3), cold = std::log1p(3.0 / 2), warm = 0.5 * std::log1p(3.0),
               torrid = std::log1p(3.0);
  const double length = std::sqrt(hot * hot + cold * cold + warm * warm);
  CHECK(cell(built.entries, 0, "hot") == doctest::Approx(hot / length));
  CHECK(cell(built.entries, 0, "warm") == doctest::Approx(warm / length));
  CHECK(cell(built.entries, 0, "cold") == doctest::Approx(-cold / length));
  CHECK(cell(built.entries, 1, "hot") == doctest::Approx(-hot / std::hypot(hot, cold)));
  CHECK(cell(built.entries, 2, "torrid") == doctest::Approx(3 * torrid / std::hypot(hot, torrid)));
  CHECK(built.entries.label(2) == "two: hot");
  CHECK(built.counts.opposed == 2);
  CHECK(built.counts.contradictions == 0);
}

TEST_CASE("a rare sense counts less") {
  Thesaurus thesaurus("t");
  thesaurus.add_entry("e", std::vector<ThesaurusMember>{{thesaurus.add_word("a"), Relation::synonym, false, 0.5F},
                                                        {thesaurus.add_word("b"), Relation::synonym, false}});
  const Built built = build({thesaurus}, "synonym", {1});
  CHECK(cell(built.entries, 0, "a") == doctest::Approx(0.5 * cell(built.entries, 0, "b")));
}

TEST_CASE("a word on both sides of an entry") {
  Thesaurus thesaurus("t");
  const std::vector<std::pair<std::string, std::string>> anchor{{"synonym", "a"}, {"synonym", "b"}};
  const auto with = [&](std::vector<std::pair<std::string, std::string>> members) {
    members.insert(members.end(), anchor.begin(), anchor.end());
    add(thesaurus, "e", members);
  };
  with({{"synonym", "w"}, {"-antonym", "w"}});  // both said of the word itself: left out
  with({{"synonym", "w"}, {"-similar", "w"}});  // equal weights, one direct: it wins
  with({{"similar", "w"}, {"-antonym", "w"}});
  with({{"hypernym", "w"}, {"-similar", "w"}});  // the heavier wins
  with({{"derived", "w"}, {"-similar", "w"}});   // equal and indirect: left out
  with({{"derived", "w"}, {"hypernym", "w"}});   // several relations on one side: no contradiction
  const Built built = build({thesaurus}, "synonym,antonym,similar,derived,hypernym=0.2", {1});
  CHECK(cell(built.entries, 0, "w") == 0);
  CHECK(cell(built.entries, 1, "w") > 0);
  CHECK(cell(built.entries, 2, "w") < 0);
  CHECK(cell(built.entries, 3, "w") < 0);
  CHECK(cell(built.entries, 4, "w") == 0);
  CHECK(cell(built.entries, 5, "w") > 0);
  CHECK(built.counts.contradictions == 2);
}

TEST_CASE("entries of one word, relations that do not count and thesauri of weight 0 are left out") {
  Thesaurus one("one"), two("two");
  add(one, "x", {{"synonym", "x"}, {"hypernym", "y"}});
  add(one, "a", {{"synonym", "a"}, {"synonym", "b"}});
  add(two, "c", {{"synonym", "c"}, {"synonym", "d"}});
  const Built built = build({one, two}, "synonym", {1, 0});
  CHECK(built.entries.matrix().rows() == 1);
  CHECK(built.entries.words().size() == 2);
  CHECK(built.counts.entries == 3);
  CHECK(built.counts.too_small == 1);
  expect_error(ErrorCode::data,
               "no entry with two words that count; name more relations in --relations, or give another thesaurus",
               [&] { build({one}, "antonym", {1}); });
}

TEST_CASE("weights of relations") {
  const RelationWeights weights = RelationWeights::parse("synonym,hypernym=0.25");
  CHECK(weights[Relation::synonym] == 1);
  CHECK(weights[Relation::hypernym] == 0.25);
  CHECK(weights[Relation::antonym] == 0);
  for (const char* bad : {"synonym=x", "synonym=-1", "synonym=", "synonym=1e9"})
    expect_error(
        ErrorCode::usage,
        "--relations: '" + std::string(bad) + "' has no weight from 0 to 1000; write for instance hypernym=0.2",
        [&] { RelationWeights::parse(bad); });
  CHECK_THROWS_AS(RelationWeights::parse("friend"), Error);
}

TEST_CASE("words can be taken out; entries stay") {
  Thesaurus thesaurus("t");
  add(thesaurus, "e", {{"synonym", "a"}, {"synonym", "b"}, {"-antonym", "c"}});
  const Built built = build({thesaurus}, "synonym,antonym", {1});
  const SignedEntries fewer = built.entries.with_words({false, true, true});
  CHECK(fewer.words().size() == 2);
  CHECK(fewer.words().word(0) == "b");
  CHECK(cell(fewer, 0, "c") == cell(built.entries, 0, "c"));
  CHECK(fewer.label(0) == "t: e");
  CHECK(fewer.fingerprint() != built.entries.fingerprint());
}

TEST_CASE("signs: the same each time, of unit length, nearly orthogonal") {
  constexpr std::size_t k = 300;
  const SignSketch sketch(k);
  std::vector<double> a(k, 0), b(k, 0);
  sketch.add(7, 2, a);
  sketch.add(8, 1, b);
  CHECK(sketch.dot(7, a) == doctest::Approx(2));
  CHECK(std::abs(sketch.dot(7, b)) < 0.3);
  double largest = 0;
  for (std::int64_t i = 0; i < 200; ++i)
    if (i != 8) largest = std::max(largest, std::abs(sketch.dot(i, b)));
  CHECK(largest < 0.3);   // 5 standard deviations
  CHECK(largest > 0.05);  // and not all the same
}
