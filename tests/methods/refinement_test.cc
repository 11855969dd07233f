#include "couplet/methods/opposites/refinement.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/lexicon/thesaurus_tsv.h"
#include "couplet/methods/opposites/pilsa_space.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_thesaurus.h"

using namespace couplet;

namespace {

/// Opposites and synonyms of two_camps as a file of pairs: even words stand against odd ones.
std::string camp_pairs(int count, std::uint64_t seed) {
  Random random(seed);
  std::string text = "word1\tword2\tantonym\n";
  for (int i = 0; i < count; ++i) {
    const std::int64_t a = random.below(60), b = random.below(60);
    if (a != b) text += "w" + std::to_string(a) + "\tw" + std::to_string(b) + "\t" + ((a - b) % 2 ? "1" : "0") + "\n";
  }
  return text;
}

SignedEntries entries_of(const TemporaryDirectory& directory, const std::string& text) {
  std::vector<Thesaurus> thesauri;
  thesauri.push_back(read_thesaurus_tsv(directory.put("t.tsv", text), Run()));
  const double weight = 1;
  SignedCounts counts;
  return SignedEntries::build(thesauri, RelationWeights::parse("synonym,antonym"), {&weight, 1}, counts, Run());
}

}  // namespace

TEST_CASE("the space of the projection itself is the space of the decomposition") {
  const TemporaryDirectory directory;
  const SignedEntries entries = entries_of(directory, two_camps(3));
  const double leak = 0.1;
  const auto svd = decompose(entries, 7, Run());
  const PilsaSpace direct = space_of(entries, svd, leak, Run());
  const PilsaSpace through = space_of(entries, projection_of(svd, leak, Run()), direct, Run());
  REQUIRE(through.projection);
  CHECK_FALSE(direct.projection);
  for (std::size_t i = 0; i < direct.vectors->size(); ++i)
    REQUIRE((*through.vectors)[i] == doctest::Approx((*direct.vectors)[i]).epsilon(1e-3));
  for (std::size_t i = 0; i < direct.lengths.size(); ++i)
    REQUIRE(through.lengths[i] == doctest::Approx(direct.lengths[i]).epsilon(1e-3));
}

TEST_CASE("refinement parts the opposites, and the model is saved, loaded and explained as before") {
  const TemporaryDirectory directory;
  const std::string text = two_camps(4), pairs = directory.put("pairs.tsv", camp_pairs(300, 8));
  const Fitted plain = fit_thesaurus(directory, text, {{"dimensions", "6"}});
  std::string first;
  for (const int threads : {1, 3}) {
    Run run;
    run.pool = Pool(threads);
    const Fitted fitted =
        fit_thesaurus(directory, text, {{"dimensions", "6"}, {"refine", pairs}, {"refine-pull", "0.001"}}, run);
    const std::string bytes = saved_bytes(directory, *fitted.model);
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
    CHECK(report_of(fitted, "refinement pairs").find(" trained on, ") != std::string::npos);
    double before = 0, after = 0;  // mean of (synonyms - opposites), pairs of the camps at large
    for (int a = 0; a < 60; a += 3)
      for (int b = a + 1; b < 60; b += 2) {
        const std::string left = "w" + std::to_string(a), right = "w" + std::to_string(b);
        const double sign = (a - b) % 2 ? -1 : 1;
        before += sign * word_cosine(*plain.model, left, right);
        after += sign * word_cosine(*fitted.model, left, right);
      }
    CHECK(after > before);
    const std::vector<Method> methods{pilsa_method()};
    save_model(*fitted.model, directory.file("m.couplet"));
    const auto loaded = load_model(directory.file("m.couplet"), methods);
    CHECK(run_self_test(*loaded) == 0);
    for (const Model* model :
         {static_cast<const Model*>(fitted.model.get()), static_cast<const Model*>(loaded.get())}) {
      const Explanation why = capability<ExplainsPairs>(*model).explain("w1", "w2", Run());
      CHECK(why.score == word_cosine(*fitted.model, "w1", "w2"));
      CHECK(sum_of_reasons(why) == doctest::Approx(why.score).epsilon(1e-9));
      for (const Reason& reason : why.reasons)
        if (reason.kind == "remainder") CHECK(std::abs(reason.value) < 1e-5);
    }
  }
}

TEST_CASE("the thesaurus's own pairs: its antonyms, as many synonyms, none twice") {
  const TemporaryDirectory directory;
  const std::string text = two_camps(5) + "w1\tw3\tw5\nw5\tw1\t\n";
  const SignedEntries entries = entries_of(directory, text);
  std::vector<Thesaurus> thesauri;
  thesauri.push_back(read_thesaurus_tsv(directory.put("t.tsv", text), Run()));
  const RefinementPairs found = pairs_of_thesauri(thesauri, entries.words(), Run());
  const auto opposites = std::count_if(found.pairs.begin(), found.pairs.end(), [](auto& p) { return p.opposite; });
  CHECK(opposites > 50);
  CHECK(std::ssize(found.pairs) - opposites <= opposites);
  CHECK(std::ssize(found.pairs) - opposites > 30);
  CHECK(std::is_sorted(found.pairs.begin(), found.pairs.end()));
  for (std::size_t i = 0; i < found.pairs.size(); ++i) {
    CHECK(found.pairs[i].left < found.pairs[i].right);
    if (i > 0)
      CHECK(std::pair(found.pairs[i - 1].left, found.pairs[i - 1].right) !=
            std::pair(found.pairs[i].left, found.pairs[i].right));
  }
  const Fitted fitted = fit_thesaurus(directory, text, {{"dimensions", "6"}, {"refine", "thesaurus"}});
  CHECK(fitted.model->header().details ==
        std::vector<std::pair<std::string, std::string>>{{"refined with", "the thesauri's own pairs"}});
}

TEST_CASE("a projection of another shape is refused") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_thesaurus(directory, two_camps(4), {{"dimensions", "6"}});
  const std::vector<float> forged(6 * 3, 1.0F);
  ModelWriter writer(fitted.model->header());
  fitted.model->write(writer);
  writer.add("projection", std::span<const float>(forged), {3, 6});
  writer.write(directory.file("forged.couplet"));
  const std::vector<Method> methods{pilsa_method()};
  try {
    load_model(directory.file("forged.couplet"), methods);
    FAIL("loaded");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::model);
  }
}

TEST_CASE("files of pairs: labels, header, unknown words, contradictions") {
  const TemporaryDirectory directory;
  const SignedEntries entries = entries_of(directory, toy_thesaurus + "hot\twarm\tcold\n");
  const WordFinder finder(entries.words(), {});
  const auto read = [&](const std::string& text) {
    return read_refinement_pairs(directory.put("p.tsv", text), finder, Run());
  };
  const RefinementPairs found = read(
      "a\tb\tlabel\nhot\tcold\tant\ncold\tHot\t1\nhot\twarm\tsyn\n\nzebra\thot\t0\nrancor\tgoodwill\tantonym\n"
      "goodwill\trancor\tsynonym\nhot\thot\t0\n");
  CHECK(found.unknown == 1);
  CHECK(found.contradictions == 1);
  REQUIRE(found.pairs.size() == 2);
  CHECK(found.pairs[0].opposite != found.pairs[1].opposite);
  const std::string place = directory.file("p.tsv");
  const std::string form =
      "not a pair of words with a label; write word, word and 1 or ant (opposites), 0 or syn (synonyms), separated by "
      "tabs";
  expect_error(ErrorCode::data, place + ":2: " + form, [&] { read("hot\tcold\t1\nhot\twarm\t2\n"); });
  expect_error(ErrorCode::data, place + ":1: " + form, [&] { read("hot\tcold\n"); });
  expect_error(ErrorCode::data,
               place + ":2: invalid UTF-8 at byte 2 (0xFF); convert it, e.g. with iconv -f latin1 -t utf8",
               [&] { read("hot\tcold\t1\nh\xff\tcold\t1\n"); });
  expect_error(ErrorCode::data, place + ": no pair of words that the thesauri have; give others, or --refine thesaurus",
               [&] { read("zebra\tgnu\t1\n"); });
  const auto refine = [&](const std::string& text, const std::string& how, const char* dimensions = "2") {
    fit_thesaurus(directory, text, {{"dimensions", dimensions}, {"refine", how}});
  };
  expect_error(ErrorCode::data, "--refine: the thesauri name no antonyms to refine with; give a file of pairs",
               [&] { refine("hot\twarm\t\n", "thesaurus"); });
  expect_error(ErrorCode::data, "--refine: 6 pairs are too few to refine with; give at least 20",
               [&] { refine(toy_thesaurus, "thesaurus"); });
  expect_error(ErrorCode::usage, "--refine: there is no space with --dimensions 0; leave one of them out",
               [&] { refine(toy_thesaurus, "thesaurus", "0"); });
}
