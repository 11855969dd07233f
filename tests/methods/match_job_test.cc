#include "couplet/methods/matching/match_job.h"

#include <doctest/doctest.h>

#include <numeric>

#include "couplet/base/random.h"
#include "couplet/methods/matching/evidence.h"
#include "couplet/methods/matching/forbidden.h"
#include "couplet/methods/matching/neighbour_match.h"
#include "couplet/methods/matching/object_pairs.h"
#include "couplet/methods/matching/sounds.h"
#include "couplet/methods/matching/surface.h"
#include "tests/base/expect_error.h"
#include "tests/base/recorded_progress.h"
#include "tests/base/temporary_directory.h"
#include "tests/base/threads.h"

using namespace couplet;

namespace {

/// Documents of a made-up language: words are numbers behind a prefix, drawn around the topic of a document.
std::vector<std::string> documents(Index n, const std::string& prefix, std::uint64_t seed, std::uint64_t noise_seed) {
  Random topics(seed), noise(noise_seed);
  std::vector<std::string> texts;
  for (Index i = 0; i < n; ++i) {
    std::string text;
    for (int w = 0; w < 40; ++w) {
      const std::int64_t word = topics.below(20) * 7 % 60 + i % 9 * 12 + topics.below(12);
      if (noise.uniform() < 0.9) text += prefix + std::to_string(word) + " ";
    }
    texts.push_back(text);
  }
  return texts;
}

/// Words that share no letters: digits become letters, other ones for each language.
std::string spelt(const std::string& text, char first) {
  std::string out;
  for (const char c : text)
    out += c >= '0' && c <= '9' ? std::string(1, static_cast<char>(first + (c - '0'))) : std::string(1, c);
  return out;
}

Collection collection(std::vector<std::string> texts, char first) {
  for (std::string& text : texts) text = spelt(text, first);
  return {"texts", {std::move(texts), {}}};
}

MatchOptions automatic(bool surface = true) {
  MatchOptions options;
  options.weighting = {TermFrequency::sublinear, InverseDocumentFrequency::plain, {}};
  options.powers = {0.5, 1};
  options.surface = surface;
  return options;
}

std::int64_t right_matches(const Matching& matching) {
  std::int64_t count = 0;
  for (const Match& match : matching.matches) count += match.left == match.right;
  return count;
}

ObjectPairs first_pairs(Index count) {
  ObjectPairs pairs;
  for (Index i = 0; i < count; ++i) pairs.emplace_back(i, i);
  return pairs;
}

}  // namespace

TEST_CASE("the margin of a match is what the total loses without it") {
  MatrixF weights(2, 2);
  weights << 3, 1, 2, 4;  // 3 + 4 with the matches, 1 + 2 without
  for (const Match& match : judge_matches(weights, {0, 1}, {0, 0}, Run())) {
    CHECK(match.margin == doctest::Approx(4));
    CHECK(match.runner_up == 1 - match.right);
  }
}

TEST_CASE("match: auto without letters in common, by kernels alone, the same at any number of threads") {
  const Collection left = collection(documents(60, "x", 1, 2), 'a'), right = collection(documents(60, "y", 1, 3), 'k');
  std::vector<std::vector<Index>> found;
  for (const int threads : {1, 2, 3}) {
    const Matching matching = match_collections(left, right, first_pairs(10), automatic(), with_threads(threads));
    CHECK(right_matches(matching) > 50);
    found.emplace_back();
    for (const Match& match : matching.matches) found.back().push_back(match.right);
  }
  CHECK(found[0] == found[1]);
  CHECK(found[0] == found[2]);
}

TEST_CASE("match: the surface is used when it helps, and only then") {
  const Run run;
  const std::vector<std::string> names = {"achim",  "adamczyk", "acero",  "abebe",  "bogdan",  "carmen",
                                          "dmitri", "elena",    "fyodor", "galina", "natalia", "viktor"};
  const std::vector<std::string> cyrillic = {"ахим",    "адамчик", "асеро", "абебе",  "богдан",  "кармен",
                                             "дмитрий", "елена",   "фёдор", "галина", "наталия", "виктор"};
  const Collection left{"en", {names, {}}}, right{"ru", {cyrillic, {}}};
  const ObjectPairs seeds = {{1, 1}, {4, 4}, {6, 6}, {9, 9}};
  const Matching with = match_collections(left, right, seeds, automatic(), run);
  CHECK(right_matches(with) == 12);
  CHECK(with.surface_weight > 0);
  CHECK(match_collections(left, right, seeds, automatic(false), run).surface_weight == 0);
  // Other letters for the same sounds: nothing is shared, and the seeds say so.
  std::vector<std::string> strange = cyrillic;
  std::rotate(strange.begin(), strange.begin() + 5, strange.end());
  CHECK(match_collections(left, {"ru", {strange, {}}}, seeds, automatic(), run).surface_weight == 0);
}

TEST_CASE("match: what supports a match adds up to its weight") {
  const Run run;
  const Collection left = collection(documents(30, "x", 4, 5), 'a'), right = collection(documents(30, "x", 4, 6), 'a');
  for (const bool surface : {true, false}) {
    const Matching matching = match_collections(left, right, first_pairs(6), automatic(surface), run);
    for (const Match& match : matching.matches) {
      double sum = 0;
      for (const Support& support : explain_match(matching, match.left, match.right)) sum += support.value;
      CHECK(sum == doctest::Approx(static_cast<double>(matching.weights(match.left, match.right))).epsilon(1e-3));
    }
  }
}

TEST_CASE("match: confidence is a share, seeds are certain, equal objects are ties and keep their order") {
  const Run run;
  std::vector<std::string> texts = documents(30, "x", 7, 8), others = documents(30, "x", 7, 9);
  texts[4] = texts[3];
  others[4] = others[3];
  const Collection left = collection(texts, 'a'), right = collection(others, 'a');
  const Matching matching = match_collections(left, right, {{0, 0}, {1, 1}}, automatic(false), run);
  for (const Match& match : matching.matches) {
    CHECK(match.confidence >= 0);
    CHECK(match.confidence <= 1 + 1e-9);
    if (match.seed) CHECK(match.confidence == 1);
  }
  CHECK(matching.matches[0].seed);
  CHECK(matching.matches[3].right == 3);
  CHECK(matching.matches[4].right == 4);
  CHECK(matching.matches[3].tied);
  CHECK(matching.matches[4].tied);
  CHECK_FALSE(matching.matches[10].tied);
}

TEST_CASE("match: further partners have the share asked for") {
  const Run run;
  std::vector<std::string> texts = documents(20, "x", 7, 8), others = texts;
  others.push_back(others[3]);
  const Matching matching = match_collections(collection(texts, 'a'), collection(others, 'a'),
                                              {{0, 0}, {1, 1}, {4, 4}, {5, 5}}, automatic(false), run);
  CHECK(matching.matches.size() == 20);
  for (const Match& match : further_matches(matching, 0.1)) CHECK(match.confidence >= 0.1);
  const std::vector<Match> all = further_matches(matching, 0);
  CHECK(all.size() == 20 * 20);
  for (std::size_t k = 1; k < all.size(); ++k)
    if (all[k].left == all[k - 1].left) CHECK(all[k].confidence <= all[k - 1].confidence);
}

TEST_CASE("match: seeds do not make it worse than without") {
  for (const std::uint64_t noise : {21, 22, 23}) {
    // Letters in common (the surface speaks), and none.
    for (const char letters : {'a', 'k'}) {
      const Collection left = collection(documents(30, "x", 5, noise), 'a'),
                       right = collection(documents(30, letters == 'a' ? "x" : "y", 5, noise + 10), letters);
      const Matching without = match_collections(left, right, {}, automatic(), Run());
      for (const Index count : {1, 5, 9}) {
        ObjectPairs seeds;  // spread over the collection
        for (Index s = 0; s < count; ++s) seeds.emplace_back(s * 3 + 1, s * 3 + 1);
        const Matching with = match_collections(left, right, seeds, automatic(), Run());
        std::int64_t found_with = 0, found_without = 0;
        for (std::size_t i = 0; i < with.matches.size(); ++i) {
          if (with.matches[i].seed) continue;
          found_with += with.matches[i].left == with.matches[i].right;
          found_without += without.matches[i].left == without.matches[i].right;
        }
        CAPTURE(noise);
        CAPTURE(letters);
        CAPTURE(count);
        CHECK(found_with >= found_without);
      }
    }
  }
}

TEST_CASE("match: by neighbours, without any dense matrix, as well") {
  const Collection left = collection(documents(300, "x", 1, 2), 'a'),
                   right = collection(documents(300, "x", 1, 3), 'a');
  MatchOptions options = automatic();
  options.neighbours = 15;
  std::vector<std::vector<Index>> found;
  for (const int threads : {1, 3}) {
    const Matching matching = match_collections(left, right, first_pairs(10), options, with_threads(threads));
    CHECK(right_matches(matching) > 250);
    CHECK(matching.weights.size() == 0);
    found.emplace_back();
    for (const Match& match : matching.matches) found.back().push_back(match.right);
  }
  CHECK(found[0] == found[1]);
  const Run run;
  const CsrMatrix<float> none;
  expect_error(
      ErrorCode::usage,
      "--neighbours: matching by neighbours has nothing to start from; give --seeds FILE, or texts with letters "
      "in common",
      [&] { match_by_neighbours(none, none, none, {}, {}, run); });
}

TEST_CASE("match: nearest rows are those of all products") {
  const Run run;
  const auto terms = terms_of(documents(50, "x", 3, 4), {}, run);
  const CsrMatrix<double> rows = weighted_terms(terms, {TermFrequency::raw, InverseDocumentFrequency::plain, {}});
  const MatrixF all = sparse_row_products(rows, run);
  const CsrMatrix<float> nearest = nearest_rows(rows, rows, true, 5, 1000, run);
  for (Index i = 0; i < 50; ++i) {
    std::vector<float> others;
    for (Index j = 0; j < 50; ++j)
      if (j != i) others.push_back(all(i, j));
    std::sort(others.begin(), others.end(), std::greater<>());
    for (auto e = nearest.offsets()[i]; e < nearest.offsets()[static_cast<std::size_t>(i) + 1]; ++e) {
      CHECK(nearest.columns()[e] != i);
      CHECK(nearest.values()[e] >= others[4] - 1e-6F);
    }
  }
}

TEST_CASE("match: forbidden pairs, by hand") {
  const Run run;
  MatrixF weights(3, 3);
  weights << 9, 8, 1, 7, 5, 2, 6, 4, 3;
  const auto weigh = [&](const MatchedRows&) { return weights; };
  CHECK(without_forbidden({0, 1, 2}, {{0, 0}}, {}, weigh, run) == MatchedRows{1, 0, 2});
  CHECK(without_forbidden({0, 1, 2}, {{0, 1}}, {}, weigh, run) == MatchedRows{0, 1, 2});  // it has none: stays
  const MatchedRows alone = without_forbidden({0, 1, 2}, {{2, 0}, {2, 1}, {2, 2}}, {}, weigh, run);
  CHECK(alone[2] == -1);
  CHECK(alone[0] + alone[1] == 1);  // the two others keep the columns that say most
  CHECK(without_forbidden({0, 1, 2}, {{1, 1}}, {{0, 0}}, weigh, run) == MatchedRows{0, 2, 1});  // the seed stays
}

TEST_CASE("match: a rejected match goes to another, with confidence in what is left, at any number of threads") {
  const Collection left = collection(documents(40, "x", 1, 2), 'a'), right = collection(documents(40, "y", 1, 3), 'k');
  const ObjectPairs seeds = first_pairs(10);
  for (const MatchMethod method : {MatchMethod::automatic, MatchMethod::psmooth, MatchMethod::s_z}) {
    MatchOptions options = automatic();
    options.method = method;
    const Matching before = match_collections(left, right, seeds, options, Run());
    options.forbidden = {{20, before.matches[20].right}, {31, before.matches[31].right}};
    std::vector<MatchedRows> found;
    for (const int threads : {1, 3}) {
      const Matching after = match_collections(left, right, seeds, options, with_threads(threads));
      MatchedRows& rows = found.emplace_back(40, -1);
      for (const Match& match : after.matches) {
        rows[match.left] = match.right;
        CHECK(match.runner_up != (match.left == 20 ? options.forbidden[0].second : -2));
      }
      for (const auto& pair : options.forbidden) CHECK(rows[pair.first] != pair.second);
      CHECK(right_matches(after) >= right_matches(before) - 6);  // the others mostly stay
    }
    CHECK(found[0] == found[1]);
  }
}

TEST_CASE("match: files of pairs") {
  const TemporaryDirectory directory;
  const std::string path = directory / "pairs.tsv";
  write_object_pairs(path, {{0, 3}, {2, 1}});
  CHECK(read_object_pairs(path) == ObjectPairs{{0, 3}, {2, 1}});
  CHECK(read_rejected_pairs(path) == ObjectPairs{{0, 3}, {2, 1}});
  expect_error(
      ErrorCode::data,
      path + ": seed 0 3 names an object that is not there (2 left and 3 right ones); rows are numbered from 0", [&] {
        check_object_pairs({{1, 1}, {0, 3}, {2, 1}}, 2, 3, path, "seed");
      });
}

TEST_CASE("match: collections that have nothing to do with each other cannot be told from chance") {
  const Run run;
  const auto words_at_random = [](std::uint64_t seed) {
    Random random(seed);
    std::vector<std::string> texts(48);
    for (std::string& text : texts)
      for (int w = 0; w < 15; ++w) text += "x" + std::to_string(random.below(80)) + " ";
    return texts;
  };
  const Matching unrelated = match_collections(collection(words_at_random(1), 'a'), collection(words_at_random(2), 'k'),
                                               {}, automatic(false), run);
  const Collection left = collection(documents(48, "x", 1, 2), 'a');
  CHECK(unrelated.chance);
  for (const Match& match : unrelated.matches) CHECK(match.confidence < 0.5);
  const Matching related =
      match_collections(left, collection(documents(48, "y", 1, 3), 'k'), first_pairs(8), automatic(false), run);
  CHECK_FALSE(related.chance);
  CHECK(std::ssize(related.matches) == 48);
  double sum = 0;
  for (const Match& match : related.matches) sum += match.confidence;
  CHECK(std::abs(sum - static_cast<double>(right_matches(related))) < 8);
}

TEST_CASE("match: what is found again is the same at any number of threads, and moves") {
  const Collection left = collection(documents(40, "x", 1, 2), 'a'), right = collection(documents(40, "y", 1, 3), 'k');
  std::vector<double> first;
  for (const int threads : {1, 3}) {
    RecordedProgress progress;
    Run run = with_threads(threads);
    run.observer = &progress;
    std::vector<double> confidences;
    for (const Match& match : match_collections(left, right, first_pairs(5), automatic(), run).matches)
      confidences.push_back(match.confidence);
    if (threads == 1) first = confidences;
    CHECK(confidences == first);
    CHECK(progress.went_through("matching again without a part", 6));
    CHECK(progress.steps["trying ways to match"].size() >= 16);
  }
}

TEST_CASE("match: names by what they sound like") {
  CHECK(consonant_classes("robert") == "lplt");
  CHECK(consonant_classes("luo bo te") == "lpt");
  CHECK(consonant_classes("philipp") == consonant_classes("filip"));
  CHECK(consonant_classes("catherine") == "ktln");
  const std::vector<std::string> names = {"alexander", "david",   "robert",   "thomas", "daniel", "matthew", "anthony",
                                          "andrew",    "kenneth", "ronald",   "kevin",  "gary",   "frank",   "scott",
                                          "eric",      "patrick", "margaret", "sandra", "laura",  "pamela"};
  const std::vector<std::string> chinese = {"亚历山大", "大卫",     "罗伯特",   "托马斯", "丹尼尔", "马修",   "安东尼",
                                            "安德鲁",   "肯尼思",   "罗纳德",   "凯文",   "加里",   "弗兰克", "斯科特",
                                            "埃里克",   "帕特里克", "玛格丽特", "桑德拉", "劳拉",   "帕梅拉"};
  CHECK(right_matches(match_collections({"en", {names, {}}}, {"zh", {chinese, {}}}, {}, automatic(), Run())) >= 17);
}

TEST_CASE("match: texts without blanks between words are cut by a dictionary, and are no names") {
  const std::vector<std::string> texts = {"私は毎朝新聞を読みます。", "彼女は東京の大学で日本語を勉強している。"};
  CHECK(are_unspaced(texts));
  CHECK_FALSE(are_unspaced({"every morning before work I read 新聞"}));
  CHECK_FALSE(look_like_names(texts));
  CHECK(look_like_names({"亚历山大", "大卫"}));
  const CsrMatrix<double> terms = terms_of_side({"ja", {texts, {}}}, 0, false, automatic(), Run());
  CHECK(terms.offsets()[1] >= 5);
}
