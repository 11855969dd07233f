// Sentences under a language model: their probabilities, and the perplexity of a text.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/bootstrap.h"
#include "couplet/eval/estimate.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// `score` of a model that scores sentences: a row a sentence, or a row a word with --words.
int print_sentence_scores(const Arguments& arguments, const ScoresSentences& model, const Run& run);

/// `eval --perplexity`: perplexity with <unk> counted and without, and the share of unknown words. The intervals come
/// from drawing sentences.
std::vector<MetricReport> perplexity_report(const Arguments& arguments, const BootstrapOptions& options,
                                            const Run& run);

/// Questions with blanks as a model answers them; each 0 or 1.
struct QuestionOutcomes {
  std::vector<double> right, attempted;
};
/// Error(data) when a question has no answer. Says how many are attempted, when not all.
QuestionOutcomes question_outcomes(const Arguments& arguments, const std::string& model, const std::string& questions,
                                   const Run& run);

/// `eval --questions`: accuracy over all questions, and over those attempted.
std::vector<MetricReport> question_report(const Arguments& arguments, const BootstrapOptions& options, const Run& run);

}  // namespace couplet
