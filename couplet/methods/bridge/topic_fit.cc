#include "couplet/methods/bridge/topic_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/eval/ranking.h"
#include "couplet/eval/retrieval.h"
#include "couplet/methods/bridge/bridge_fit.h"
#include "couplet/methods/bridge/development.h"
#include "couplet/plot/curves_svg.h"
#include "couplet/plot/picture_file.h"

namespace couplet {
namespace {

constexpr Index fewest_topics = 8, steps_beyond = 2;

using Texts = std::vector<OwnedRows<double>>;

/// Texts as their topics; known: false without a term.
MatrixD topic_rows(const CsrMatrix<double>& texts, const MatrixF& words, const TopicTask& task,
                   std::vector<bool>& known, const Run& run) {
  MatrixD rows(texts.rows(), words.cols());
  known.assign(texts.rows(), false);
  for (Index i = 0; i < texts.rows(); ++i) known[i] = texts.offsets()[i + 1] > texts.offsets()[i];
  run.pool.for_blocks(texts.rows(), 64, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      std::vector<WeightedTerm> terms;
      for (std::int64_t e = texts.offsets()[i]; e < texts.offsets()[i + 1]; ++e)
        terms.push_back({texts.columns()[e], texts.values()[e]});
      rows.row(i) = comparable_topics(topics_of(terms, words, task.fold_in), task.distance).transpose();
    }
  });
  return rows;
}

class TopicFit {
 public:
  TopicFit(const TopicTask& task, PlsaOptions options, const Parameters& parameters, FitReport& report, const Run& run)
      : task_(task), options_(options), parameters_(parameters), report_(report), run_(run) {
    for (Index m = 0; m < (task.space.shared() ? 1 : task.space.languages()); ++m)
      blocks_.push_back(task.space.first_row(m));
  }

  Plsa fit() {
    if (!parameters_.known("development")) return learned(counts(task_.documents), options_);
    const bool tune = parameters_.has("tune");
    if (tune && parameters_.text("tune") != "topics")
      throw Error(ErrorCode::usage, "--tune", "'" + parameters_.text("tune") + "' cannot be tuned here", "use topics");
    if (parameters_.has("curve")) check_picture_name("--curve", parameters_.text("curve"));
    if (parameters_.has("development")) {
      held_ = read_development(parameters_.text("development"), task_.documents, pipelines_of(parameters_), run_);
      report_.add("development", fmt::format("{} documents", held_->documents()));
      return tried(counts(task_.documents), tune);
    }
    HeldOut parts = hold_out(task_.documents, parameters_.real("hold-out"), run_);
    if (parts.held.documents() == 0) {
      if (tune)
        throw Error(ErrorCode::usage, "--tune", "there are no texts to try on",
                    "give some with --development FILE, or keep a share apart with --hold-out 0.1");
      return learned(counts(task_.documents), options_);
    }
    report_.add("held out", fmt::format("{} documents", parts.held.documents()));
    const bool again = parts.few();
    held_ = std::move(parts.held);
    Plsa best = tried(counts(parts.rest), tune);
    if (!again) return best;
    PlsaOptions all = options_;
    all.topics = best.words.cols();
    all.iterations = best.iterations;
    report_.add("learned again", fmt::format("from all documents, {} iterations", all.iterations));
    return learned(counts(task_.documents), all);
  }

 private:
  struct Trial {
    Plsa plsa;
    double figure = 0;
    Index topics() const { return plsa.words.cols(); }
  };

  Texts counts(const DocumentCounts& documents) const {
    return weighted_languages(documents, task_.space, false, *run_.team);
  }
  /// Of all processes.
  CsrMatrix<double> held_texts(Index language) const {
    return whole_everywhere(weighted_texts(*held_, language, task_.space), *run_.team);
  }

  Plsa learned(const Texts& texts, const PlsaOptions& options, const TopicFigure& figure = {}) const {
    return train_plsa(texts, blocks_, options, run_, figure);
  }

  double figure(const MatrixD& words) const {
    const MatrixF stored = words.cast<float>();
    std::vector<bool> left_known, right_known;
    const MatrixD left = topic_rows(held_texts(task_.sides.left), stored, task_, left_known, run_);
    const MatrixD right = topic_rows(held_texts(task_.sides.right), stored, task_, right_known, run_);
    return mean(reciprocal_ranks(
        retrieval_ranks(left, right, left_known, right_known, run_, {.comparison = comparison_of(task_.distance)})));
  }

  Trial trial(const Texts& texts, Index topics) {
    PlsaOptions options = options_;
    options.topics = topics;
    Trial result{learned(texts, options, [&](const MatrixD& words) { return figure(words); }), 0};
    for (const TopicLook& look : result.plsa.development)
      if (look.iteration == result.plsa.iterations) result.figure = look.figure;
    report_.add("tried", fmt::format("{} topics: mrr {:.4f} after {} iterations", topics, result.figure,
                                     result.plsa.iterations));
    curve_.emplace_back(static_cast<double>(topics), result.figure);
    return result;
  }

  Plsa tried(const Texts& texts, bool tune) {
    const Index most_there_can_be = texts[0].matrix.rows();
    Trial best = trial(texts, std::min(options_.topics, most_there_can_be));
    const auto next = [&](Index topics) {
      Trial other = trial(texts, topics);
      const bool better = other.figure > best.figure || (other.figure == best.figure && topics < best.topics());
      if (better) best = std::move(other);
      return better;
    };
    if (tune) {
      for (Index topics = options_.topics / 2; topics >= fewest_topics; topics /= 2) next(topics);
      Index most = options_.topics;
      for (Index step = 0; step < steps_beyond && best.topics() == most && 2 * most <= most_there_can_be; ++step)
        next(most *= 2);
      report_.add("chosen", fmt::format("{} topics", best.topics()));
    }
    if (parameters_.has("curve")) write_file(parameters_.text("curve"), picture(best));
    return std::move(best.plsa);
  }

  std::string picture(const Trial& best) {
    std::sort(curve_.begin(), curve_.end());
    return curves_svg({{"mean reciprocal rank", curve_}},
                      {"Tuning: how well texts kept apart find their counterparts", "topics", "mean reciprocal rank"},
                      CurveMark{{static_cast<double>(best.topics()), best.figure},
                                fmt::format("chosen: {} topics, {} iterations", best.topics(), best.plsa.iterations)});
  }

  const TopicTask& task_;
  PlsaOptions options_;
  const Parameters& parameters_;
  FitReport& report_;
  const Run& run_;
  std::vector<Index> blocks_;
  std::optional<DocumentCounts> held_;
  std::vector<std::pair<double, double>> curve_;
};

}  // namespace

Plsa fit_topics(const TopicTask& task, PlsaOptions options, const Parameters& parameters, FitReport& report,
                const Run& run) {
  return TopicFit(task, options, parameters, report, run).fit();
}

}  // namespace couplet
