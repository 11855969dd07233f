// What a cleaner of parallel text sees of a text and learns from a corpus, part by part.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/clue_weights.h"
#include "couplet/methods/cleaning/language_table.h"
#include "couplet/methods/cleaning/repeated_texts.h"
#include "couplet/methods/cleaning/share_of_ways.h"
#include "couplet/methods/cleaning/share_of_wrong.h"
#include "couplet/methods/cleaning/spoiling.h"
#include "couplet/methods/cleaning/text_marks.h"
#include "couplet/text/utf8.h"
#include "tests/methods/cleaning_samples.h"

using namespace couplet;

namespace {

using Numbers = std::vector<std::uint64_t>;

}  // namespace

TEST_CASE("numbers are read in all scripts, and groups of three belong together") {
  CHECK(look_over("1,000 and 1.000 or 1 000").numbers == Numbers{1000, 1000, 1000});
  CHECK(look_over("3.5 % of 20 on 12/05/2004").numbers == Numbers{3, 5, 5, 12, 20, 2004});
  CHECK(look_over("\u0661\u0662 \u096A").numbers == Numbers{4, 12});
  CHECK(look_over("in 1999 200 came").numbers == Numbers{200, 1999});
  CHECK(look_over("no number").numbers.empty());
}

TEST_CASE("markup, addresses, broken bytes and brackets are seen") {
  CHECK(look_over("a <b>bold</b> word").markup == 7);
  CHECK(look_over("5 < 6 and 7 > 6").markup == 0);
  CHECK(look_over("Tom &amp; Jerry & co").markup == 5);
  CHECK(look_over("see http://example.org/x now").addresses == 20);
  CHECK(look_over("write to me@example.org").addresses == 14);
  CHECK(look_over("http://example.org/p?id=1").broken == 0);
  CHECK(look_over("cass?e").broken == 1);
  CHECK(look_over("Caf\u00C3\u00A9").mojibake == 2);
  CHECK(look_over("Caf\u00E9 \u00C3 la carte").mojibake == 0);
  CHECK(look_over("\u00E2\u20AC\u2122s").mojibake == 3);             // an apostrophe read as Windows-1252
  CHECK(look_over("est\u0413\u040E ah\u0413\u00AD").mojibake == 2);  // Cyrillic letters inside Latin words
  CHECK(look_over("Latin \u0438 \u043A\u0438\u0440\u0438\u043B\u0438\u0446\u0430, \u5B57\u304Bx").mojibake == 0);
  CHECK(look_over("a\uFFFDb\x01").broken == 2);
  CHECK(look_over("(a [b] c").unbalanced == 1);
  CHECK(look_over("\u300C\u3042\u300D").unbalanced == 0);
  CHECK(look_over("...").empty());
  CHECK(!look_over("\u3042").empty());
}

TEST_CASE("texts that differ in case, punctuation and digits have one hash") {
  CHECK(normalised_hash("Page 12 of 30!") == normalised_hash("page 12 (of 30)"));
  CHECK(normalised_hash("page 11 of 30") != normalised_hash("page 12 of 30"));
  CHECK(normalised_hash("page 11 of 30", true) == normalised_hash("page 99 of 41", true));
  CHECK(normalised_hash("\u00C9t\u00E9") == normalised_hash("\u00E9t\u00E9."));
  CHECK(normalised_hash(" - ") == 0);
}

TEST_CASE("each side's language is learned, swapped lines or not") {
  TextPairs pairs = made_up_corpus(300);
  for (std::size_t i = 0; i < 60; ++i) std::swap(pairs.left[i], pairs.right[i]);
  const LanguageTable table = LanguageTable::learn(pairs.left, pairs.right, {}, Run());
  for (std::size_t i = 0; i < 300; ++i) {
    CHECK((table.read(pairs.left[i], Side::left).odds > 0) == (i >= 60));
    CHECK((table.read(pairs.right[i], Side::right).odds > 0) == (i >= 60));
  }
  const std::string half = pairs.left[100] + " " + pairs.right[100];
  CHECK(table.read(half, Side::left).worst < 0);
  CHECK(table.read(pairs.left[100], Side::left).worst > 0);
  CHECK(!table.read("12 ...", Side::left).known);
}

TEST_CASE("a list of languages is learned too, but for those of the sides") {
  const TextPairs pairs = made_up_corpus(400);
  std::vector<ListedLanguage> listed(3);
  listed[0] = {"left's", std::vector<std::string>(pairs.left.begin() + 200, pairs.left.end())};
  listed[1].name = "greek";
  listed[2].name = "reversed";  // the left side's letters in another order
  for (std::size_t i = 0; i < 200; ++i) {
    listed[1].texts.push_back("\u03BA\u03B1\u03B9 \u03C4\u03BF");
    listed[2].texts.emplace_back(pairs.left[i].rbegin(), pairs.left[i].rend());
  }
  const std::vector<std::string> left(pairs.left.begin(), pairs.left.begin() + 200),
      right(pairs.right.begin(), pairs.right.begin() + 200);
  const LanguageTable two = LanguageTable::learn(left, right, {}, Run()),
                      four = LanguageTable::learn(left, right, listed, Run());
  REQUIRE(four.names() == std::vector<std::string>{"greek", "reversed"});
  for (std::size_t i = 200; i < 250; ++i) {
    const LanguageReading own = four.read(pairs.left[i], Side::left);
    CHECK(own.foreign < 0);
    CHECK(own.odds == two.read(pairs.left[i], Side::left).odds);
    const std::string other(pairs.left[i].rbegin(), pairs.left[i].rend());
    const LanguageReading foreign = four.read(other, Side::left);
    CHECK(foreign.foreign > 0);
    CHECK(foreign.likeliest == 1);
  }
  CHECK(std::isinf(two.read(pairs.left[0], Side::left).foreign));
}

TEST_CASE("what was seen before is known, what was not hardly ever") {
  SeenBefore seen(1 << 20);
  Random random(3);
  std::vector<std::uint64_t> hashes(20000);
  std::int64_t wrong = 0;
  for (std::uint64_t& hash : hashes) wrong += seen.add(hash = random.next());
  CHECK(wrong <= 2);
  CHECK(std::all_of(hashes.begin(), hashes.end(), [&](std::uint64_t hash) { return seen.add(hash); }));
}

TEST_CASE("near duplicates share a hash, others do not") {
  const auto alike = [](const std::string& left, const std::string& right, const std::string& other_left,
                        const std::string& other_right) {
    const auto a = near_hashes(left, right), b = near_hashes(other_left, other_right);
    return std::any_of(a.begin(), a.end(), [&](std::uint64_t h) { return std::count(b.begin(), b.end(), h) > 0; });
  };
  const TextPairs pairs = made_up_corpus(40, 3);
  std::string left, right;
  for (std::size_t i = 0; i < 5; ++i) {
    left += pairs.left[i] + " ";
    right += pairs.right[i] + " ";
  }
  CHECK(alike(left, right, left + "more", right));
  CHECK(!alike(left, right, left, pairs.right[7] + pairs.right[8] + pairs.right[9]));
  CHECK(!alike(left, right, pairs.left[7] + pairs.left[8] + pairs.left[9], right));
  CHECK(alike("Page 3 of 9", "Page 3 sur 9", "Page 4 of 9", "Page 4 sur 9"));
  CHECK(!alike("one cat", "un chat", "one dog", "un chien"));
}

TEST_CASE("frequent texts survive a flood of rare ones") {
  FrequentTexts texts;
  Random random(5);
  for (int i = 0; i < 600000; ++i) texts.add(i % 100 == 0 ? 42 : random.next());
  const auto frequent = texts.frequent(100);
  REQUIRE(frequent.size() == 1);
  CHECK(frequent[0] == std::pair<std::uint64_t, std::int64_t>(42, 6000));
  const TextCounts counts(frequent);
  CHECK(counts.count(42) == 6000);
  CHECK(counts.count(43) == 1);
}

TEST_CASE("every way to spoil a pair changes it, and leaves UTF-8") {
  const TextPairs pairs{{"It was 5 o'clock, and \u00E9t\u00E9 came.", "Nobody knew where the 20 cats went."},
                        {"Eran las 5, y lleg\u00F3 el verano.", "Nadie sab\u00EDa ad\u00F3nde fueron los 20 gatos."}};
  Random random(1);
  for (std::size_t way = 0; way < spoiling_names().size(); ++way) {
    CAPTURE(spoiling_names()[way]);
    int changed = 0;
    for (int round = 0; round < 20; ++round) {
      const auto spoilt = spoil(way, {pairs.left, pairs.right}, 0, random);
      if (!spoilt) continue;
      ++changed;
      CHECK((spoilt->left != pairs.left[0] || spoilt->right != pairs.right[0]));
      CHECK(is_utf8(spoilt->left));
      CHECK(is_utf8(spoilt->right));
    }
    CHECK(changed > 5);
  }
}

TEST_CASE("parts never rise with a clue, and add up") {
  std::vector<ClueValues> values;
  std::vector<double> labels, weights;
  Random random(2);
  for (int i = 0; i < 4000; ++i) {
    ClueValues clues = {};
    const bool good = i % 2 == 0;
    clues[static_cast<std::size_t>(Clue::meaning)] = static_cast<float>(random.normal() + (good ? 0 : 3));
    clues[static_cast<std::size_t>(Clue::gap)] = static_cast<float>(random.normal());  // says nothing
    values.push_back(clues);
    labels.push_back(good);
    weights.push_back(1);
  }
  const ClueWeights learned = ClueWeights::learn(values, labels, weights, 1e-4, Run());
  const auto at = [&](Clue clue, float value) {
    ClueValues clues = {};
    clues[static_cast<std::size_t>(clue)] = value;
    const auto parts = learned.parts(clues);
    double sum = learned.start();
    for (const double part : parts) sum -= part;
    CHECK(sum == doctest::Approx(learned.log_odds(clues)));
    return parts[static_cast<std::size_t>(clue)];
  };
  for (float value = -3; value < 9; value += 0.5F) CHECK(at(Clue::meaning, value + 0.5F) >= at(Clue::meaning, value));
  // Two normal distributions three apart: the log odds fall by 3 from 1 to 2.
  CHECK(at(Clue::meaning, 2) - at(Clue::meaning, 1) == doctest::Approx(3).epsilon(0.15));
  CHECK(at(Clue::gap, 2) - at(Clue::gap, -1) < 0.4);
}

TEST_CASE("the share of wrong pairs is found whatever it is") {
  Random random(9);
  for (const double wrong : {0.05, 0.23, 0.4}) {
    std::vector<double> log_odds;
    for (int i = 0; i < 20000; ++i) {
      const double x = random.normal() + (random.uniform() < wrong ? 4 : 0);
      log_odds.push_back(8 - 4 * x);  // of the two normal distributions with equal shares
    }
    const ShareOfWrong share = share_of_wrong(log_odds, Run());
    CHECK(share.wrong == doctest::Approx(wrong).epsilon(0.01 / wrong));
    CHECK(share.low < share.wrong);
    CHECK(share.high > share.wrong);
    CHECK(share.high - share.low < 0.03);
  }
}

TEST_CASE("cuts are told from the probabilities") {
  ProbabilityBins bins;
  for (const double p : {0.05, 0.25, 0.6, 0.9, 1.0}) bins.add(p);
  const CutPoint cut = bins.cut_at(0.5);
  CHECK(cut.kept == doctest::Approx(0.6));
  CHECK(cut.wrong_kept == doctest::Approx(0.5 / 3));
  CHECK(cut.good_lost == doctest::Approx(0.3 / 2.8));
  CHECK(bins.wrong() == doctest::Approx(2.2 / 5));
}

TEST_CASE("how often each way of being wrong occurs is found by the faults it leaves") {
  // Three ways, the faults of the first two overlap; the corpus has them 6 : 1 : 3.
  const double chances[3][3] = {{0.8, 0.2, 0}, {0.3, 0.7, 0}, {0, 0.1, 0.9}}, mixed[3] = {0.6, 0.1, 0.3};
  std::vector<std::size_t> faults, spoilt, ways;
  std::vector<double> doubts;
  for (std::size_t fault = 0; fault < 3; ++fault) {
    double wrong = 0;
    for (std::size_t way = 0; way < 3; ++way) {
      wrong += mixed[way] * chances[way][fault];
      for (int k = 0; k < std::lround(10 * chances[way][fault]); ++k) {
        spoilt.push_back(fault);
        ways.push_back(way);
      }
    }
    faults.push_back(fault);
    doubts.push_back(wrong);
  }
  faults.push_back(7);  // of no way that is known
  doubts.push_back(5);
  const auto shares = shares_of_ways(faults, doubts, spoilt, ways, 4);
  REQUIRE(shares.size() == 4);
  for (std::size_t way = 0; way < 3; ++way)
    CHECK(shares[way] == doctest::Approx((mixed[way] + 1.0 / 3) / 2).epsilon(0.03));
  CHECK(shares[3] == 0);
  CHECK(shares_of_ways({}, {}, spoilt, ways, 4)[1] == doctest::Approx(1.0 / 3));
}
