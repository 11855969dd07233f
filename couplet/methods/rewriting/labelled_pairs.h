// Pairs of sentences with labels, as fit reads them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/text/source.h"

namespace couplet {

struct LabelledPairs {
  std::vector<std::string> left, right;  // the texts
  std::vector<SentencePair> sentences;   // their words; empty where they are not kept
  std::vector<std::string> names;        // of the labels: "0" and "1", or all there are: grades rising, others by bytes
  std::vector<int> labels;               // numbers of names
  std::vector<std::int64_t> groups;      // a number a question, from 0; empty without a group column, or grades
  std::int64_t group_count = 0;
  std::int64_t cut = 0;             // sentences whose last words were left out
  std::int64_t skipped = 0;         // bad lines left out
  std::int64_t contradictions = 0;  // pairs that stand there with both labels
  std::uint64_t fingerprint = 0;    // of texts, labels and groups
};

/// Which labels there may be, and what is kept.
struct PairReading {
  bool any_label = false;      // else 0 and 1
  bool grades = false;         // numbers from 0 on, at most ten different ones: "2" and "2.0" are one
  bool keep_sentences = true;  // some 4 kB a pair
};

/// Reads pairs with a label column and, where `group` is not empty, a column that answers to one question share; of
/// more than two grades without such a column the left text is the question, if there are several.
/// Error(data) with file:line for a label that may not be and for a sentence without words (left out with
/// BadLine::skip), and for a file with one label only.
LabelledPairs read_labelled_pairs(Source files, const std::string& label, const std::string& group,
                                  const SentenceOptions& options, const Run& run, const PairReading& reading = {});

}  // namespace couplet
