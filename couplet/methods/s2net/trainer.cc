#include "couplet/methods/s2net/trainer.h"

#include <fmt/format.h>

#include <cmath>

#include "couplet/base/error.h"
#include "couplet/methods/s2net/sampling.h"

namespace couplet {
namespace {

constexpr std::uint64_t sampling_stream = 0x5332;  // of the generator, apart from those of the starts

template <class T>
class Trainer {
 public:
  Trainer(const S2NetProblem<T>& problem, Matrix<T> start, const S2NetOptions& options,
          const DevelopmentFigure<T>& development, const Run& run)
      : problem_(problem), options_(options), development_(development), run_(run), projection_(std::move(start)) {
    check();
    if (options.loss.pull > 0) anchor_ = projection_;
  }

  S2NetResult<T> train() {
    Stage stage(*run_.observer, "training s2net", options_.optimiser.max_evaluations * options_.samples, "evaluations");
    const std::vector<Index> among = possible_competitors();
    const bool sampled = options_.competitors > 0 && options_.competitors < std::ssize(among);
    for (Index sample = 0; sample < (sampled ? options_.samples : 1) && !tired_; ++sample) {
      std::vector<Index> competitors;
      if (!sampled && std::ssize(among) < problem_.right->rows()) competitors = among;
      if (sampled) {
        Random random(run_.seed, sampling_stream + static_cast<std::uint64_t>(sample));
        competitors =
            weighted_sample(problem_.right->rows(), options_.competitors, options_.competitor_weights, random);
      }
      descend(std::move(competitors), stage);
    }
    if (!development_) return {std::move(projection_), std::move(report_)};
    report_.loss = best_.loss;
    report_.development = best_.development;
    return {std::move(best_projection_), std::move(report_)};
  }

 private:
  std::vector<Index> possible_competitors() const {
    const Index n = problem_.right->rows();
    std::vector<Index> among;
    for (Index row = 0; row < n; ++row)
      if (options_.competitor_weights.empty() || options_.competitor_weights[row] > 0) among.push_back(row);
    if (among.empty() && !problem_.pairs.empty())
      throw Error(ErrorCode::data, "s2net", "the weights of the competitors are all 0");
    return among;
  }

  void check() const {
    check_problem(problem_);
    const auto fail = [](const char* what) { throw Error(ErrorCode::usage, "s2net", what); };
    if (options_.patience < 1) fail("patience must be at least 1");
    if (options_.competitors < 0) fail("the number of competitors must not be negative");
    if (options_.samples < 1) fail("at least one sample is needed");
    if (!options_.competitor_weights.empty() && std::ssize(options_.competitor_weights) != problem_.right->rows())
      throw Error(
          ErrorCode::data, "s2net",
          fmt::format("{} weights for {} competitors", options_.competitor_weights.size(), problem_.right->rows()));
    if (projection_.rows() != problem_.parameter_rows() || projection_.cols() < 1)
      throw Error(ErrorCode::data, "s2net",
                  fmt::format("the start is {} x {}, expected {} rows and at least one column", projection_.rows(),
                              projection_.cols(), problem_.parameter_rows()));
    const double numbers = 3.0 * static_cast<double>(problem_.left->rows() + problem_.right->rows()) *
                           static_cast<double>(projection_.cols());
    run_.memory.require(static_cast<std::int64_t>(numbers * sizeof(T)), "the projected texts of s2net");
    if (!projection_.allFinite()) throw Error(ErrorCode::data, "s2net", "the start holds values that are not finite");
  }

  /// L-BFGS with one set of competitors (none: all).
  void descend(std::vector<Index> competitors, Stage& stage) {
    S2NetObjective<T> objective(problem_, options_.loss, std::move(competitors));
    objective.set_start(&anchor_);
    const Index before = report_.evaluations, iterations_before = report_.iterations;
    const LossAndGradient<T> f = [&](std::span<const T> x, std::span<T> gradient) {
      const Eigen::Map<const Matrix<T>> at(x.data(), projection_.rows(), projection_.cols());
      const double loss =
          objective.evaluate(at, Eigen::Map<Matrix<T>>(gradient.data(), projection_.rows(), projection_.cols()), run_);
      if (report_.evaluations++ == 0) begin(objective, loss);
      stage.advance_to(report_.evaluations);
      return loss;
    };
    const LbfgsReport done =
        lbfgs<T>({projection_.data(), static_cast<std::size_t>(projection_.size())}, f, options_.optimiser, run_,
                 [&](const LbfgsStep<T>& step) {
                   return !judge({before + step.evaluations, step.value, 0}, iterations_before + step.iteration);
                 });
    report_.iterations = iterations_before + done.iterations;
    report_.loss = done.value;
    report_.end = done.end;
    report_.empty_texts = objective.empty_texts();
  }

  /// At the start: the loss that was had, and the figure to beat.
  void begin(const S2NetObjective<T>& objective, double loss) {
    if (objective.empty_texts() == problem_.left->rows() + (problem_.one_collection() ? 0 : problem_.right->rows()))
      throw Error(ErrorCode::data, "s2net", "the start projects every text to 0", "start from another projection");
    report_.first_loss = report_.loss = loss;
    judge({1, loss, 0}, 0);
  }

  /// Notes an iteration and keeps the best; true when patience is at an end.
  bool judge(S2NetTrace entry, Index iteration) {
    if (development_) {
      entry.development = development_(projection_);
      if (std::isnan(entry.development))
        throw Error(ErrorCode::data, "s2net", "the development figure is not a number");
      if (iteration == 0 || entry.development > best_.development) {
        best_ = entry;
        best_iteration_ = iteration;
        best_projection_ = projection_;
      }
      tired_ = iteration - best_iteration_ >= options_.patience;
    }
    report_.trace.push_back(entry);
    return tired_;
  }

  const S2NetProblem<T>& problem_;
  const S2NetOptions& options_;
  const DevelopmentFigure<T>& development_;
  const Run& run_;
  Matrix<T> projection_, anchor_, best_projection_;
  S2NetTrace best_;
  Index best_iteration_ = 0;
  bool tired_ = false;
  S2NetReport report_;
};

}  // namespace

template <class T>
S2NetResult<T> train_s2net(const S2NetProblem<T>& problem, Matrix<T> start, const S2NetOptions& options,
                           const DevelopmentFigure<T>& development, const Run& run) {
  return Trainer<T>(problem, std::move(start), options, development, run).train();
}

template S2NetResult<float> train_s2net(const S2NetProblem<float>&, MatrixF, const S2NetOptions&,
                                        const DevelopmentFigure<float>&, const Run&);
template S2NetResult<double> train_s2net(const S2NetProblem<double>&, MatrixD, const S2NetOptions&,
                                         const DevelopmentFigure<double>&, const Run&);

}  // namespace couplet
