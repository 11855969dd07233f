// The classifier as a whole: it learns what only rules can tell, explains itself, and survives the disk.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <numeric>

#include "couplet/linalg/eigen_symmetric.h"
#include "couplet/methods/registry.h"
#include "couplet/methods/rewriting/gram_files.h"
#include "couplet/methods/rewriting/pair_kernel.h"
#include "couplet/methods/rewriting/spectrum.h"
#include "couplet/methods/rewriting/svm.h"
#include "couplet/model/container.h"
#include "tests/base/expect_error.h"
#include "tests/base/threads.h"
#include "tests/base/warnings.h"
#include "tests/methods/generated_pairs.h"
#include "tests/methods/rewriting_samples.h"

using namespace couplet;

namespace {

Fitted fit_rewriting(const TemporaryDirectory& directory, Options options, const std::string& tsv,
                     const Run& run = Run()) {
  options.try_emplace("kernel", "srk:2-3");
  options.try_emplace("folds", "4");
  Source pairs{.paths = {directory.put("labelled.tsv", tsv)}, .columns = "1,2"};
  const Method& method = find_method(all_methods(), "rewriting");
  return fit_model(method, std::move(pairs), Parameters::resolve(method.parameters, options), all_methods(), run);
}

const std::string seen = "ben buys from dora the boat", turned = "dora buys from ben the boat";

}  // namespace

TEST_CASE("rules tell apart what words cannot") {
  const TemporaryDirectory directory;
  const Fitted rules = fit_rewriting(directory, {}, exchanged_names(60, 1)),
               words = fit_rewriting(directory, {{"kernel", "pr"}}, exchanged_names(60, 1));
  CHECK(report_of(rules, "chosen").ends_with("cross-validated f1 1.0000"));
  CHECK_FALSE(report_of(words, "chosen").ends_with("1.0000"));
  const auto scores = scores_of(*rules.model, TextPairs{{seen, seen}, {turned, seen}});
  CHECK(scores[0] > 0.5);
  CHECK(scores[1] < -0.5);
  const auto& probabilities = capability<GivesProbabilities>(*rules.model);
  CHECK(probabilities.probability(scores[0]) > 0.8);
  CHECK(probabilities.probability(scores[1]) < 0.2);
  // Names that were never seen: the rule has wildcards.
  CHECK(scores_of(*rules.model,
                  TextPairs{{"xerxes buys from yvonne the boat"}, {"yvonne buys from xerxes the boat"}})[0] > 0);
}

TEST_CASE("a word that one side lacks tells, and is shown on its side") {
  const TemporaryDirectory directory;
  std::string tsv;
  for (const char* word : {"ben", "dora", "emil", "fritz", "anna", "clara"})
    tsv += fmt::format("{} runs\t{} runs here\t1\n{} runs\t{} never runs\t0\n", word, word, word, word);
  const Fitted fitted = fit_rewriting(directory, {{"kernel", "lone"}}, tsv);
  CHECK(report_of(fitted, "chosen").ends_with("cross-validated f1 1.0000"));
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain("gerda sings", "gerda never sings", Run());
  CHECK(why.score < 0);
  CHECK(why.reasons[0].left.empty());
  CHECK(why.reasons[0].right == "never");
  CHECK(why.reasons[0].note.starts_with("lone; pairs "));
}

TEST_CASE("as published: kernels of the paper only") {
  const TemporaryDirectory directory;
  for (const char* kernel : {"overlap", "lone"})
    expect_error(ErrorCode::usage,
                 fmt::format("--kernel: the paper has no kernel {}; with --as-published, add up pr, idf, srk:K and "
                             "tesrk:K: pr+srk:1-4",
                             kernel),
                 [&] {
                   fit_rewriting(directory, {{"as-published", "true"}, {"kernel", kernel}, {"folds", "10"}},
                                 exchanged_names(24, 3));
                 });
}

TEST_CASE("the same bytes at any thread count; the same scores from the file") {
  const TemporaryDirectory directory;
  const std::string tsv = exchanged_names(40, 2);
  std::vector<std::string> bytes;
  for (const int threads : {1, 2, 3})
    bytes.push_back(saved_bytes(
        directory,
        *fit_rewriting(directory, {{"kernel", "pr+overlap+lone+srk:1-2"}}, tsv, with_threads(threads)).model));
  CHECK(bytes[0] == bytes[1]);
  CHECK(bytes[0] == bytes[2]);
  const Fitted fitted = fit_rewriting(directory,
                                      {{"kernel", "2*idf+4*overlap+lone+tesrk:1-2"},
                                       {"idf", "stems"},
                                       {"types", "pattern=stem variable=id,ne,lvhsn"},
                                       {"tags", "none"},
                                       {"both-ways", "true"}},
                                      tsv);
  const auto again = reloaded(directory, *fitted.model);
  const TextPairs pairs{{seen, seen}, {turned, "anna sells 5 boats"}};
  CHECK(scores_of(*again, pairs) == scores_of(*fitted.model, pairs));
  CHECK(run_self_test(*again) == 0);
}

TEST_CASE("explanations add up to the score, whatever the kernel") {
  const TemporaryDirectory directory;
  for (const auto& [kernel, both] : {std::pair("srk:1-3", "false"),
                                     {"4*pr+0.5*srk:1-2", "true"},
                                     {"idf+tesrk:1-2", "true"},
                                     {"4*overlap+2*lone+srk:1", "false"},
                                     {"overlap+lone", "true"}}) {
    Options options = {{"kernel", kernel}, {"both-ways", both}};
    if (options["kernel"].find("tesrk") != std::string::npos)
      options["types"] = "pattern=stem,lvhsn variable=stem,lvhsn";
    const Fitted fitted = fit_rewriting(directory, options, exchanged_names(24, 3));
    const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(seen, turned, Run());
    double sum = 0;
    for (const Reason& reason : why.reasons) sum += reason.value;
    CHECK(sum == doctest::Approx(why.score).epsilon(1e-9));
    CHECK(why.score == doctest::Approx(scores_of(*fitted.model, TextPairs{{seen}, {turned}})[0]).epsilon(1e-12));
    CHECK(why.reasons.back().kind == "bias");
    CHECK(why.reasons[0].note.find("; pairs ") != std::string::npos);
  }
  const Fitted fitted = fit_rewriting(directory, {}, exchanged_names(24, 3));
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(seen, turned, Run());
  const auto is_rule = [](const Reason& reason) {
    return reason.left == "*1 buys from" && reason.right == "from *1:stem the";
  };
  CHECK(std::any_of(why.reasons.begin(), why.reasons.end(), is_rule));
  expect_error(ErrorCode::data, "'' has no words; give two sentences",
               [&] { capability<ExplainsPairs>(*fitted.model).explain("", "a", Run()); });
}

TEST_CASE("normalised sums: ones on the diagonal, 0 for sentences shorter than k, semi-definite") {
  std::vector<SentencePair> pairs;
  for (const char* text : {"a b c d", "b c a", "a", "c d e f a b"})
    for (const char* other : {"a b c", "d c b a", "e"}) pairs.push_back({words_of(text), words_of(other)});
  PairKernelOptions options;
  options.terms = parse_kernel_terms("srk:2-3");
  const PairKernel kernel(options, std::make_shared<PairKnowledge>(), pairs, Run());
  const MatrixD gram = kernel.gram(Run());
  CHECK(gram.allFinite());
  for (Index i = 0; i < gram.rows(); ++i) {
    const bool brief = pairs[i].left.size() < 2 || pairs[i].right.size() < 2;
    CHECK(gram(i, i) == doctest::Approx(brief ? 0 : 1));
  }
  CHECK((gram - gram.transpose()).cwiseAbs().maxCoeff() < 1e-15);
  CHECK_FALSE(spectrum_ends(gram, Run()).indefinite());
  CHECK((kernel.rows(pairs, Run()) - gram).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("weights: the sum of the normalised terms, each times its weight, normalised again") {
  std::vector<SentencePair> pairs;
  for (const char* text : {"a b c d", "b c a", "a"})
    for (const char* other : {"a b c", "d c b a", "e"}) pairs.push_back({words_of(text), words_of(other)});
  const auto gram_of = [&](const char* kernel) {
    PairKernelOptions options;
    options.terms = parse_kernel_terms(kernel);
    return PairKernel(options, std::make_shared<PairKnowledge>(), pairs, Run()).gram(Run());
  };
  const MatrixD sum = 4 * gram_of("pr") + 0.5 * gram_of("srk:1") + 0.5 * gram_of("srk:2");
  const MatrixD weighted = gram_of("4*pr+0.5*srk:1-2");
  for (Index i = 0; i < sum.rows(); ++i)
    for (Index j = 0; j < sum.cols(); ++j)
      CHECK(weighted(i, j) == doctest::Approx(sum(i, j) / std::sqrt(sum(i, i) * sum(j, j))));
  CHECK((gram_of("2*pr+2*srk:1-2") - gram_of("pr+srk:1-2")).cwiseAbs().maxCoeff() < 1e-15);
}

TEST_CASE("Gram matrices are kept and used again, and only for their own pairs") {
  const TemporaryDirectory directory;
  const std::string tsv = exchanged_names(30, 5);
  for (const char* name : {"gram.npy", "gram.libsvm"}) {
    const std::string path = directory.file(name);
    const Fitted first = fit_rewriting(directory, {{"save-gram", path}}, tsv),
                 second = fit_rewriting(directory, {{"gram", path}}, tsv);
    CHECK(saved_bytes(directory, *first.model) == saved_bytes(directory, *second.model));
    expect_error(ErrorCode::data, path + ": row 1 is not the kernel of these pairs; compute it again, with --save-gram",
                 [&] {
                   fit_rewriting(directory, {{"gram", path}, {"kernel", "srk:1"}}, tsv);
                 });
  }
}

TEST_CASE("held-out scores are written; questions stay together") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("scores.tsv");
  const Fitted fitted =
      fit_rewriting(directory, {{"save-scores", path}, {"group", "4"}, {"objective", "mrr"}}, exchanged_names(40, 6));
  CHECK(report_of(fitted, "questions") == "10");
  const std::string text = content_of(path);
  CHECK(std::count(text.begin(), text.end(), '\n') == 41);
  CHECK(text.starts_with("score\n"));
}

TEST_CASE("indefinite kernels are measured and said; clipping makes them whole") {
  const TemporaryDirectory directory;
  // big ~ bag ~ bat ~ cat: alike is not transitive.
  std::string tsv;
  TextPairs pairs;
  std::vector<int> labels;
  const std::vector<std::string> chain = {"big", "bag", "bat", "cat", "cot"};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j) {
      pairs.left.push_back(chain[i] + " " + chain[j]);
      pairs.right.push_back(chain[i] + " x");
      labels.push_back((i + j) % 2);
      tsv += fmt::format("{}\t{}\t{}\n", pairs.left.back(), pairs.right.back(), labels.back());
    }
  Warnings listener;
  Run run;
  run.observer = &listener;
  const Options options = {{"kernel", "tesrk:1"}, {"types", "pattern=stem,lvhsn variable=stem"}, {"c", "1"}};
  const Fitted plain = fit_rewriting(directory, options, tsv, run);
  CHECK(report_of(plain, "eigenvalues").ends_with("indefinite"));
  REQUIRE(listener.messages.size() == 1);
  CHECK(listener.messages[0].starts_with("the kernel is indefinite on these pairs: smallest eigenvalue -"));
  Options clip = options;
  clip["clip"] = "true";
  const Fitted clipped = fit_rewriting(directory, clip, tsv, run);
  CHECK(report_of(clipped, "eigenvalues").ends_with("clipped at 0"));
  CHECK(listener.messages.size() == 1);
  // By the definition: trained on the matrix whose negative eigenvalues are 0.
  const std::string path = directory.file("gram.npy");
  Options save = options;
  save["save-gram"] = path;
  fit_rewriting(directory, save, tsv, run);
  const auto n = static_cast<Index>(labels.size());
  const SymmetricEigen eigen = eigen_symmetric(read_gram(path, n, Run()));
  const MatrixD whole = eigen.vectors * eigen.values.cwiseMax(0).asDiagonal() * eigen.vectors.transpose();
  const SvmProblem problem(whole, labels);
  std::vector<std::int64_t> everything(labels.size());
  std::iota(everything.begin(), everything.end(), 0);
  const SvmSolution solution = problem.train(everything, {});
  const auto scores = scores_of(*clipped.model, pairs), unclipped = scores_of(*plain.model, pairs);
  double change = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    CHECK(std::abs(scores[i] - problem.decision(solution, static_cast<std::int64_t>(i))) < 1e-3);
    change = std::max(change, std::abs(scores[i] - unclipped[i]));
  }
  CHECK(change > 0.1);
}

TEST_CASE("bad data: labels, one class, no words, contradictions, very long sentences") {
  const TemporaryDirectory directory;
  const std::string path = directory.file("labelled.tsv");
  const auto refuse = [&](const std::string& tsv, const std::string& text, Options options = {}) {
    expect_error(ErrorCode::data, path + text, [&] { fit_rewriting(directory, options, tsv); });
  };
  refuse("a b\tc d\tyes\n",
         ":1: the label is 'yes', expected 0, 1 or a grade up to 100; choose the column with --label");
  refuse("a b\tc d\t1\ne\tf\t1\n", ": every label is 1; there is nothing to tell apart: give pairs of both labels");
  refuse("a b\tc d\t1\n!\tf\t0\n", ":2: a sentence without words; leave such pairs out with --on-bad-line skip");
  refuse("", ": no pairs in it; give pairs of both labels");
  Warnings listener;
  Run run;
  run.observer = &listener;
  std::string longest;
  for (int i = 0; i < 10000; ++i) longest += "word ";
  const std::string good = exchanged_names(12, 7);
  fit_rewriting(
      directory, {},
      good + longest + "\t" + longest + "\t1\n" + seen + "\t" + turned + "\t1\n" + seen + "\t" + turned + "\t0\n", run);
  CHECK(listener.messages ==
        std::vector<std::string>{"2 sentences are longer than 250 words: only their beginnings are read (--max-words)",
                                 "1 pairs stand in the data with both labels"});
  expect_error(ErrorCode::usage, "--objective: map and mrr rank the answers to a question; give --group COLUMN", [&] {
    fit_rewriting(directory, {{"objective", "map"}}, good);
  });
  expect_error(ErrorCode::usage, "--word-list: the type list has nothing to go by; give --word-list FILE", [&] {
    fit_rewriting(directory, {{"kernel", "tesrk:1"}, {"types", "list"}}, good);
  });
  expect_error(ErrorCode::usage, "--c: '-1' is no number above 0; write numbers separated by commas", [&] {
    fit_rewriting(directory, {{"c", "1,-1"}}, good);
  });
  const std::string nowhere = directory.file("nowhere");
  try {
    fit_rewriting(directory, {{"kernel", "tesrk:1"}, {"wordnet", nowhere}}, good);
    FAIL("no error");
  } catch (const Error& error) {
    CHECK(error.remedy().find("wordnet-base") != std::string::npos);
  }
}

TEST_CASE("an empty side has no score") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_rewriting(directory, {}, exchanged_names(12, 8));
  PairBatch batch;
  batch.left.texts = {"", "a"};
  batch.right.texts = {"b", "c d"};
  const auto scores = capability<ScoresPairs>(*fitted.model).score(batch, Run());
  CHECK(std::isnan(scores[0].value));
  CHECK_FALSE(scores[0].left_known);
  CHECK(std::isfinite(scores[1].value));  // shorter than k: the kernel is 0, the bias is left
}

TEST_CASE("damaged and forged model files are refused") {
  const TemporaryDirectory directory;
  const Fitted fitted = fit_rewriting(directory, {}, exchanged_names(8, 9));
  const std::string bytes = saved_bytes(directory, *fitted.model);
  for (std::size_t at = 0; at < bytes.size(); at += at < 2048 ? 97 : 509) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ (1 << (at % 8)));
    CHECK_THROWS_AS(load_model(directory.put("broken.couplet", flipped), all_methods()), Error);
  }
  for (const auto& [name, value] : {std::pair("kernel", "nonsense"),
                                    {"types", "nonsense"},
                                    {"text", "nonsense"},
                                    {"stemmer", "nonsense"},
                                    {"max-words", "0"}}) {
    ModelHeader header = fitted.model->header();
    for (auto& [key, old] : header.parameters)
      if (key == name) old = value;
    ModelWriter writer(header);
    fitted.model->write(writer);
    writer.write(directory.file("forged.couplet"));
    try {
      load_model(directory.file("forged.couplet"), all_methods());
      FAIL("taken: ", name);
    } catch (const Error& error) {
      CHECK(static_cast<int>(error.code()) == static_cast<int>(ErrorCode::model));
    }
  }
}

TEST_CASE("fit tagger: reads, measures, keeps; and rewriting takes it") {
  const TemporaryDirectory directory;
  std::string text;
  for (int i = 0; i < 20; ++i) text += i % 2 ? "the_D dog_N runs_V\n" : "she_P can_V see_V\n";
  const Fitted tagger = fit_method("tagger", {directory.put("tagged.txt", text)}, {});
  CHECK(report_of(tagger, "tags") == "4");
  CHECK(report_of(tagger, "accuracy").starts_with("1.0000"));
  save_model(*tagger.model, directory.file("tagger.couplet"));
  CHECK(run_self_test(*load_model(directory.file("tagger.couplet"), all_methods())) == 0);
  const Options options = {
      {"kernel", "tesrk:1-2"}, {"types", "id"}, {"tags", "tagger"}, {"tagger", directory.file("tagger.couplet")}};
  const Fitted fitted = fit_rewriting(directory, options, exchanged_names(12, 10));
  CHECK(scores_of(*reloaded(directory, *fitted.model), TextPairs{{seen}, {turned}}) ==
        scores_of(*fitted.model, TextPairs{{seen}, {turned}}));
  const std::string bad = directory.put("bad.txt", "the_D dog\n");
  expect_error(ErrorCode::data, bad + ":1: 'dog' is not a word and its tag; write word_TAG, or use --separator",
               [&] { fit_method("tagger", {bad}, {}); });
}

TEST_CASE("several grades: classifiers of every step added up, so that better pairs score higher") {
  const TemporaryDirectory directory;
  // One word in common: grade 1; three: grade 2.5; none: 0.
  std::string graded;
  for (int i = 0; i < 30; ++i) {
    const std::string a = std::to_string(i);
    graded += "x y z w" + a + "\tp q r v" + a + "\t0\n" + "x y z w" + a + "\tx q r v" + a + "\t1.0\n" + "x y z w" + a +
              "\tx y z v" + a + "\t2.5\n";
  }
  const Fitted fitted = fit_rewriting(directory, {{"kernel", "pr+srk:1"}, {"objective", "accuracy"}}, graded);
  CHECK(report_of(fitted, "grade") == "1 or more");
  CHECK(fitted.model->header().find_detail("chosen C")->find(", ") != std::string::npos);
  const TextPairs fresh{{"x y z k", "x y z k", "x y z k"}, {"p q r m", "x q r m", "x y z m"}};
  const std::vector<double> scores = scores_of(*fitted.model, fresh);
  CHECK(scores[0] < scores[1]);
  CHECK(scores[1] < scores[2]);
  CHECK(scores_of(*reloaded(directory, *fitted.model), fresh) == scores);
  const Explanation why = capability<ExplainsPairs>(*fitted.model).explain(fresh.left[1], fresh.right[1], Run());
  double sum = 0;
  for (const Reason& reason : why.reasons) sum += reason.value;
  CHECK(sum == doctest::Approx(why.score).epsilon(1e-9));
  std::string ids;
  for (int i = 0; i < 11; ++i) ids += "a b\tc d\t" + std::to_string(i) + "\n";
  expect_error(ErrorCode::data,
               directory.file("labelled.tsv") +
                   ": 11 different grades; choose the column of grades with --label; there may be 10",
               [&] { fit_rewriting(directory, {}, ids); });
}

TEST_CASE("texts that are graded for one query stay in one fold, where there are several queries") {
  const TemporaryDirectory directory;
  const auto rows = [](int queries, const char* best) {
    std::string tsv;
    for (int row = 0; row < 24; ++row) {
      const int query = row % queries;
      const std::string grade = row / queries % 3 == 2 ? best : std::to_string(row / queries % 3);
      tsv += fmt::format("query{} word\ttext{} word here\t{}\tall\n", query, row, grade);
    }
    return tsv;
  };
  const Fitted graded = fit_rewriting(directory, {}, rows(6, "2"));
  REQUIRE(graded.report.find("questions") != nullptr);
  CHECK(graded.report.find("questions")->text() == "6");
  CHECK(fit_rewriting(directory, {}, rows(6, "1")).report.find("questions") == nullptr);  // two labels: as they come
  CHECK(fit_rewriting(directory, {}, rows(1, "2")).report.find("questions") == nullptr);
  expect_error(ErrorCode::data,
               "folds: all pairs are of one question, and a fold takes whole questions; give pairs of more questions, "
               "or leave --group out",
               [&] {
                 fit_rewriting(directory, {{"group", "4"}}, rows(6, "2"));
               });
}
