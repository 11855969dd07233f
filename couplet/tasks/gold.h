// Gold data: what is known to be right, of whichever kind, and how a system does on it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "couplet/eval/measure.h"
#include "couplet/tasks/intervals.h"
#include "couplet/tasks/loaded_model.h"
#include "couplet/tasks/option_schema.h"
#include "couplet/text/source.h"

namespace couplet {

struct Request;  // task.h

/// A system under evaluation: a model, or a file of what a system made elsewhere answered.
struct System {
  std::string path;
  std::shared_ptr<const LoadedModel> model;  // null: `path` holds its answers

  /// The model; Error(model) when there is none.
  const LoadedModel& loaded() const;
  /// The file's name without its folders.
  std::string name() const;
};

/// What one system made of the gold data.
struct Measured {
  std::vector<Measure> measures;
  std::vector<double> scores = {};        // one an item, where the items of two systems must be brought in line
  std::vector<MetricReport> counts = {};  // of items that count otherwise, or not at all; they have no interval
  // Where items are right or wrong: the score of each, and 1 for the right ones.
  std::vector<double> decided_scores = {};
  std::vector<int> decided_labels = {};
};

/// Gold data, read once; systems are measured on it one after the other.
class Gold {
 public:
  virtual ~Gold() = default;
  virtual Measured measure(const System& system, const Run& run) const = 0;
  /// What paired tests are about: the same metrics of two systems on the same items.
  virtual std::vector<std::pair<Measure, Measure>> side_by_side(const Measured& a, const Measured& b) const;
};

/// Options that say what is right, and how sure one wants to be. Exactly one kind is chosen.
struct GoldOptions : BootstrapOptions {
  std::string lists, label, positive, group, value, analogy;
  bool opposites = false, synonyms = false, questions = false, retrieval = false, perplexity = false, matching = false;
  std::optional<double> threshold;  // with label: decide for the positive one from this score on
  std::optional<double> relevant;   // with group: the least grade that is right; none: any above 0
  // With group: of questions without a right candidate, and of those where all are right.
  bool count_unanswered = false, skip_all_right = false;
  std::string at;           // with group and lists: the K of the metrics that have one, "1,5,20"; empty: the usual ones
  std::int64_t margin = 0;  // with retrieval
  std::string scores;       // with questions: a file of other programs' scores
};

/// One kind of gold data. A new kind is a class derived from Gold, and an entry of the table in gold.cc.
struct GoldKind {
  const char* option;   // that chooses it
  const char* meaning;  // "FILE (candidates)", for the error about a request that chooses none
  bool (*chosen)(const GoldOptions& options);
  std::unique_ptr<Gold> (*read)(const Source& source, const GoldOptions& options, const Run& run);
  /// Of the options that not all kinds use, those that it uses; others are refused.
  std::vector<const char*> options;
  bool compared = true;  // false: eval only
};

/// The numbers of `at`, the usual ones when it is empty. Error(usage) unless they are whole, from 1, and differ.
std::vector<std::int64_t> cutoffs(const std::string& at, std::vector<std::int64_t> usual);

/// The kind that the options choose; Error(usage) when it is none or several. comparing: for paired tests.
const GoldKind& gold_kind_of(const GoldOptions& options, bool comparing);
/// Error(usage) when the request has an option that the kind does not use.
void check_gold_options(const Request& request, const GoldKind& kind);

/// lists, label, positive, group, value, threshold, scores, resamples, level and what stands for the other kinds.
OptionSchema<GoldOptions> gold_schema();

}  // namespace couplet
