#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/rewriting/fit_parts.h"
#include "couplet/methods/rewriting/gram_files.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rewriting/rewriting_model.h"
#include "couplet/methods/rewriting/rewriting_schema.h"
#include "couplet/methods/rewriting/rule_features.h"
#include "couplet/methods/rewriting/spectrum.h"
#include "couplet/text/grade.h"

namespace couplet {

namespace {

/// A matrix read from a file must be that of these pairs and this kernel: a few rows are computed and compared.
void require_same_kernel(const MatrixD& gram, const PairKernel& kernel, const std::vector<SentencePair>& pairs,
                         const std::string& path, const Run& run) {
  constexpr Index rows = 3;
  const Index n = gram.rows();
  for (Index r = 0; r < std::min(rows, n); ++r) {
    const Index i = r * (n - 1) / std::max<Index>(1, std::min(rows, n) - 1);
    const MatrixD row = kernel.rows({&pairs[i], 1}, run);
    if ((row - gram.row(i)).cwiseAbs().maxCoeff() > 1e-9)
      throw Error(ErrorCode::data, path, fmt::format("row {} is not the kernel of these pairs", i + 1),
                  "compute it again, with --save-gram");
  }
}

/// Measures the spectrum and clips it on request; returns the eigenvectors that were clipped (n x r, or empty).
MatrixD look_at_spectrum(MatrixD& gram, bool clip, FitReport& report, const Run& run) {
  const SpectrumEnds ends = spectrum_ends(gram, run);
  report.add("eigenvalues", fmt::format("{:.4g} to {:.4g}{}", ends.smallest, ends.largest,
                                        !ends.indefinite() ? ""
                                        : clip             ? ", clipped at 0"
                                                           : ", indefinite"));
  if (!ends.indefinite()) return {};
  if (clip) {
    const Stage stage(*run.observer, "clipping the spectrum");
    return clip_spectrum(gram);
  }
  run.observer->warn(
      fmt::format("the kernel is indefinite on these pairs: smallest eigenvalue {:.3g}, largest {:.3g}; --clip sets "
                  "negative ones to 0",
                  ends.smallest, ends.largest));
  return {};
}

/// The support pairs of the final classifier; coefficients: one a pair. With clipped directions V the kernel of a new
/// pair x is k(x) (I - V V^T), so the coefficients are multiplied by that, once and for all.
SupportPairs support_pairs(const LabelledPairs& pairs, std::vector<double> coefficients, const MatrixD& clipped) {
  SupportPairs support;
  if (clipped.cols() > 0) {
    Eigen::Map<VectorD> all(coefficients.data(), static_cast<Index>(coefficients.size()));
    const VectorD removed = clipped * (clipped.transpose() * all);
    all -= removed;
  }
  for (std::size_t i = 0; i < coefficients.size(); ++i) {
    if (coefficients[i] == 0) continue;
    support.left.push_back(pairs.left[i]);
    support.right.push_back(pairs.right[i]);
    support.rows.push_back(static_cast<std::int64_t>(i));
    support.coefficients.push_back(coefficients[i]);
  }
  return support;
}

/// Classifiers of one kernel, added up: one for each grade but the lowest, which says whether a pair has that grade or
/// a better one, times the step from the grade below. Two labels: the one classifier that there is.
struct SummedClassifiers {
  std::vector<double> coefficients;  // one a pair
  double bias = 0;
  std::vector<double> decisions;  // of each pair when it was held out
  std::string chosen_c, chosen_weight, values;
};

std::vector<int> at_least(const std::vector<int>& labels, int grade) {
  std::vector<int> result;
  for (const int label : labels) result.push_back(label >= grade);
  return result;
}

SummedClassifiers train_sum(const MatrixD& gram, const LabelledPairs& pairs, const Parameters& parameters,
                            FitReport& report, const Run& run) {
  const auto n = static_cast<Index>(pairs.labels.size());
  SummedClassifiers sum{std::vector<double>(n, 0), 0, std::vector<double>(n, 0), {}, {}, {}};
  std::vector<std::int64_t> everything(n);
  std::iota(everything.begin(), everything.end(), 0);
  const std::string objective = parameters.text("objective");
  const std::vector<int> folds = make_folds(pairs, parameters.integer("folds"), run);
  SvmProblem problem(gram, pairs.labels);
  const auto grades = static_cast<int>(pairs.names.size());
  for (int grade = 1; grade < grades; ++grade) {
    const std::vector<int> labels = at_least(pairs.labels, grade);
    problem.relabel(labels);
    if (grades > 2) report.add("grade", pairs.names[grade] + " or more");
    const CrossValidated validated =
        cross_validate(problem, folds, svm_trials(parameters, labels), parse_objective(objective), pairs.groups, run);
    report_trials(validated, objective, report);
    const SvmTrial& best = validated.trials[validated.best];
    report.add("chosen", fmt::format("C {:g}, weight {:g}: cross-validated {} {:.4f}", best.options.c,
                                     best.options.positive_weight, objective, best.value));
    const Stage stage(*run.observer, "training");
    const SvmSolution solution = problem.train(everything, best.options);
    const double step = grades > 2 ? *grade_of(pairs.names[grade]) - *grade_of(pairs.names[grade - 1]) : 1;
    for (std::size_t i = 0; i < solution.items.size(); ++i)
      sum.coefficients[solution.items[i]] += step * solution.coefficients[i];
    sum.bias += step * solution.bias;
    for (Index i = 0; i < n; ++i) sum.decisions[i] += step * validated.decisions[i];
    const char* separator = grade > 1 ? ", " : "";
    sum.chosen_c += fmt::format("{}{:g}", separator, best.options.c);
    sum.chosen_weight += fmt::format("{}{:g}", separator, best.options.positive_weight);
    sum.values += fmt::format("{}{:.6f}", separator, best.value);
  }
  return sum;
}

/// Computed, or read from --gram; written to --save-gram.
MatrixD gram_of(const RewritingParts& parts, const LabelledPairs& pairs, const Parameters& parameters,
                FitReport& report, const Run& run) {
  const auto n = static_cast<Index>(pairs.labels.size());
  const PairKernel kernel(parts.kernel, parts.knowledge, pairs.sentences, run);
  if (const std::string symbols = kernel.describe_symbols(); !symbols.empty()) report.add("symbols", symbols);
  MatrixD gram;
  if (parameters.has("gram")) {
    gram = read_gram(parameters.text("gram"), n, run);
    require_same_kernel(gram, kernel, pairs.sentences, parameters.text("gram"), run);
  } else {
    gram = kernel.gram(run);
  }
  if (parameters.has("save-gram")) write_gram(parameters.text("save-gram"), gram, pairs.labels);
  return gram;
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  require_group(parameters, parse_objective(parameters.text("objective")));
  RewritingParts parts;
  parts.kernel = kernel_options(parameters);
  parts.sentences = sentence_options(parameters, run);
  LabelledPairs pairs = read_labelled_pairs(data, parameters.text("label"), parameters.text("group"), parts.sentences,
                                            run, {.grades = true});
  svm_trials(parameters, {0, 1});  // a misspelt list is found before the long work
  FitReport report;
  report_data(pairs, parts.sentences.most_words, report, run);
  const auto n = static_cast<Index>(pairs.labels.size());
  run.memory.require(n * n * 24, "the Gram matrix and LIBSVM's copy of it");
  parts.knowledge =
      std::make_shared<const PairKnowledge>(learn_knowledge(parameters, parts.kernel, pairs.sentences, run));
  MatrixD gram = gram_of(parts, pairs, parameters, report, run);
  MatrixD clipped;
  if (!is_inner_product(parts.kernel)) clipped = look_at_spectrum(gram, parameters.flag("clip"), report, run);
  SummedClassifiers sum = train_sum(gram, pairs, parameters, report, run);
  gram.resize(0, 0);
  if (parameters.has("save-scores")) write_scores(parameters.text("save-scores"), sum.decisions);
  parts.support = support_pairs(pairs, std::move(sum.coefficients), clipped);
  parts.support.bias = sum.bias;
  // A probability is that of the label 1, or of a grade in the upper half.
  parts.support.sigmoid = fit_sigmoid(sum.decisions, at_least(pairs.labels, static_cast<int>(pairs.names.size()) / 2));
  report.add("support pairs", fmt::format("{} of {}", parts.support.left.size(), n));
  ModelHeader header = fitting.header(n, hex64(pairs.fingerprint),
                                      {{"chosen C", sum.chosen_c},
                                       {"chosen weight", sum.chosen_weight},
                                       {"cross-validated " + parameters.text("objective"), sum.values}});
  return {std::make_unique<RewritingModel>(std::move(header), std::move(parts), run), std::move(report)};
}

std::vector<std::pair<std::string, std::string>> plan(const Data&, const Parameters& parameters, const Run&) {
  const PairKernelOptions kernel = kernel_options(parameters);
  std::vector<std::pair<std::string, std::string>> lines;
  for (const KernelTerm& term : kernel.terms) lines.emplace_back("kernel", name_of(term));
  if (uses(kernel.terms, KernelTerm::Kind::tesrk)) lines.emplace_back("types", kernel.types.text());
  lines.emplace_back("trainings", fmt::format("{} of {} folds, and the last one", svm_trials(parameters, {0, 1}).size(),
                                              parameters.integer("folds")));
  lines.emplace_back("memory", "24 n^2 bytes for n pairs, and about 40 a rule");
  return lines;
}

}  // namespace

Method rewriting_method() {
  return {.name = "rewriting",
          .job = "rewriting",
          .summary = "judges sentence pairs (paraphrase, answer) by the rewriting rules they share",
          .data = "LABELLED PAIRS (TSV or JSON Lines: two sentences and a label or grade)",
          .parameters = rewriting_parameters(),
          .examples = {"couplet fit rewriting paraphrases.tsv --label 3 -o paraphrases.couplet",
                       "couplet fit rewriting paraphrases.tsv --kernel pr+srk:1+tesrk:2-3 --both-ways -o typed.couplet",
                       "couplet fit rewriting answers.tsv --group 4 --kernel idf+srk:1-2 --objective map --folds 3 -o "
                       "answers.couplet"},
          .plan = plan,
          .fit = fit,
          .load = RewritingModel::load};
}

}  // namespace couplet
