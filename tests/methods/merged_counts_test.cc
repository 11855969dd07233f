// Models of exact counts: those of shards merge into that of the whole, to the byte; pairs come and go.
#include <doctest/doctest.h>

#include "couplet/methods/registry.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"
#include "tests/methods/language_samples.h"

using namespace couplet;

namespace {

/// Whole and shards of it, fitted with the same options.
struct Shards {
  Fitted whole, first, second, third;
};

Shards fit_shards(const TemporaryDirectory& directory, const std::string& method, const std::string (&parts)[3],
                  const Options& options, const std::string& ending) {
  const auto fit = [&](const std::string& content) {
    return fit_method(method, {directory.put("data" + ending, content)}, options);
  };
  return {fit(parts[0] + parts[1] + parts[2]), fit(parts[0]), fit(parts[1]), fit(parts[2])};
}

std::string merged_bytes(const TemporaryDirectory& directory, const Fitted& a, const Fitted& b, const Fitted& c) {
  return saved_bytes(directory, *capability<Merges>(*a.model).merged_with({b.model.get(), c.model.get()}, Run()).model);
}

PairInput input_of(const TemporaryDirectory& directory, const std::string& content) {
  return PairInput(Source{.paths = {directory.put("change.tsv", content)}});
}

}  // namespace

TEST_CASE("pmi: merge, add and remove give the model of the pairs, to the byte and in any order") {
  const TemporaryDirectory directory;
  const std::string parts[3] = {"b\ty\na\tx\na\tx\n", "c\tx\na\ty\nb\ty\n", "zz\tq\na\tx\n"};
  for (const Options& options : {Options{}, Options{{"text", "lower,space"}, {"smoothing", "0.5"}}}) {
    const Shards shards = fit_shards(directory, "pmi", parts, options, ".tsv");
    const std::string whole = saved_bytes(directory, *shards.whole.model);
    CHECK((merged_bytes(directory, shards.first, shards.second, shards.third) == whole));
    CHECK((merged_bytes(directory, shards.third, shards.first, shards.second) == whole));
    PairInput more = input_of(directory, parts[1] + parts[2]);
    const Fitted added = capability<Updates>(*shards.first.model).with_added(more, Run());
    CHECK((saved_bytes(directory, *added.model) == whole));
    PairInput less = input_of(directory, parts[2] + parts[1]);
    const Fitted removed = capability<Updates>(*added.model).with_removed(less, Run());
    CHECK((saved_bytes(directory, *removed.model) == saved_bytes(directory, *shards.first.model)));
  }
}

TEST_CASE("pmi: what was not there is not removed, what does not fit is not merged") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_method("pmi", {directory.put("data.tsv", "a\tx\na\tx\nb\ty\n")}, {});
  const auto without = [&](const std::string& pairs) {
    PairInput input = input_of(directory, pairs);
    return capability<Updates>(*fitted.model).with_removed(input, Run());
  };
  expect_error(ErrorCode::data,
               "'a' with 'x' is to be removed 3 times, and the model has it 2 times; remove only pairs that the model "
               "was fitted on",
               [&] { without("a\tx\na\tx\na\tx\n"); });
  expect_error(ErrorCode::data,
               "'a' with 'y' is to be removed once, and the model has it 0 times; remove only pairs that the model was "
               "fitted on",
               [&] { without("a\ty\n"); });
  expect_error(ErrorCode::data, "no pair would be left; leave at least one", [&] { without("a\tx\na\tx\nb\ty\n"); });
  const Fitted smoothed = fit_method("pmi", {directory.file("data.tsv")}, {{"smoothing", "1"}});
  expect_error(ErrorCode::usage,
               "the models are not both of pmi with the same --text and --smoothing; fit all shards with the same",
               [&] { capability<Merges>(*fitted.model).merged_with({smoothed.model.get()}, Run()); });
}

TEST_CASE("counts of shards of a text merge into those of the whole, to the byte") {
  const TemporaryDirectory directory;
  // Words alone in their line have no contexts, in some shards or in all.
  const std::string parts[3] = {made_up_text(60, 40, 1) + "w3\nlonely\n", made_up_text(50, 45, 2) + "w41\n",
                                made_up_text(70, 30, 3) + "lonely\nw44\n"};
  for (const char* weights : {"fixed", "dynamic", "harmonic"})
    for (const char* sides : {"both", "left"}) {
      CAPTURE(weights);
      CAPTURE(sides);
      const Options options{{"min-count", "1"}, {"weights", weights}, {"sides", sides}, {"window", "3"}};
      const Shards shards = fit_shards(directory, "counts", parts, options, ".txt");
      const std::string whole = saved_bytes(directory, *shards.whole.model);
      CHECK((merged_bytes(directory, shards.first, shards.second, shards.third) == whole));
      CHECK((merged_bytes(directory, shards.third, shards.first, shards.second) == whole));
    }
  const Shards short_of_words = fit_shards(directory, "counts", parts, {{"min-count", "2"}}, ".txt");
  expect_error(ErrorCode::usage,
               "words were left out when the text was counted: the sum would not be the whole; count every shard with "
               "--min-count 1, without --max-vocabulary and --subsample",
               [&] { merged_bytes(directory, short_of_words.first, short_of_words.second, short_of_words.third); });
}

TEST_CASE("counts of shards of a table merge in their order") {
  const TemporaryDirectory directory;
  const std::string parts[3] = {"b\ty\t2\na\tx\t1\n", "c\tx\t4\na\ty\t1.5\n", "zz\tq\t1\na\tx\t1\n"};
  const Shards shards = fit_shards(directory, "counts", parts, {{"input", "long"}}, ".tsv");
  CHECK((merged_bytes(directory, shards.first, shards.second, shards.third) ==
         saved_bytes(directory, *shards.whole.model)));
  const Fitted text = fit_method("counts", {directory.put("text.txt", "a b c\n")}, {{"min-count", "1"}});
  expect_error(ErrorCode::usage,
               "the models are not both of counts, counted with the same options; count all shards with the same",
               [&] { capability<Merges>(*shards.first.model).merged_with({text.model.get()}, Run()); });
}
