#include "couplet/methods/rewriting/fit_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/eval/folds.h"
#include "couplet/methods/rewriting/rewriting_schema.h"

namespace couplet {

void require_group(const Parameters& parameters, Objective objective) {
  if ((objective == Objective::map || objective == Objective::mrr) && !parameters.has("group"))
    throw Error(ErrorCode::usage, "--objective", "map and mrr rank the answers to a question", "give --group COLUMN");
}

std::vector<int> make_folds(const LabelledPairs& pairs, std::int64_t asked, const Run& run) {
  auto most = static_cast<std::int64_t>(pairs.labels.size());
  for (int label = 0; label < std::ssize(pairs.names); ++label)
    most = std::min<std::int64_t>(most, std::count(pairs.labels.begin(), pairs.labels.end(), label));
  if (!pairs.groups.empty()) most = pairs.group_count;
  if (!pairs.groups.empty() && most < 2)
    throw Error(ErrorCode::data, "folds", "all pairs are of one question, and a fold takes whole questions",
                "give pairs of more questions, or leave --group out");
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

void report_data(const LabelledPairs& pairs, std::int64_t most_words, FitReport& report, const Run& run) {
  const auto last = std::count(pairs.labels.begin(), pairs.labels.end(), static_cast<int>(pairs.names.size()) - 1);
  report.add("pairs", fmt::format("{}, {} of them with label {}", pairs.labels.size(), last, pairs.names.back()));
  if (pairs.names.size() > 2) report.add("labels", pairs.names.size());
  if (!pairs.groups.empty()) report.add("questions", pairs.group_count);
  if (pairs.skipped > 0) run.observer->warn(fmt::format("bad lines skipped: {}", pairs.skipped));
  if (pairs.cut > 0)
    run.observer->warn(fmt::format(
        "{} sentences are longer than {} words: only their beginnings are read (--max-words)", pairs.cut, most_words));
  if (pairs.contradictions > 0)
    run.observer->warn(fmt::format("{} pairs stand in the data with {} labels", pairs.contradictions,
                                   pairs.names.size() > 2 ? "several" : "both"));
}

PairKnowledge learn_knowledge(const Parameters& parameters, const PairKernelOptions& kernel,
                              const std::vector<SentencePair>& sentences, const Run& run) {
  PairKnowledge knowledge;
  knowledge.sources = type_sources(parameters, kernel, sentences, run);
  if (uses(kernel.terms, KernelTerm::Kind::overlap))
    knowledge.overlap = OverlapScale::from(sentences, knowledge.sources.stemmer, kernel.both_ways, run);
  if (!uses(kernel.terms, KernelTerm::Kind::idf)) return knowledge;
  Stemmer stemmer(knowledge.sources.stemmer);
  knowledge.idf_of_stems = parameters.text("idf") == "stems";
  knowledge.idf = IdfTable::from(sentences, knowledge.idf_of_stems ? &stemmer : nullptr);
  return knowledge;
}

void report_trials(const CrossValidated& validated, const std::string& objective, FitReport& report) {
  for (const SvmTrial& trial : validated.trials)
    report.add(trial.options.positive_weight == 1
                   ? fmt::format("C {:g}", trial.options.c)
                   : fmt::format("C {:g}, weight {:g}", trial.options.c, trial.options.positive_weight),
               fmt::format("{} {:.4f}", objective, trial.value));
}

}  // namespace couplet
