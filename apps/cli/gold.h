// Gold data of eval and compare: candidate lists, labels, or people's judgements; and a system's scores for them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"
#include "couplet/eval/ranking.h"
#include "couplet/model/model.h"
#include "couplet/model/pairs.h"

namespace couplet {

/// One query with the rows of its candidates; the first is the right one.
struct CandidateList {
  Index query;
  std::vector<Index> candidates;
};

/// Pairs, and lists of rows into them: query is a row's left text, candidates are rows' right texts.
struct CandidateData {
  PairBatch pairs;
  std::vector<CandidateList> lists;
};

/// What is known to be right about some pairs. Exactly one of lists, labels, values is filled.
struct Gold {
  PairBatch pairs;
  std::vector<CandidateList> lists;  // --lists
  std::vector<int> labels;           // --label: 0 or 1
  std::vector<std::string> groups;   // --group: candidates of one question have the same; may be empty
  std::vector<double> values;        // --value: judgements
};

/// Reads the pairs (data options) and --lists: TSV lines of row numbers from 0, the query's first; a header line is
/// passed over.
CandidateData read_candidates(const Arguments& arguments, const std::string& path, const Run& run);
/// Reads the pairs (data options); the pairs that share a value of the column --group are the candidates of one
/// question, the first one's left text the query.
CandidateData read_grouped_candidates(const Arguments& arguments, const std::string& path);
/// Reads pairs with --lists, --label (and --group) or --value. Error(usage) when none or several are given.
Gold read_gold(const Arguments& arguments, const std::string& path, const Run& run);

/// One score a candidate; NaN when it has none.
std::vector<std::vector<double>> score_candidates(const Model& model, const CandidateData& data, const Run& run);

/// The scores of a system: a model file, or a TSV of scores made elsewhere (one number a line, or a column named
/// "score").
struct SystemScores {
  std::string name;
  std::vector<std::vector<double>> lists;  // for gold.lists
  std::vector<double> pairs;               // for labels and values
};
/// The candidates of each question (--group) with their labels, in order of first appearance.
CandidateLists grouped_lists(const Gold& gold, const std::vector<double>& scores);
/// As the metrics take them: the first candidate is the right one.
CandidateLists candidate_lists(const SystemScores& system);
SystemScores system_scores(const std::string& path, const Gold& gold, const Run& run);

}  // namespace couplet
