// Pairs with what is right about them: candidate lists, labels, or people's judgements.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/eval/correlation.h"
#include "couplet/eval/measures.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/labels_pairs.h"
#include "couplet/tasks/candidates.h"
#include "couplet/tasks/gold_kinds.h"
#include "couplet/tasks/task.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/grade.h"
#include "couplet/text/pair_reader.h"
#include "couplet/text/tab_fields.h"

namespace couplet {
namespace {

constexpr double no_score = std::numeric_limits<double>::quiet_NaN();

bool parse_real(std::string_view text, double& value) {
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  return failure == std::errc() && end == text.data() + text.size();
}

/// Scores made elsewhere: a column of numbers, the one named "score" or the only one; `wanted` of them.
std::vector<double> read_scores(const std::string& path, std::int64_t wanted) {
  std::vector<double> scores;
  std::size_t column = 0;
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) {
    const auto fields = tab_fields(line);
    if (reader.line_number() == 1) {
      const auto named = std::find(fields.begin(), fields.end(), "score");
      if (named != fields.end()) {
        column = named - fields.begin();
        continue;
      }
    }
    double value = no_score;
    if (column >= fields.size() || (!fields[column].empty() && !parse_real(fields[column], value)))
      throw Error(ErrorCode::data, reader.place(), "no score in it",
                  "give a model, one number a line, or a TSV with a column named score");
    scores.push_back(value);
  }
  if (std::ssize(scores) != wanted)
    throw Error(ErrorCode::data, path, fmt::format("{} scores, the gold data needs {}", scores.size(), wanted),
                "one score a pair or candidate, in the gold's order");
  return scores;
}

/// One score a pair.
std::vector<double> scores_of(const System& system, const PairBatch& pairs, const Run& run) {
  if (!system.model) return read_scores(system.path, pairs.size());
  std::vector<double> scores;
  for (const PairScore& score : system.model->require<ScoresPairs>().score(pairs, run)) scores.push_back(score.value);
  return scores;
}

/// Marks the metrics that paired tests are about.
std::vector<Measure> compared(std::vector<Measure> measures, const MetricNames& names) {
  for (Measure& measure : measures)
    measure.compared = std::find(names.begin(), names.end(), measure.name) != names.end();
  return measures;
}

/// With the candidates of all lists as items that are right or wrong.
Measured decided(Measured measured, const CandidateLists& lists) {
  measured.decided_scores.assign(lists.all_scores().begin(), lists.all_scores().end());
  for (const double gain : lists.all_gains()) measured.decided_labels.push_back(gain > 0);
  return measured;
}

/// "recall@1", "recall@2": names of metrics with a K.
MetricNames at_each(const std::string& metric, const std::vector<std::int64_t>& cutoffs) {
  MetricNames names;
  for (const std::int64_t k : cutoffs) names.push_back(fmt::format("{}@{}", metric, k));
  return names;
}

MetricNames operator+(MetricNames names, const MetricNames& others) {
  names.insert(names.end(), others.begin(), others.end());
  return names;
}

class ListGold final : public Gold {
 public:
  ListGold(CandidateData data, const GoldOptions& options)
      : data_(std::move(data)),
        names_(MetricNames{"auc", "mrr"} + at_each("recall", cutoffs(options.at, {1, 2, 5}))),
        compared_(options.at.empty() ? MetricNames{"mrr", "recall@1"} : names_) {
    if (!options.at.empty()) compared_.erase(compared_.begin());  // auc
  }

  Measured measure(const System& system, const Run& run) const override {
    CandidateLists lists;  // the first candidate is the right one
    if (system.model) {
      for (const auto& scores : score_candidates(*system.model, data_, run)) lists.add(scores, 0);
    } else {
      std::int64_t wanted = 0;
      for (const CandidateList& list : data_.lists) wanted += std::ssize(list.candidates);
      const std::vector<double> scores = read_scores(system.path, wanted);
      std::span<const double> rest = scores;
      for (const CandidateList& list : data_.lists) {
        lists.add(rest.first(list.candidates.size()), 0);
        rest = rest.subspan(list.candidates.size());
      }
    }
    return decided({compared(ranking_measures(lists, names_), compared_)}, lists);
  }

 private:
  CandidateData data_;
  MetricNames names_, compared_;
};

class LabelGold final : public Gold {
 public:
  LabelGold(PairBatch pairs, std::vector<int> labels, std::optional<double> threshold)
      : pairs_(std::move(pairs)), labels_(std::move(labels)), threshold_(threshold) {}

  Measured measure(const System& system, const Run& run) const override {
    const std::vector<double> scores = scores_of(system, pairs_, run);
    const MetricNames names =
        threshold_ ? MetricNames{"auc", "accuracy", "precision", "recall", "f1"} : MetricNames{"auc"};
    Measured result{
        compared(decision_measures(scores, labels_, threshold_.value_or(0), names), {"auc", "accuracy", "f1"})};
    result.decided_scores = scores;
    result.decided_labels = labels_;
    return result;
  }

 private:
  PairBatch pairs_;
  std::vector<int> labels_;
  std::optional<double> threshold_;
};

/// Labels or grades of the candidates of questions.
class GroupGold final : public Gold {
 public:
  GroupGold(PairBatch pairs, std::vector<double> grades, const std::vector<std::string>& groups, std::string source,
            const GoldOptions& options)
      : pairs_(std::move(pairs)),
        grades_(std::move(grades)),
        source_(std::move(source)),
        gained_(at_each("ndcg", cutoffs(options.at, {1, 3, 5, 10}))),
        found_(at_each("success", cutoffs(options.at, {5}))),
        compared_(MetricNames{"map", "mrr", "recall@1", "auc-within", "auc"} + found_ +
                  at_each("ndcg", cutoffs(options.at, {1, 5, 10}))),
        relevant_(options.relevant),
        count_unanswered_(options.count_unanswered),
        skip_all_right_(options.skip_all_right) {
    std::map<std::string, std::size_t> number;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto [at, fresh] = number.emplace(groups[i], questions_.size());
      if (fresh) questions_.emplace_back();
      questions_[at->second].push_back(i);
    }
  }

  Measured measure(const System& system, const Run& run) const override {
    const std::vector<double> scores = scores_of(system, pairs_, run);
    // What is right is 0 or 1; what NDCG gains by a grade g is 2^g - 1, of a label the same.
    CandidateLists right_lists, graded_lists;
    std::int64_t unanswered = 0, all_right = 0, graded = 0;
    for (const std::vector<std::size_t>& question : questions_) {
      std::vector<double> own, right, gains;
      for (const std::size_t i : question) {
        own.push_back(scores[i]);
        right.push_back(is_right(grades_[i]));
        gains.push_back(std::exp2(grades_[i]) - 1);
      }
      const auto count = std::count(right.begin(), right.end(), 1.0);
      const bool all = count == std::ssize(right);
      unanswered += count == 0;
      all_right += all;
      if (all && skip_all_right_) continue;
      right_lists.add(own, right);  // without a right one: for the pooled auc alone
      if (*std::max_element(gains.begin(), gains.end()) > 0) {
        graded_lists.add(own, gains);
        ++graded;
      }
    }
    if (unanswered + (skip_all_right_ ? all_right : 0) == std::ssize(questions_))
      throw Error(ErrorCode::data, source_,
                  relevant_ ? fmt::format("no question that counts has a candidate of grade {:g} or more", *relevant_)
                            : "no question that counts has a right candidate",
                  relevant_ ? "lower --relevant" : "see --label, --group and --all-right");
    auto measures = ranking_measures(right_lists, {"map", "mrr", "recall@1"});
    const auto take = [&](std::vector<Measure> more) {
      std::move(more.begin(), more.end(), std::back_inserter(measures));
    };
    if (graded > 0) take(ranking_measures(graded_lists, gained_));
    take(ranking_measures(right_lists, found_ + MetricNames{"auc-within", "auc"}));
    std::erase_if(measures, [](const Measure& m) { return m.name == "auc-within" && m.total == 0; });
    if (count_unanswered_)
      for (Measure& measure : measures)
        if (auto* mean = std::get_if<MeanOfItems>(&measure.what); mean && measure.name != "auc-within") {
          const std::int64_t missing = std::ssize(questions_) - (skip_all_right_ ? all_right : 0) - measure.total;
          mean->values.insert(mean->values.end(), missing, 0.0);
          measure.total += missing;
        }
    return decided({compared(std::move(measures), compared_),
                    {},
                    {count_of("unanswered", unanswered), count_of("all-right", all_right)}},
                   right_lists);
  }

 private:
  bool is_right(double grade) const { return relevant_ ? grade >= *relevant_ : grade > 0; }
  MetricReport count_of(const char* name, std::int64_t questions) const {
    return {name, {static_cast<double>(questions), no_score, no_score}, questions, std::ssize(questions_)};
  }

  PairBatch pairs_;
  std::vector<double> grades_;
  std::string source_;
  MetricNames gained_, found_, compared_;
  std::optional<double> relevant_;  // the least grade that is right; none: any above 0
  bool count_unanswered_, skip_all_right_;
  std::vector<std::vector<std::size_t>> questions_;  // their pairs, in order of first appearance
};

class ValueGold final : public Gold {
 public:
  ValueGold(PairBatch pairs, std::vector<double> values) : pairs_(std::move(pairs)), values_(std::move(values)) {}

  Measured measure(const System& system, const Run& run) const override {
    std::vector<double> scores = scores_of(system, pairs_, run);
    return {correlation_measures(scores, values_, {"spearman", "pearson"}), std::move(scores)};
  }

  /// Only items that both systems score: a correlation over different items is no comparison.
  std::vector<std::pair<Measure, Measure>> side_by_side(const Measured& a, const Measured& b) const override {
    std::vector<double> x, y, truth;
    for (std::size_t i = 0; i < values_.size(); ++i)
      if (std::isfinite(a.scores[i]) && std::isfinite(b.scores[i])) {
        x.push_back(a.scores[i]);
        y.push_back(b.scores[i]);
        truth.push_back(values_[i]);
      }
    if (truth.size() < 2)
      throw Error(ErrorCode::data, "comparison", "fewer than two pairs have a score in both systems");
    return {{correlation_measures(x, truth, {"spearman"})[0], correlation_measures(y, truth, {"spearman"})[0]}};
  }

 private:
  PairBatch pairs_;
  std::vector<double> values_;
};

/// Labels that are neither 0 nor 1: for models that give pairs labels.
class ManyLabelsGold final : public Gold {
 public:
  ManyLabelsGold(PairBatch pairs, std::vector<std::string> labels, Error refusal)
      : pairs_(std::move(pairs)), labels_(std::move(labels)), refusal_(std::move(refusal)) {}

  Measured measure(const System& system, const Run& run) const override {
    const auto* model = system.model ? system.model->as<LabelsPairs>() : nullptr;
    if (!model) throw refusal_;
    const std::vector<int> found = model->labels_of(pairs_, run);
    MeanOfItems right{{}, true};
    for (std::size_t i = 0; i < labels_.size(); ++i)
      right.values.push_back(found[i] >= 0 && model->labels()[found[i]] == labels_[i]);
    const auto covered = std::count_if(found.begin(), found.end(), [](int label) { return label >= 0; });
    return {{{"accuracy", std::move(right), covered, std::ssize(labels_), true}}};
  }

 private:
  PairBatch pairs_;
  std::vector<std::string> labels_;
  Error refusal_;  // of systems without labels
};

/// Where a label or judgement that cannot be read stands, and what to do about it. first: no pair was read before it.
Error rejected(const PairReader& reader, bool first, const std::string& problem, const char* option) {
  return Error(ErrorCode::data, reader.place(), problem,
               std::string("choose the column with ") + option +
                   (first && reader.header_line().empty() && !reader.line().starts_with('{')
                        ? ", or say --header if the first line names the columns"
                        : ""));
}

}  // namespace

std::unique_ptr<Gold> read_list_gold(const Source& source, const GoldOptions& options, const Run&) {
  return std::make_unique<ListGold>(read_candidates(source, options.lists), options);
}

std::unique_ptr<Gold> read_label_gold(const Source& source, const GoldOptions& options, const Run& run) {
  std::vector<std::string> names{options.label};
  const bool grouped = !options.group.empty(), graded = grouped && options.positive.empty();
  if (grouped) names.push_back(options.group);
  std::vector<double> gains;
  std::optional<Error> refusal;
  bool first = true;
  PairColumns read =
      read_pair_columns(source, names, [&](const TextPair& pair, const PairReader& reader) -> std::optional<Error> {
        const bool before = std::exchange(first, false);
        const std::string& label = pair.extra[0];
        if (graded && !grade_of(label)) return rejected(reader, before, label_problem(label, grade_range), "--label");
        // Other labels are an error of the system that knows none.
        if (!graded && options.positive.empty() && !binary_label(label) && !refusal)
          refusal = rejected(reader, before, label_problem(label, "0 or 1, or what --positive says"), "--label");
        gains.push_back(graded ? *grade_of(label) : label == (options.positive.empty() ? "1" : options.positive));
        return std::nullopt;
      });
  warn_of_skipped(run, read.skipped);
  if (refusal) {
    std::vector<std::string> labels;
    for (std::vector<std::string>& extra : read.extra) labels.push_back(std::move(extra[0]));
    return std::make_unique<ManyLabelsGold>(std::move(read.pairs), std::move(labels), std::move(*refusal));
  }
  if (!options.positive.empty() && std::find(gains.begin(), gains.end(), 1) == gains.end())
    throw Error(ErrorCode::data, source.name(), "no pair has the label '" + options.positive + "'",
                "see which labels the column has, and give one with --positive");
  if (grouped) {
    std::vector<std::string> groups;
    for (std::vector<std::string>& extra : read.extra) groups.push_back(std::move(extra[1]));
    return std::make_unique<GroupGold>(std::move(read.pairs), std::move(gains), groups, source.name(), options);
  }
  return std::make_unique<LabelGold>(std::move(read.pairs), std::vector<int>(gains.begin(), gains.end()),
                                     options.threshold);
}

std::unique_ptr<Gold> read_value_gold(const Source& source, const GoldOptions& options, const Run& run) {
  std::vector<double> values;
  bool first = true;
  PairColumns read = read_pair_columns(
      source, {options.value}, [&](const TextPair& pair, const PairReader& reader) -> std::optional<Error> {
        const bool before = std::exchange(first, false);
        double value = 0;
        if (!parse_real(pair.extra[0], value) || !std::isfinite(value))
          return rejected(reader, before, "'" + pair.extra[0] + "' is not a number", "--value");
        values.push_back(value);
        return std::nullopt;
      });
  warn_of_skipped(run, read.skipped);
  return std::make_unique<ValueGold>(std::move(read.pairs), std::move(values));
}

}  // namespace couplet
