// Models change without the other data, survive a file, and do not depend on threads.
#include <doctest/doctest.h>

#include <functional>

#include "couplet/methods/cooccurrence/phsic.h"
#include "tests/base/expect_error.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// One way to fit texts or rows that every test here tries.
struct Variant {
  std::string name;
  Options options;
};

std::vector<Variant> text_variants(const TemporaryDirectory& directory) {
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1));
  return {{"lsa", {{"encoder", "lsa:8"}, {"text", "space"}}},
          {"sum", {{"encoder", "sum"}, {"vectors", vectors}, {"text", "space"}, {"whiten", "0"}}},
          {"default", {{"vectors", vectors}, {"text", "space"}}},
          {"idf", {{"vectors", vectors}, {"text", "space"}, {"encoder", "idf"}, {"kernel", "linear"}}},
          {"hash", {{"encoder", "hash:32"}, {"text", "chars:2-3"}}},
          {"icd", {{"encoder", "lsa:8"}, {"text", "space"}, {"kernel", "rbf:sigma=1"}, {"rank", "20"}}},
          {"mixed",
           {{"encoder", "lsa:8"},
            {"encoder-right", "hash:16"},
            {"text", "space"},
            {"kernel-right", "linear"},
            {"keep-pairs", "30"}}}};
}

/// Of the options those that a model with another's encoder still has a say in.
Options with_encoder_of(const std::string& model, Options options) {
  for (const char* taken : {"encoder", "encoder-right", "vectors", "text", "kernel", "kernel-right", "rank"})
    options.erase(taken);
  options["encoder-from"] = model;
  return options;
}

PairInput input_of(const std::string& path) {
  Source files;
  files.paths = {path};
  return PairInput(files);
}

std::vector<double> z_scores(const Model& model, const TextPairs& texts) {
  PairBatch batch;
  batch.left.texts = texts.left;
  batch.right.texts = texts.right;
  std::vector<double> all;
  for (const PairScore& score : capability<ScoresPairs>(model).score(batch, Run())) all.push_back(score.z);
  return all;
}

}  // namespace

TEST_CASE("shards fitted with the first one's encoder merge into the model of all pairs") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(900, 61), fresh = topic_texts(50, 62);
  for (const Variant& variant : text_variants(directory)) {
    CAPTURE(variant.name);
    Options options = variant.options;
    const Fitted first = fit_texts(directory, part_of(texts, 0, 400), options);
    save_model(*first.model, directory.file("first.couplet"));
    options = with_encoder_of(directory.file("first.couplet"), options);
    const Fitted second = fit_texts(directory, part_of(texts, 400, 500), options),
                 whole = fit_texts(directory, texts, options);
    const Fitted merged = capability<Updates>(*first.model).merged_with({second.model.get()}, Run());
    CHECK(relative_error(scores_of(*merged.model, fresh), scores_of(*whole.model, fresh)) < 1e-10);
    CHECK(relative_error(z_scores(*merged.model, fresh), z_scores(*whole.model, fresh)) < 1e-9);
    CHECK(merged.model->header().data_rows == 900);
    CHECK(merged.model->header().data_fingerprint != first.model->header().data_fingerprint);
  }
}

TEST_CASE("pairs are added as if they had been there, and removed as if they had not") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(700, 63), fresh = topic_texts(50, 64);
  const std::string more = directory.put("more.tsv", tsv_of(part_of(texts, 300, 400)));
  for (const Variant& variant : text_variants(directory)) {
    CAPTURE(variant.name);
    Options options = variant.options;
    const Fitted part = fit_texts(directory, part_of(texts, 0, 300), options);
    save_model(*part.model, directory.file("part.couplet"));
    options = with_encoder_of(directory.file("part.couplet"), options);
    const Fitted whole = fit_texts(directory, texts, options);
    PairInput to_add = input_of(more), to_remove = input_of(more);
    const Fitted added = capability<Updates>(*part.model).with_added(to_add, Run());
    CHECK(relative_error(scores_of(*added.model, fresh), scores_of(*whole.model, fresh)) < 1e-10);
    CHECK(relative_error(z_scores(*added.model, fresh), z_scores(*whole.model, fresh)) < 1e-9);
    CHECK(report_of(added, "unknown left") == report_of(whole, "unknown left"));
    CHECK(report_of(added, "pairs") == "700");
    const auto saved = reloaded(directory, *added.model);
    const Fitted removed = capability<Updates>(*saved).with_removed(to_remove, Run());
    CHECK(relative_error(scores_of(*removed.model, fresh), scores_of(*part.model, fresh)) < 1e-9);
    CHECK(removed.model->header().data_rows == 300);
    CHECK(report_of(removed, "unknown right") == report_of(part, "unknown right"));
    CHECK(run_self_test(*reloaded(directory, *removed.model)) < 1e-12);
  }
}

TEST_CASE("rows with an explicit kernel merge without more ado") {
  const TemporaryDirectory directory;
  const RowPairs rows = correlated_rows(500, 6, 4, 65, 100), fresh = correlated_rows(20, 6, 4, 66, 100);
  const auto shard = [&](Index begin, Index count) {
    return fit_rows(directory, {rows.left.middleRows(begin, count), rows.right.middleRows(begin, count)}, {});
  };
  const Fitted first = shard(0, 150), second = shard(150, 350), whole = shard(0, 500);
  const Fitted merged = capability<Updates>(*first.model).merged_with({second.model.get()}, Run());
  CHECK(relative_error(scores_of(*merged.model, fresh), scores_of(*whole.model, fresh)) < 1e-10);
}

TEST_CASE("what does not belong together is not merged, what was not there is not removed") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(200, 67);
  const Options options{{"encoder", "lsa:8"}, {"text", "space"}};
  const Fitted first = fit_texts(directory, part_of(texts, 0, 100), options),
               second = fit_texts(directory, part_of(texts, 100, 100), options);
  expect_error(ErrorCode::usage,
               "the models were fitted with different encoders: their statistics cannot be added up; fit the second "
               "shard with --encoder-from "
               "FIRST.couplet",
               [&] { capability<Updates>(*first.model).merged_with({second.model.get()}, Run()); });
  const Fitted counts = fit_method("pmi", {directory.put("pairs.tsv", tsv_of(texts))}, {});
  CHECK_THROWS_AS(capability<Updates>(*first.model).merged_with({counts.model.get()}, Run()), Error);
  PairInput all = input_of(directory.put("all.tsv", tsv_of(texts)));
  expect_error(ErrorCode::data,
               "200 pairs to remove, the model was fitted on 100; remove only pairs that the model was fitted on, and "
               "leave at least one",
               [&] { capability<Updates>(*first.model).with_removed(all, Run()); });
  const Fitted plain = fit_texts(directory, part_of(texts, 100, 100), {{"encoder", "lsa:8"}, {"whiten", "0"}});
  save_model(*plain.model, directory.file("plain.couplet"));
  const Fitted other_ridge =
      fit_texts(directory, texts, {{"encoder-from", directory.file("plain.couplet")}, {"whiten", "0.1"}});
  expect_error(ErrorCode::usage,
               "the models were fitted with another --whiten, --power, --similarity or --keep-pairs; fit all shards "
               "with the same",
               [&] { capability<Updates>(*plain.model).merged_with({other_ridge.model.get()}, Run()); });
  PairInput strangers =
      input_of(directory.put("strangers.tsv", "l1w1\t" + texts.right[0] + texts.right[1] + texts.right[2] + "\n"));
  CHECK_THROWS_WITH_AS(capability<Updates>(*first.model).with_removed(strangers, Run()),
                       doctest::Contains("remove only pairs that"), Error);
}

TEST_CASE("the order of shards does not matter, to the byte") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(900, 73);
  Options options{{"encoder", "lsa:8"}, {"text", "space"}, {"keep-pairs", "20"}};
  const Fitted a = fit_texts(directory, part_of(texts, 0, 300), options);
  save_model(*a.model, directory.file("a.couplet"));
  options = {{"encoder-from", directory.file("a.couplet")}, {"keep-pairs", "20"}};
  const Fitted b = fit_texts(directory, part_of(texts, 300, 250), options),
               c = fit_texts(directory, part_of(texts, 550, 350), options),
               whole = fit_texts(directory, texts, options);
  const auto merged = [&](const Fitted& first, const Fitted& second, const Fitted& third) {
    return capability<Merges>(*first.model).merged_with({second.model.get(), third.model.get()}, Run());
  };
  const std::string bytes = saved_bytes(directory, *merged(a, b, c).model);
  CHECK((bytes == saved_bytes(directory, *merged(b, a, c).model)));
  CHECK((bytes == saved_bytes(directory, *merged(c, b, a).model)));
  CHECK(merged(b, c, a).model->header().data_fingerprint == whole.model->header().data_fingerprint);
}

TEST_CASE("a pair that was never fitted, or is removed a second time, is refused") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(200, 74), others = topic_texts(40, 75);
  const Fitted fitted = fit_texts(directory, texts, {{"encoder", "lsa:8"}, {"text", "space"}});
  const auto without = [&](const Model& model, const TextPairs& less) {
    PairInput input = input_of(directory.put("less.tsv", tsv_of(less)));
    return capability<Updates>(model).with_removed(input, Run());
  };
  const char* refused =
      "some of the pairs to remove are not among those the model was fitted on; remove only pairs "
      "that the model was fitted on";
  int taken = 0;  // 200 of 16384 cells are full: one stranger in 80 gets away
  for (Index i = 0; i < 40; ++i) {
    try {
      without(*fitted.model, part_of(others, i, 1));
      ++taken;
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::data);
    }
  }
  CHECK(taken <= 2);
  const auto loaded = reloaded(directory, *fitted.model);
  const Fitted once = without(*loaded, part_of(texts, 3, 5));
  CHECK(once.model->header().data_rows == 195);
  CHECK(once.model->header().data_fingerprint ==
        fit_texts(directory,
                  [&] {
                    TextPairs rest = part_of(texts, 0, 3);
                    const TextPairs end = part_of(texts, 8, 192);
                    rest.left.insert(rest.left.end(), end.left.begin(), end.left.end());
                    rest.right.insert(rest.right.end(), end.right.begin(), end.right.end());
                    return rest;
                  }(),
                  {{"encoder", "lsa:8"}, {"text", "space"}})
            .model->header()
            .data_fingerprint);
  expect_error(ErrorCode::data, refused, [&] { without(*once.model, part_of(texts, 3, 5)); });
  TextPairs twice = part_of(texts, 9, 1);
  twice.left.push_back(twice.left[0]);
  twice.right.push_back(twice.right[0]);
  expect_error(ErrorCode::data, refused, [&] { without(*once.model, twice); });
}

TEST_CASE("of a labelled file only the pairs of label 1 are learned from") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(100, 76), noise = topic_texts(60, 77);
  std::string labelled;
  for (std::size_t i = 0; i < texts.left.size(); ++i) {
    labelled += "1\t" + texts.left[i] + "\t" + texts.right[i] + "\n";
    if (i < noise.left.size()) labelled += "0\t" + noise.left[i] + "\t" + noise.right[i] + "\n";
  }
  const Options plain{{"encoder", "lsa:8"}, {"text", "space"}};
  Options options = plain;
  options["label"] = "1";
  const auto fit = [&](const std::string& content, BadLine on_bad_line = BadLine::stop) {
    const Method method = phsic_method();
    const Data data =
        Source{.paths = {directory.put("labelled.tsv", content)}, .columns = "2,3", .on_bad_line = on_bad_line};
    return fit_model(method, data, Parameters::resolve(method.parameters, options), {}, Run());
  };
  const Fitted fitted = fit(labelled), expected = fit_texts(directory, texts, plain);
  CHECK(report_of(fitted, "pairs") == "100");
  CHECK(report_of(fitted, "pairs of label 0 left out") == "60");
  CHECK(scores_of(*fitted.model, noise) == scores_of(*expected.model, noise));
  expect_error(ErrorCode::data,
               directory.file("labelled.tsv") +
                   ":2: the label is 'yes', expected a grade from 0 to 100; choose the column with --label",
               [&] { fit("1\ta\tb\nyes\ta\tb\n"); });
  CHECK(report_of(fit(labelled + "yes\ta\tb\n", BadLine::skip), "bad lines skipped") == "1");
  expect_error(ErrorCode::data,
               directory.file("labelled.tsv") + ": every label is 0; give at least two pairs of label 1",
               [&] { fit("0\ta b\tb c\n0\tc d\tb e\n"); });
  // Sorted by label: several segments have none of label 1.
  std::string sorted;
  for (int i = 0; i < 9000; ++i)
    sorted += "0\tthis pair is wrong and one of very many\tso that they fill some segments\n";
  CHECK(report_of(fit(sorted + labelled), "pairs") == "100");
}

TEST_CASE("a saved model scores and explains as before, to the bit") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(300, 68), fresh = topic_texts(40, 69);
  for (const Variant& variant : text_variants(directory)) {
    CAPTURE(variant.name);
    Options options = variant.options;
    const Fitted fitted = fit_texts(directory, texts, options);
    const auto loaded = reloaded(directory, *fitted.model);
    CHECK(scores_of(*loaded, fresh) == scores_of(*fitted.model, fresh));
    CHECK(z_scores(*loaded, fresh) == z_scores(*fitted.model, fresh));
    CHECK(run_self_test(*loaded) == 0);
    CHECK(saved_bytes(directory, *loaded) == saved_bytes(directory, *fitted.model));
    PairBatch batch;
    batch.left.texts = fresh.left;
    batch.right.texts = fresh.right;
    const auto before = capability<JudgesPairs>(*fitted.model).judge(batch, 0.5, Run());
    const auto after = capability<JudgesPairs>(*loaded).judge(batch, 0.5, Run());
    for (std::size_t i = 0; i < before.size(); ++i) CHECK(before[i].quality == after[i].quality);
  }
}

TEST_CASE("word vectors that both sides share are saved once, and shared again") {
  const TemporaryDirectory directory;
  const std::string vectors = directory.put("vectors.txt", topic_vectors(6, 1)),
                    others = directory.put("others.txt", topic_vectors(5, 2));
  const TextPairs texts = topic_texts(100, 70);
  const auto tensors = [&](const Options& options) {
    save_model(*fit_texts(directory, texts, options).model, directory.file("m.couplet"));
    const ModelFile file(directory.file("m.couplet"));
    return std::pair{file.has("left.vectors"), file.has("right.vectors")};
  };
  CHECK(tensors({{"encoder", "sum"}, {"vectors", vectors}, {"text", "space"}}) == std::pair{true, false});
  CHECK(tensors({{"encoder", "sum"}, {"vectors", vectors}, {"vectors-right", others}, {"text", "space"}}) ==
        std::pair{true, true});
}

TEST_CASE("model bytes are the same for 1, 2 and 3 threads") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(4200, 71);  // three blocks
  const auto bytes = [&](int threads, const auto& fit) {
    Run run;
    run.pool = Pool(threads);
    return saved_bytes(directory, *fit(run).model);
  };
  for (const Variant& variant : text_variants(directory)) {
    CAPTURE(variant.name);
    Options options = variant.options;
    const auto fit = [&](const Run& run) { return fit_texts(directory, texts, options, run); };
    const std::string one = bytes(1, fit);
    CHECK((one == bytes(2, fit)));
    CHECK((one == bytes(3, fit)));
  }
  const RowPairs rows = correlated_rows(4200, 8, 6, 72);
  for (const Options& kernel : {Options{{"kernel", "cosine"}}, Options{{"kernel", "rbf:sigma=2"}, {"rank", "25"}}}) {
    CAPTURE(kernel.at("kernel"));
    const auto fit = [&](const Run& run) { return fit_rows(directory, rows, kernel, run); };
    const std::string one = bytes(1, fit);
    CHECK((one == bytes(2, fit)));
    CHECK((one == bytes(3, fit)));
  }
}

TEST_CASE("grades are weights: equal ones change nothing, unequal ones do, and explanations still add up") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(120, 78), fresh = topic_texts(20, 79);
  const auto fit = [&](const std::function<std::string(std::size_t)>& grade) {
    std::string content;
    for (std::size_t i = 0; i < texts.left.size(); ++i)
      content += texts.left[i] + "\t" + texts.right[i] + "\t" + grade(i) + "\n";
    return fit_method("phsic", {directory.put("graded.tsv", content)},
                      {{"encoder", "lsa:8"}, {"text", "space"}, {"label", "3"}, {"keep-pairs", "200"}});
  };
  const Fitted ones = fit([](std::size_t) { return "1"; }), twos = fit([](std::size_t) { return "2.5"; }),
               mixed = fit([](std::size_t i) { return i % 3 == 0 ? "3" : "0.5"; });
  CHECK(relative_error(scores_of(*twos.model, fresh), scores_of(*ones.model, fresh)) < 1e-12);
  CHECK(relative_error(scores_of(*mixed.model, fresh), scores_of(*ones.model, fresh)) > 1e-3);
  CHECK(scores_of(*reloaded(directory, *mixed.model), fresh) == scores_of(*mixed.model, fresh));
  // All pairs are kept: what they add is the score, so each counts by its grade.
  const Explanation why = capability<ExplainsPairs>(*mixed.model).explain(fresh.left[0], fresh.right[0], Run());
  double sum = 0;
  for (const Reason& reason : why.reasons) sum += reason.kind == "training pair" ? reason.value : 0;
  CHECK(sum == doctest::Approx(why.score).epsilon(1e-9));
}
