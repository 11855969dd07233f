#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/eval/folds.h"
#include "couplet/methods/rewriting/cross_validation.h"
#include "couplet/methods/rewriting/gram_files.h"
#include "couplet/methods/rewriting/labelled_pairs.h"
#include "couplet/methods/rewriting/rewriting_methods.h"
#include "couplet/methods/rewriting/rewriting_model.h"
#include "couplet/methods/rewriting/rewriting_schema.h"
#include "couplet/methods/rewriting/spectrum.h"

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

/// True when the kernel is an inner product whatever the data: patterns by one partition of the words, and wires whose
/// types are compared one by one.
bool is_inner_product(const PairKernelOptions& options) {
  if (!uses(options.terms, KernelTerm::Kind::tesrk)) return true;
  const auto& pattern = options.types.pattern;
  const bool partition = pattern.size() == 1 && (pattern[0] == WordType::id || pattern[0] == WordType::id_minus_tag ||
                                                 pattern[0] == WordType::lemma || pattern[0] == WordType::stem);
  return partition && (options.wiring != Wiring::same_type || options.types.variable.size() == 1);
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

/// As many folds as asked for, or fewer where the data has fewer questions, or pairs of a label.
std::vector<int> make_folds(const LabelledPairs& pairs, std::int64_t asked, const Run& run) {
  const auto positives = std::count(pairs.labels.begin(), pairs.labels.end(), 1);
  const auto most = pairs.groups.empty() ? std::min<std::int64_t>(positives, std::ssize(pairs.labels) - positives)
                                         : pairs.group_count;
  const auto folds = static_cast<int>(std::min(asked, std::max<std::int64_t>(2, most)));
  if (folds < asked) run.observer->warn(fmt::format("so little data makes {} folds, not {}", folds, asked));
  return pairs.groups.empty() ? stratified_k_folds(pairs.labels, folds, run.seed)
                              : group_k_folds(pairs.groups, folds, run.seed);
}

void write_scores(const std::string& path, const std::vector<double>& decisions) {
  std::string text = "score\n";
  for (const double value : decisions) text += fmt::format("{}\n", value);
  write_file(path, text);
}

/// The support pairs of the final classifier. With clipped directions V the kernel of a new pair x is k(x) (I - V V^T),
/// so the coefficients are multiplied by that, once and for all.
SupportPairs support_pairs(const LabelledPairs& pairs, const SvmSolution& solution, const MatrixD& clipped) {
  SupportPairs support;
  std::vector<double> coefficients(pairs.labels.size(), 0);
  for (std::size_t i = 0; i < solution.items.size(); ++i) coefficients[solution.items[i]] = solution.coefficients[i];
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
  support.bias = solution.bias;
  return support;
}

void report_data(const LabelledPairs& pairs, std::int64_t most_words, FitReport& report, const Run& run) {
  const auto positives = std::count(pairs.labels.begin(), pairs.labels.end(), 1);
  report.add("pairs", fmt::format("{}, {} of them with label 1", pairs.labels.size(), positives));
  if (!pairs.groups.empty()) report.add("questions", pairs.group_count);
  if (pairs.skipped > 0) run.observer->warn(fmt::format("bad lines skipped: {}", pairs.skipped));
  if (pairs.cut > 0)
    run.observer->warn(fmt::format(
        "{} sentences are longer than {} words: only their beginnings are read (--max-words)", pairs.cut, most_words));
  if (pairs.contradictions > 0)
    run.observer->warn(fmt::format("{} pairs stand in the data with both labels", pairs.contradictions));
}

PairKnowledge learn_knowledge(const Parameters& parameters, const PairKernelOptions& kernel,
                              const std::vector<SentencePair>& sentences, const Run& run) {
  PairKnowledge knowledge;
  knowledge.sources = type_sources(parameters, kernel, sentences, run);
  if (!uses(kernel.terms, KernelTerm::Kind::idf)) return knowledge;
  Stemmer stemmer(knowledge.sources.stemmer);
  knowledge.idf_of_stems = parameters.text("idf") == "stems";
  knowledge.idf = IdfTable::from(sentences, knowledge.idf_of_stems ? &stemmer : nullptr);
  return knowledge;
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

void report_trials(const CrossValidated& validated, const std::string& objective, FitReport& report) {
  for (const SvmTrial& trial : validated.trials)
    report.add(trial.options.positive_weight == 1
                   ? fmt::format("C {:g}", trial.options.c)
                   : fmt::format("C {:g}, weight {:g}", trial.options.c, trial.options.positive_weight),
               fmt::format("{} {:.4f}", objective, trial.value));
}

Fitted fit(const Data& data, const Fitting& fitting) {
  const Parameters& parameters = fitting.parameters;
  const Run& run = fitting.run;
  const Objective objective = parse_objective(parameters.text("objective"));
  if ((objective == Objective::map || objective == Objective::mrr) && !parameters.has("group"))
    throw Error(ErrorCode::usage, "--objective", "map and mrr rank the answers to a question", "give --group COLUMN");
  RewritingParts parts;
  parts.kernel = kernel_options(parameters);
  parts.sentences = sentence_options(parameters, run);
  LabelledPairs pairs =
      read_labelled_pairs(data, parameters.text("label"), parameters.text("group"), parts.sentences, run);
  const std::vector<SvmOptions> trials = svm_trials(parameters, pairs.labels);
  FitReport report;
  report_data(pairs, parts.sentences.most_words, report, run);
  const auto n = static_cast<Index>(pairs.labels.size());
  run.memory.require(n * n * 24, "the Gram matrix and LIBSVM's copy of it");
  parts.knowledge =
      std::make_shared<const PairKnowledge>(learn_knowledge(parameters, parts.kernel, pairs.sentences, run));
  MatrixD gram = gram_of(parts, pairs, parameters, report, run);
  MatrixD clipped;
  if (!is_inner_product(parts.kernel)) clipped = look_at_spectrum(gram, parameters.flag("clip"), report, run);
  const SvmProblem problem(gram, pairs.labels);
  gram.resize(0, 0);
  const std::vector<int> folds = make_folds(pairs, parameters.integer("folds"), run);
  const CrossValidated validated = cross_validate(problem, folds, trials, objective, pairs.groups, run);
  report_trials(validated, parameters.text("objective"), report);
  if (parameters.has("save-scores")) write_scores(parameters.text("save-scores"), validated.decisions);
  std::vector<std::int64_t> everything(n);
  for (Index i = 0; i < n; ++i) everything[i] = i;
  const SvmTrial& best = validated.trials[validated.best];
  SvmSolution solution;
  {
    const Stage stage(*run.observer, "training");
    solution = problem.train(everything, best.options);
  }
  parts.support = support_pairs(pairs, solution, clipped);
  parts.support.sigmoid = fit_sigmoid(validated.decisions, pairs.labels);
  report.add("chosen", fmt::format("C {:g}, weight {:g}: cross-validated {} {:.4f}", best.options.c,
                                   best.options.positive_weight, parameters.text("objective"), best.value));
  report.add("support pairs", fmt::format("{} of {}", parts.support.left.size(), n));
  ModelHeader header =
      fitting.header(n, hex64(pairs.fingerprint),
                     {{"chosen C", fmt::format("{:g}", best.options.c)},
                      {"chosen weight", fmt::format("{:g}", best.options.positive_weight)},
                      {"cross-validated " + parameters.text("objective"), fmt::format("{:.6f}", best.value)}});
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
          .summary =
              "a classifier of pairs of sentences (paraphrase, entailment, answer) by the rewriting rules they share",
          .data = "LABELLED PAIRS (TSV or JSON Lines: two sentences and a label)",
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
