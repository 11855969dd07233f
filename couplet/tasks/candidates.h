// Candidates for queries: pairs, and lists of their rows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/run.h"
#include "couplet/model/pairs.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/source.h"

namespace couplet {

/// One query with the rows of its candidates; where one is known to be right, it is the first.
struct CandidateList {
  Index query;
  std::vector<Index> candidates;
};

/// Pairs, and lists of rows into them: query is a row's left text, candidates are rows' right texts.
struct CandidateData {
  PairBatch pairs;
  std::vector<CandidateList> lists;
};

/// Pairs with what stands in further columns of theirs.
struct PairColumns {
  PairBatch pairs;
  std::vector<std::vector<std::string>> extra;  // a row a pair, in the order of the names
  std::int64_t skipped = 0;                     // bad lines left out
};

/// What is wrong with a pair's further columns, and where: the reader has just read it. Nothing: all is well.
using PairCheck = std::function<std::optional<Error>(const TextPair& pair, const PairReader& reader)>;

/// Reads all pairs with the further columns `names`; the pair's own columns are those of the source, or the first two.
/// What the check says of a pair is thrown, or with BadLine::skip the pair is left out. Error(data) when there is none.
PairColumns read_pair_columns(Source source, const std::vector<std::string>& names, const PairCheck& check = {});

/// Reads pairs and `lists`, a TSV of row numbers from 0, the query's first; a header line is passed over.
CandidateData read_candidates(const Source& pairs, const std::string& lists);
/// The pairs that share a value of the column `group` are the candidates of one question, the first one's left text the
/// query.
CandidateData read_grouped_candidates(const Source& pairs, const std::string& group);

/// One score a candidate; NaN when it has none.
std::vector<std::vector<double>> score_candidates(const LoadedModel& model, const CandidateData& data, const Run& run);

}  // namespace couplet
