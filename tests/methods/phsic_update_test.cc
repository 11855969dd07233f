// Models change without the other data, survive a file, and do not depend on threads.
#include <doctest/doctest.h>

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
          {"sum", {{"vectors", vectors}, {"text", "space"}, {"whiten", "0"}}},
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
    options["encoder-from"] = directory.file("first.couplet");
    const Fitted second = fit_texts(directory, part_of(texts, 400, 500), options),
                 whole = fit_texts(directory, texts, options);
    const Fitted merged = capability<Updates>(*first.model).merged_with(*second.model, Run());
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
    options["encoder-from"] = directory.file("part.couplet");
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
  const Fitted merged = capability<Updates>(*first.model).merged_with(*second.model, Run());
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
               [&] { capability<Updates>(*first.model).merged_with(*second.model, Run()); });
  const Fitted counts = fit_method("pmi", {directory.put("pairs.tsv", tsv_of(texts))}, {});
  CHECK_THROWS_AS(capability<Updates>(*first.model).merged_with(*counts.model, Run()), Error);
  PairInput all = input_of(directory.put("all.tsv", tsv_of(texts)));
  expect_error(ErrorCode::data,
               "200 pairs to remove, the model was fitted on 100; remove only pairs that the model was fitted on, and "
               "leave at least one",
               [&] { capability<Updates>(*first.model).with_removed(all, Run()); });
  PairInput strangers =
      input_of(directory.put("strangers.tsv", "l1w1\t" + texts.right[0] + texts.right[1] + texts.right[2] + "\n"));
  CHECK_THROWS_WITH_AS(capability<Updates>(*first.model).with_removed(strangers, Run()),
                       doctest::Contains("remove only pairs that"), Error);
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
  CHECK(tensors({{"vectors", vectors}, {"text", "space"}}) == std::pair{true, false});
  CHECK(tensors({{"vectors", vectors}, {"vectors-right", others}, {"text", "space"}}) == std::pair{true, true});
}

TEST_CASE("model bytes are the same for 1, 2 and 3 threads") {
  const TemporaryDirectory directory;
  const TextPairs texts = topic_texts(5000, 71);
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
  const RowPairs rows = correlated_rows(7000, 8, 6, 72);
  for (const char* kernel : {"cosine", "rbf:sigma=2"}) {
    CAPTURE(kernel);
    const auto fit = [&](const Run& run) {
      return fit_rows(directory, rows, {{"kernel", kernel}, {"rank", "25"}}, run);
    };
    const std::string one = bytes(1, fit);
    CHECK((one == bytes(2, fit)));
    CHECK((one == bytes(3, fit)));
  }
}
