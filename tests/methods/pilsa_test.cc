#include "couplet/methods/opposites/pilsa.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/input.h"
#include "tests/base/expect_error.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_thesaurus.h"

using namespace couplet;

TEST_CASE("the paper's toy: cosines exactly +1 and -1, with and without the SVD") {
  const TemporaryDirectory directory;
  for (const char* dimensions : {"300", "0"}) {
    CAPTURE(dimensions);
    const Fitted fitted = fit_thesaurus(directory, toy_thesaurus, {{"dimensions", dimensions}});
    const auto loaded = reloaded(directory, *fitted.model);
    for (const Model* model :
         {static_cast<const Model*>(fitted.model.get()), static_cast<const Model*>(loaded.get())}) {
      CHECK(word_cosine(*model, "acrimony", "rancor") == 1.0);
      CHECK(word_cosine(*model, "goodwill", "affection") == 1.0);
      CHECK(word_cosine(*model, "acrimony", "affection") == -1.0);
      CHECK(word_cosine(*model, "goodwill", "rancor") == -1.0);
      CHECK(word_cosine(*model, "Rancor", "rancor") == 1.0);
    }
  }
  const Fitted lookup = fit_thesaurus(directory, toy_thesaurus, {{"dimensions", "0"}, {"lookup", "true"}});
  CHECK(word_cosine(*lookup.model, "acrimony", "affection") == -1.0);
  CHECK(word_cosine(*reloaded(directory, *lookup.model), "acrimony", "rancor") == 1.0);
}

TEST_CASE("all dimensions: the cosines of the signed columns themselves") {
  const TemporaryDirectory directory;
  const std::string text = two_camps(5);
  const Fitted full = fit_thesaurus(directory, text, {{"dimensions", "300"}, {"leak", "0.0001"}});
  const Fitted plain = fit_thesaurus(directory, text, {{"dimensions", "0"}});
  for (int i = 0; i < 60; i += 7)
    for (int j = 0; j < 60; j += 5) {
      const std::string a = "w" + std::to_string(i), b = "w" + std::to_string(j);
      CHECK(word_cosine(*full.model, a, b) == doctest::Approx(word_cosine(*plain.model, a, b)).epsilon(2e-3));
    }
}

TEST_CASE("reasons add up to the score, whichever way the words were found") {
  const TemporaryDirectory directory;
  const std::string text = two_camps(6) + "w1\tw3, big-hearted\tw2\nrunning\tw5\tw4\n";
  for (const Options& options : std::vector<Options>{{{"dimensions", "8"}},
                                                     {{"dimensions", "8"}, {"leak", "0.3"}},
                                                     {{"dimensions", "0"}},
                                                     {{"dimensions", "0"}, {"lookup", "true"}}}) {
    const Fitted fitted = fit_thesaurus(directory, text, options);
    const auto& explains = capability<ExplainsPairs>(*fitted.model);
    for (const auto& [a, b] : std::vector<std::pair<std::string, std::string>>{
             {"w1", "w2"}, {"w1", "w3"}, {"w10", "w10"}, {"hearted", "w2"}, {"runs", "w7"}}) {
      const std::string& word = a;
      CAPTURE(word);
      const Explanation explanation = explains.explain(a, b, Run());
      CHECK(explanation.score == word_cosine(*fitted.model, a, b));
      CHECK(sum_of_reasons(explanation) == doctest::Approx(explanation.score).epsilon(1e-9));
      for (const Reason& reason : explanation.reasons)
        if (reason.kind == "remainder") CHECK(std::abs(reason.value) < 1e-4);
    }
  }
  const Fitted fitted = fit_thesaurus(directory, toy_thesaurus, {});
  const Explanation explanation = capability<ExplainsPairs>(*fitted.model).explain("rancor", "goodwill", Run());
  REQUIRE(explanation.reasons.size() >= 2);
  CHECK(explanation.reasons[0].kind == "entry");
  CHECK(explanation.reasons[0].value == doctest::Approx(-0.5));
  CHECK(explanation.reasons[0].left == "list: acrimony");
  CHECK(explanation.reasons[0].right == "+rancor -goodwill");
  CHECK(explanation.reasons[1].right == "-rancor +goodwill");
  expect_error(ErrorCode::data,
               "the model does not know 'zebra'; fit with a thesaurus that has the word, or ask for another",
               [&] { capability<ExplainsPairs>(*fitted.model).explain("zebra", "rancor", Run()); });
}

TEST_CASE("words whose entries nothing else is linked to still know their opposite") {
  const TemporaryDirectory directory;
  // Two dimensions are taken by the large clusters; the small pair is orthogonal to both.
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "a" + std::to_string(i) + "\ta0,a1,a2\tb0,b1\nc" + std::to_string(i) + "\tc0,c1,c2\td0,d1\n";
  text += "lone\tsolitary\tcrowded\n";
  const Fitted fitted = fit_thesaurus(directory, text, {{"dimensions", "2"}});
  CHECK(word_cosine(*fitted.model, "lone", "solitary") > 0.99);
  CHECK(word_cosine(*fitted.model, "lone", "crowded") < -0.99);
  CHECK(word_cosine(*fitted.model, "a0", "b0") < -0.9);
}

TEST_CASE("vectors, the way a word was had, and what is not known") {
  const TemporaryDirectory directory;
  const Fitted fitted =
      fit_thesaurus(directory, toy_thesaurus + "corruptible\tvenal\thonest\ncorruption\tvenality\thonesty\n", {});
  const auto& words = capability<HasVectors>(*fitted.model);
  CHECK(words.vectors().size() == 10);
  const FoundWord rancor = words.find_word("RANCOR");
  CHECK(rancor.way == "itself");
  CHECK(words.vectors().words().word(rancor.label) == "rancor");
  const FoundWord stem = words.find_word("corruptibility");
  CHECK(stem.way == "stem");
  CHECK_FALSE(words.find_word("zebra").known());
  CHECK_FALSE(words.find_word("\xff").known());
  for (std::int64_t i = 0; i < words.vectors().size(); ++i) {
    double square = 0;
    for (const float value : words.vectors().row(i)) square += static_cast<double>(value) * static_cast<double>(value);
    CHECK(square == doctest::Approx(1).epsilon(1e-6));
  }
  PairBatch batch;
  batch.left.texts = {"zebra", "rancor"};
  batch.right.texts = {"rancor", "zebra"};
  const auto scores = capability<ScoresPairs>(*fitted.model).score(batch, Run());
  CHECK(std::isnan(scores[0].value));
  CHECK_FALSE(scores[0].left_known);
  CHECK(scores[0].right_known);
  CHECK_FALSE(scores[1].right_known);
  const Fitted plain = fit_thesaurus(directory, toy_thesaurus, {{"dimensions", "0"}});
  CHECK_THROWS_AS(capability<HasVectors>(*plain.model), Error);
}

TEST_CASE("the same bytes at any number of threads; the self-test holds after loading") {
  const TemporaryDirectory directory;
  std::string first;
  for (const int threads : {1, 2, 3}) {
    Run run;
    run.pool = Pool(threads);
    const Fitted fitted = fit_thesaurus(directory, two_camps(9), {{"dimensions", "10"}}, run);
    const std::string bytes = saved_bytes(directory, *fitted.model);
    if (first.empty()) first = bytes;
    CHECK(bytes == first);
    const auto loaded = reloaded(directory, *fitted.model);
    CHECK(loaded->header().self_test.size() == 4);
    CHECK(run_self_test(*loaded) == 0);
    CHECK(word_cosine(*loaded, "w1", "w2") == word_cosine(*fitted.model, "w1", "w2"));
  }
}

TEST_CASE("what cannot be fitted") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::usage, "--weights: 2 weights for 1 thesauri; give one for each, in order", [&] {
    fit_thesaurus(directory, toy_thesaurus, {{"weights", "1,2"}});
  });
  for (const char* bad : {"x", "1,", "-1", "nan"})
    expect_error(
        ErrorCode::usage,
        "--weights: '" + std::string(bad) +
            "' is not a list of numbers, each 0 or from a millionth to a million; write one for each thesaurus, "
            "such as 1,0.5,2",
        [&] {
          fit_thesaurus(directory, toy_thesaurus, {{"weights", bad}});
        });
  expect_error(ErrorCode::usage, "--lookup: looking up needs no space; use it with --dimensions 0", [&] {
    fit_thesaurus(directory, toy_thesaurus, {{"lookup", "true"}});
  });
  // No antonyms at all: a warning, and a space of synonyms.
  Warnings warnings;
  Run run;
  run.observer = &warnings;
  CHECK(word_cosine(*fit_thesaurus(directory, "big\tlarge\t\n", {}, run).model, "big", "large") == 1.0);
  CHECK(warnings.messages.back() == "no entry names antonyms: nothing will have an opposite");
}

TEST_CASE("damaged and forged files are refused") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_thesaurus(directory, toy_thesaurus, {});
  const std::string bytes = saved_bytes(directory, *fitted.model);
  const std::vector<Method> methods{pilsa_method()};
  const auto refused = [&](std::string_view content) {
    try {
      load_model(directory.put("broken.couplet", content), methods);
    } catch (const Error& error) {
      return error.code() == ErrorCode::model;
    }
    return false;
  };
  for (std::size_t length = 0; length < bytes.size(); length += 97)
    CHECK(refused(std::string_view(bytes).substr(0, length)));
  for (std::size_t i = 0; i < bytes.size(); i += 13) {
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ 4);
    CAPTURE(i);
    CHECK(refused(flipped));
  }
  ModelHeader header = fitted.model->header();
  for (auto& [name, value] : header.parameters)
    if (name == "leak") value = "many";
  ModelWriter writer(header);
  fitted.model->write(writer);
  writer.write(directory.file("forged.couplet"));
  CHECK(refused(content_of(directory.file("forged.couplet"))));
}

TEST_CASE("rows as the paper has them, and no leak: golden values") {
  // Four entries of five words; W_iw = +-ln(1 + 4 / df(w)) as it is, SVD and cosines computed with numpy.
  const TemporaryDirectory directory;
  const std::string text = "hot\twarm, mild\tcold\nwarm\tmild, hot\t\ncold\tcool\twarm\ncool\tmild\thot\n";
  const Fitted two = fit_thesaurus(directory, text, {{"dimensions", "2"}, {"leak", "0"}, {"rows", "raw"}});
  CHECK(word_cosine(*two.model, "hot", "cold") == doctest::Approx(-0.9999862736846122).epsilon(1e-5));
  CHECK(word_cosine(*two.model, "hot", "warm") == doctest::Approx(0.972817506299349).epsilon(1e-5));
  CHECK(word_cosine(*two.model, "mild", "cool") == doctest::Approx(0.4246723328861796).epsilon(1e-5));
  CHECK(word_cosine(*two.model, "hot", "mild") == doctest::Approx(0.4741169095960796).epsilon(1e-5));
  const Fitted plain = fit_thesaurus(directory, text, {{"dimensions", "0"}, {"rows", "raw"}, {"signs", "none"}});
  CHECK(word_cosine(*plain.model, "hot", "cold") > 0);
}

TEST_CASE("dimensions by trial on questions, with a picture") {
  const TemporaryDirectory directory;
  const std::string questions =
      directory.put("questions.txt", "w0: w1 w2 w4 :: w1\nw2: w3 w4 w6 :: w3\nnothing: w1 w2 :: w1\n");
  const Fitted fitted = fit_thesaurus(
      directory, two_camps(5),
      {{"dimensions", "60"}, {"tune", "dimensions"}, {"development", questions}, {"curve", directory.file("c.svg")}});
  REQUIRE(fitted.report.find("tried"));
  CHECK(fitted.report.find("tried")->text().find(" dimensions: precision ") != std::string::npos);
  CHECK(fitted.report.find("chosen"));
  CHECK(read_file(directory.file("c.svg")).starts_with("<svg"));
  expect_error(ErrorCode::usage, "--tune: there are no questions to try on; give some with --development FILE", [&] {
    fit_thesaurus(directory, two_camps(5), {{"tune", "dimensions"}});
  });
}
