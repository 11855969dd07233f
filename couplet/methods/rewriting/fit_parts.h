// What fitting does whichever way it learns: knowledge, folds and what the report says of them.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/rewriting/cross_validation.h"
#include "couplet/methods/rewriting/labelled_pairs.h"
#include "couplet/methods/rewriting/pair_kernel.h"
#include "couplet/model/fit_report.h"
#include "couplet/model/parameters.h"

namespace couplet {

/// Error(usage) for an objective that ranks answers, without --group.
void require_group(const Parameters& parameters, Objective objective);

/// As many folds as asked for, or fewer where the data has fewer questions, or pairs of a label.
std::vector<int> make_folds(const LabelledPairs& pairs, std::int64_t asked, const Run& run);

/// The decision value of each pair when it was held out, a line each.
void write_scores(const std::string& path, const std::vector<double>& decisions);

/// Pairs and questions; warns of what is wrong with them.
void report_data(const LabelledPairs& pairs, std::int64_t most_words, FitReport& report, const Run& run);

/// What the kernel knows beside the pairs; sentences: those of the training data.
PairKnowledge learn_knowledge(const Parameters& parameters, const PairKernelOptions& kernel,
                              const std::vector<SentencePair>& sentences, const Run& run);

void report_trials(const CrossValidated& validated, const std::string& objective, FitReport& report);

}  // namespace couplet
