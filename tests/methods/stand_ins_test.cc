#include "couplet/methods/opposites/stand_ins.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"
#include "tests/methods/generated_thesaurus.h"

using namespace couplet;

namespace {

const std::string temperatures = "hot\tburning, scorching\tcold, icy\ncold\ticy, frosty\thot, burning\n";

/// "sweltering" stands where hot, cold, burning and scorching do.
const std::string contexts =
    "hot 1 0.1 0\ncold 1 0.05 0\nburning 0.9 0.2 0\nscorching 0.8 0.3 0\nicy 0.1 0.9 0\nfrosty 0 1 0.1\n"
    "sweltering 1 0.12 0\nwintry 0.05 1 0.05\nnothing 0 0 0\nSweltering 0 0 1\n";

std::string standing(const Model& model, const std::string& word) {
  const WordOrigin origin = dynamic_cast<const FindsWords&>(model).origin_of(word);
  return origin.way + ": " + origin.standing;
}

}  // namespace

TEST_CASE("the consistent subset: nearest first, all in agreement") {
  const std::vector<double> nearness{0.9, 0.8, 0.7, 0.6};
  using Places = std::vector<std::size_t>;
  const auto all = [](std::size_t, std::size_t) { return 1.0; };
  CHECK(consistent_subset(nearness, 3, all) == Places{0, 1, 2});
  const auto but_second = [](std::size_t i, std::size_t j) { return i == 1 || j == 1 ? -0.1 : 0.5; };
  CHECK(consistent_subset(nearness, 3, but_second) == Places{0, 2, 3});
  const auto pairs = [](std::size_t i, std::size_t j) { return i / 2 == j / 2 ? 0.5 : -0.5; };
  CHECK(consistent_subset(nearness, 3, pairs) == Places{0, 1});
  const auto none = [](std::size_t, std::size_t) { return 0.0; };
  CHECK(consistent_subset(nearness, 3, none).empty());
  CHECK(consistent_subset(std::vector<double>{}, 3, all).empty());
  CHECK(consistent_subset(std::vector<double>{1}, 3, all).empty());
  // Nearness may be negative; a full set still goes before a smaller one.
  CHECK(consistent_subset(std::vector<double>{-0.1, -0.2}, 2, all) == Places{0, 1});
}

TEST_CASE("words outside the thesaurus are placed by those they stand like") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_thesaurus(directory, temperatures, {{"contexts", directory.put("contexts.txt", contexts)}});
  save_model(*fitted.model, directory.file("m.couplet"));
  const std::vector<Method> methods{pilsa_method()};
  const auto loaded = load_model(directory.file("m.couplet"), methods);
  for (const Model* model : {static_cast<const Model*>(fitted.model.get()), static_cast<const Model*>(loaded.get())}) {
    CHECK(standing(*model, "sweltering") == "context: hot, burning, scorching");
    CHECK(standing(*model, "Sweltering") == "context: hot, burning, scorching");
    CHECK(standing(*model, "wintry") == "context: cold, icy, frosty");
    CHECK(standing(*model, "colder") == "lemma: cold");
    CHECK(standing(*model, "hot") == "itself: hot");
    CHECK(standing(*model, "nothing") == ": ");
    CHECK(word_cosine(*model, "sweltering", "cold") < -0.9);
    CHECK(word_cosine(*model, "sweltering", "wintry") < -0.8);
    const Explanation why = capability<ExplainsPairs>(*model).explain("sweltering", "icy", Run());
    CHECK(sum_of_reasons(why) == doctest::Approx(why.score).epsilon(1e-9));
    REQUIRE(why.reasons.size() > 1);
    CHECK(why.reasons[0].kind == "context");
    CHECK(why.reasons[0].left == "sweltering");
    CHECK(why.reasons[0].right == "hot, burning, scorching");
    CHECK(why.reasons[0].value == 0);
  }
  CHECK(saved_bytes(directory, *loaded) == saved_bytes(directory, *fitted.model));
  Run three;
  three.pool = Pool(3);
  const Fitted again = fit_thesaurus(directory, temperatures, {{"contexts", directory.file("contexts.txt")}}, three);
  CHECK(saved_bytes(directory, *again.model) == saved_bytes(directory, *fitted.model));
}

TEST_CASE("contexts that cannot be used, and broken tensors") {
  const TemporaryDirectory directory;
  expect_error(ErrorCode::usage, "--contexts: there is no space with --dimensions 0; leave one of them out", [&] {
    fit_thesaurus(directory, temperatures, {{"dimensions", "0"}, {"contexts", "x"}});
  });
  const Fitted counts = fit_method("counts", {directory.put("t.txt", "a b a b a b\n")}, {{"min-count", "1"}});
  save_model(*counts.model, directory.file("c.couplet"));
  expect_error(ErrorCode::usage,
               "--contexts: a counts model has no word vectors; give one that was fitted on text, such as couplet fit "
               "sgns text.txt",
               [&] {
                 fit_thesaurus(directory, temperatures, {{"contexts", directory.file("c.couplet")}});
               });
  // No word in common: nothing is placed, and the model is as without.
  const Fitted foreign =
      fit_thesaurus(directory, temperatures, {{"contexts", directory.put("f.txt", "chaud 1 0\nfroid 0 1\n")}});
  CHECK(standing(*foreign.model, "chaud") == ": ");

  const Fitted fitted = fit_thesaurus(directory, temperatures, {{"contexts", directory.put("contexts.txt", contexts)}});
  const std::vector<Method> methods{pilsa_method()};
  for (const std::int32_t number : {-1, 1000}) {
    const std::vector<std::int32_t> forged(6, number);
    const std::vector<std::int64_t> offsets{0, 3, 6};
    Vocabulary words;
    words.add("sweltering");
    words.add("wintry");
    const Fitted plain = fit_thesaurus(directory, temperatures, {});
    ModelWriter writer(plain.model->header());
    plain.model->write(writer);
    writer.add("contexts.stand_ins", std::span<const std::int32_t>(forged), {6});
    writer.add("contexts.stand_in_offsets", std::span<const std::int64_t>(offsets), {3});
    writer.add("contexts.words.bytes", words.bytes(), {static_cast<std::int64_t>(words.bytes().size())});
    writer.add("contexts.words.offsets", words.offsets(), {3});
    writer.write(directory.file("forged.couplet"));
    expect_error(ErrorCode::model,
                 directory.file("forged.couplet") + ": the words found by context do not fit; fit the model again",
                 [&] { load_model(directory.file("forged.couplet"), methods); });
  }
}
