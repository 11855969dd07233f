#include "apps/cli/gold.h"
#include "apps/cli/ability.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/methods/registry.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/container.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/tab_fields.h"

namespace couplet {

namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

template <class Number>
bool parse_number(std::string_view text, Number& value) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size();
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
      sound = parse_number(field, number) && number >= 0 && number < rows && sound;
      numbers.push_back(number);
    }
    // A header has no number where the first row number should be; anything else that is wrong is an error in the first
    // line too.
    Index first = 0;
    if (reader.line_number() == 1 && !parse_number(fields[0], first)) continue;
    if (!sound || numbers.size() < 3)
      throw Error(ErrorCode::data, reader.place(), fmt::format("not a list of row numbers from 0 to {}", rows - 1),
                  "a line is: row of the query, row of the right candidate, rows of the others");
    lists.push_back({numbers[0], {numbers.begin() + 1, numbers.end()}});
  }
  if (lists.empty())
    throw Error(ErrorCode::data, path, "no lists in it", "a line is: row of the query, rows of its candidates");
  return lists;
}

/// All pairs, with the further columns `names`; the pair's own columns are given by --columns, or are the first two.
PairBatch read_pairs(const Arguments& arguments, const std::string& path, const std::vector<std::string>& names,
                     std::vector<std::vector<std::string>>& extra) {
  Source files = arguments.data_files({path});
  if (!names.empty() && files.columns.empty()) files.columns = "1,2";
  for (const std::string& name : names) files.columns += "," + name;
  PairReader reader(files);
  PairBatch batch;
  TextPair pair;
  while (reader.next(pair)) {
    batch.left.texts.push_back(pair.left);
    batch.right.texts.push_back(pair.right);
    extra.push_back(pair.extra);
  }
  if (batch.size() == 0) throw Error(ErrorCode::data, path, "no pairs in it");
  return batch;
}

/// A column of numbers: the one named "score", or the only one.
std::vector<double> read_scores(const std::string& path) {
  std::vector<double> scores;
  std::size_t column = 0;
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) {
    const auto fields = tab_fields(line);
    if (reader.line_number() == 1) {
      const auto named = std::find(fields.begin(), fields.end(), "score");
      if (named != fields.end()) {
        column = static_cast<std::size_t>(named - fields.begin());
        continue;
      }
    }
    double value = no_score;
    if (column >= fields.size() || (!fields[column].empty() && !parse_number(fields[column], value)))
      throw Error(ErrorCode::data, reader.place(), "no score in it",
                  "give a model, one number a line, or a TSV with a column named score");
    scores.push_back(value);
  }
  return scores;
}

}  // namespace

CandidateData read_candidates(const Arguments& arguments, const std::string& path, const Run&) {
  CandidateData data;
  std::vector<std::vector<std::string>> none;
  data.pairs = read_pairs(arguments, path, {}, none);
  data.lists = read_lists(arguments.text("lists"), data.pairs.size());
  return data;
}

CandidateData read_grouped_candidates(const Arguments& arguments, const std::string& path) {
  CandidateData data;
  std::vector<std::vector<std::string>> extra;
  data.pairs = read_pairs(arguments, path, {arguments.text("group")}, extra);
  std::map<std::string, std::size_t> number;
  for (Index i = 0; i < data.pairs.size(); ++i) {
    const auto [at, fresh] = number.emplace(extra[i][0], data.lists.size());
    if (fresh) data.lists.push_back({i, {}});
    data.lists[at->second].candidates.push_back(i);
  }
  return data;
}

Gold read_gold(const Arguments& arguments, const std::string& path, const Run& run) {
  if (arguments.has("lists") + arguments.has("label") + arguments.has("value") != 1)
    throw Error(
        ErrorCode::usage, "", "what is right is not said",
        "give one of --lists FILE (candidates), --label COLUMN (0 or 1), --value COLUMN (judgements), --retrieval (the "
        "pairs themselves), --analogy add|mul, --opposites and --questions (questions)");
  Gold gold;
  if (arguments.has("lists")) {
    CandidateData data = read_candidates(arguments, path, run);
    gold.pairs = std::move(data.pairs);
    gold.lists = std::move(data.lists);
    return gold;
  }
  const bool labelled = arguments.has("label");
  std::vector<std::string> names{labelled ? arguments.text("label") : arguments.text("value")};
  if (arguments.has("group")) names.push_back(arguments.text("group"));
  std::vector<std::vector<std::string>> extra;
  gold.pairs = read_pairs(arguments, path, names, extra);
  for (std::size_t i = 0; i < extra.size(); ++i) {
    const std::string place = fmt::format("{}: pair {}", path, i + 1);
    const std::string header = i == 0 ? ", or say --header if the first line names the columns" : "";
    if (labelled) {
      if (extra[i][0] != "0" && extra[i][0] != "1")
        throw Error(ErrorCode::data, place, "the label is '" + extra[i][0] + "', expected 0 or 1",
                    "choose the column with --label" + header);
      gold.labels.push_back(extra[i][0] == "1");
    } else {
      double value = 0;
      if (!parse_number(std::string_view(extra[i][0]), value) || !std::isfinite(value))
        throw Error(ErrorCode::data, place, "'" + extra[i][0] + "' is not a number",
                    "choose the column with --value" + header);
      gold.values.push_back(value);
    }
    if (names.size() > 1) gold.groups.push_back(extra[i][1]);
  }
  return gold;
}

std::vector<std::vector<double>> score_candidates(const Model& model, const CandidateData& data, const Run& run) {
  std::vector<std::vector<double>> scores;
  if (const auto* embedder = dynamic_cast<const EmbedsSides*>(&model)) {
    const Embedded left = embedder->embed(Side::left, data.pairs.left, run);
    const Embedded right = embedder->embed(Side::right, data.pairs.right, run);
    const Comparison comparison = embedder->comparison();
    MatrixD score(1, 1);
    for (const CandidateList& list : data.lists) {
      scores.emplace_back();
      for (const Index candidate : list.candidates) {
        compare_rows(left.rows.middleRows(list.query, 1), right.rows.middleRows(candidate, 1), comparison, score);
        scores.back().push_back(left.known[list.query] && right.known[candidate] ? score(0, 0) : no_score);
      }
    }
    return scores;
  }
  const auto& scorer = require<ScoresPairs>(model);
  for (const CandidateList& list : data.lists) {
    PairBatch batch;
    for (const Index candidate : list.candidates) {
      batch.left.texts.push_back(data.pairs.left.texts[list.query]);
      batch.right.texts.push_back(data.pairs.right.texts[candidate]);
    }
    scores.emplace_back();
    for (const PairScore& score : scorer.score(batch, run)) scores.back().push_back(score.value);
  }
  return scores;
}

CandidateLists grouped_lists(const Gold& gold, const std::vector<double>& scores) {
  std::map<std::string, std::size_t> number;
  std::vector<std::vector<double>> group_scores, group_gains;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const auto [at, fresh] = number.emplace(gold.groups[i], group_scores.size());
    if (fresh) {
      group_scores.emplace_back();
      group_gains.emplace_back();
    }
    group_scores[at->second].push_back(scores[i]);
    group_gains[at->second].push_back(gold.labels[i]);
  }
  CandidateLists lists;
  for (std::size_t g = 0; g < group_scores.size(); ++g) lists.add(group_scores[g], group_gains[g]);
  return lists;
}

CandidateLists candidate_lists(const SystemScores& system) {
  CandidateLists lists;
  for (const auto& scores : system.lists) lists.add(scores, 0);
  return lists;
}

SystemScores system_scores(const std::string& path, const Gold& gold, const Run& run) {
  SystemScores system;
  system.name = std::filesystem::path(path).filename();
  if (is_model_file(path)) {
    const auto model = load_model(path, all_methods());
    if (!gold.lists.empty())
      system.lists = score_candidates(*model, {gold.pairs, gold.lists}, run);
    else
      for (const PairScore& score : require<ScoresPairs>(*model).score(gold.pairs, run))
        system.pairs.push_back(score.value);
    return system;
  }
  std::vector<double> scores = read_scores(path);
  std::size_t wanted = gold.labels.size() + gold.values.size();
  for (const CandidateList& list : gold.lists) wanted += list.candidates.size();
  if (scores.size() != wanted)
    throw Error(ErrorCode::data, path, fmt::format("{} scores, the gold data needs {}", scores.size(), wanted),
                "one score a pair or candidate, in the gold's order");
  if (gold.lists.empty()) system.pairs = std::move(scores);
  for (std::size_t at = 0; const CandidateList& list : gold.lists) {
    system.lists.emplace_back(scores.begin() + static_cast<std::ptrdiff_t>(at),
                              scores.begin() + static_cast<std::ptrdiff_t>(at + list.candidates.size()));
    at += list.candidates.size();
  }
  return system;
}

}  // namespace couplet
