#include "couplet/tasks/candidates.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/model/capabilities.h"
#include "couplet/tasks/collection.h"
#include "couplet/tasks/team_shares.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/tab_fields.h"

namespace couplet {
namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

bool parse_row(std::string_view field, Index& row) {
  const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), row);
  return failure == std::errc() && end == field.data() + field.size();
}

std::vector<CandidateList> read_lists(const std::string& path, Index rows) {
  std::vector<CandidateList> lists;
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) {
    if (line.empty()) continue;
    std::vector<Index> numbers;
    bool sound = true;
    const auto fields = tab_fields(line);
    for (const std::string_view field : fields) {
      Index number = -1;
      sound = parse_row(field, number) && number >= 0 && number < rows && sound;
      numbers.push_back(number);
    }
    // A header has no number where the first row number should be; anything else that is wrong is an error in the first
    // line too.
    Index first = 0;
    if (reader.line_number() == 1 && !parse_row(fields[0], first)) continue;
    if (!sound || numbers.size() < 3)
      throw Error(ErrorCode::data, reader.place(), fmt::format("not a list of row numbers from 0 to {}", rows - 1),
                  "a line is: row of the query, row of the right candidate, rows of the others");
    lists.push_back({numbers[0], {numbers.begin() + 1, numbers.end()}});
  }
  if (lists.empty())
    throw Error(ErrorCode::data, path, "no lists in it", "a line is: row of the query, rows of its candidates");
  return lists;
}

std::vector<std::vector<double>> embedded_scores(const EmbedsSides& model, const CandidateData& data, const Run& run) {
  const Embedded left = embed_collection(model, Side::left, data.pairs.left, run);
  const Embedded right = embed_collection(model, Side::right, data.pairs.right, run);
  std::vector<std::vector<double>> scores;
  MatrixD score(1, 1);
  for (const CandidateList& list : data.lists) {
    scores.emplace_back();
    for (const Index candidate : list.candidates) {
      compare_rows(left.rows.middleRows(list.query, 1), right.rows.middleRows(candidate, 1), model.comparison(), score);
      scores.back().push_back(left.known[list.query] && right.known[candidate] ? score(0, 0) : no_score);
    }
  }
  return scores;
}

}  // namespace

PairColumns read_pair_columns(Source source, const std::vector<std::string>& names, const PairCheck& check) {
  source.further = names;
  PairReader reader(source);
  PairColumns read;
  TextPair pair;
  while (reader.next(pair)) {
    if (const auto problem = check ? check(pair, reader) : std::nullopt) {
      if (source.on_bad_line == BadLine::stop) throw Error(*problem);
      ++read.skipped;
      continue;
    }
    read.pairs.left.texts.push_back(pair.left);
    read.pairs.right.texts.push_back(pair.right);
    read.extra.push_back(pair.extra);
  }
  read.skipped += reader.skipped();
  if (read.pairs.size() == 0)
    throw Error(ErrorCode::data, source.name(), "no pairs in it", "give lines of two texts with a tab between them");
  return read;
}

CandidateData read_candidates(const Source& pairs, const std::string& lists) {
  CandidateData data{read_pair_columns(pairs, {}).pairs, {}};
  data.lists = read_lists(lists, data.pairs.size());
  return data;
}

CandidateData read_grouped_candidates(const Source& pairs, const std::string& group) {
  PairColumns read = read_pair_columns(pairs, {group});
  CandidateData data{std::move(read.pairs), {}};
  std::map<std::string, std::size_t> number;
  for (Index i = 0; i < data.pairs.size(); ++i) {
    const auto [at, fresh] = number.emplace(read.extra[i][0], data.lists.size());
    if (fresh) data.lists.push_back({i, {}});
    data.lists[at->second].candidates.push_back(i);
  }
  return data;
}

std::vector<std::vector<double>> score_candidates(const LoadedModel& model, const CandidateData& data, const Run& run) {
  if (const auto* embeds = model.as<EmbedsSides>()) return embedded_scores(*embeds, data, run);
  const auto& scorer = model.require<ScoresPairs>();
  std::vector<std::vector<double>> scores;
  for (const CandidateList& list : data.lists) {
    PairBatch batch;
    for (const Index candidate : list.candidates) {
      batch.left.texts.push_back(data.pairs.left.texts[list.query]);
      batch.right.texts.push_back(data.pairs.right.texts[candidate]);
    }
    scores.emplace_back();
    for (const PairScore& score : shared_scores(scorer, batch, run)) scores.back().push_back(score.value);
  }
  return scores;
}

}  // namespace couplet
