#include "couplet/methods/rnnlm/rnn_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "couplet/methods/language/language_text.h"
#include "couplet/methods/rnnlm/rnn_checkpoint.h"

namespace couplet {
namespace {

constexpr Index block_rows = 32;
constexpr double least_halvings = 1.0 / 64;  // of the rate: then training ends

class Trainer {
 public:
  Trainer(const RnnShape& shape, const WordClasses& classes, std::span<const std::int32_t> text,
          std::span<const std::int32_t> held_out, const RnnTraining& options, const ModelHeader& header, const Run& run)
      : shape_(shape),
        classes_(classes),
        text_(text),
        held_out_(held_out),
        options_(options),
        header_(header),
        run_(run) {
    // Small texts have fewer streams, so that each is some words long.
    const auto words = static_cast<std::int64_t>(text.size()) - 1;
    rows_ = std::clamp<Index>(std::min<std::int64_t>(options.streams, words / (2 * options.steps)), 1, block_rows);
    blocks_ = std::max<std::int64_t>(1, std::min<std::int64_t>(options.streams, words / (2 * options.steps)) / rows_);
    stream_words_ = std::max<std::int64_t>(1, words / (rows_ * blocks_));
    batches_ = std::max<std::int64_t>(1, stream_words_ / options.steps);
    const std::int64_t checks = std::min(options.checks, batches_);
    check_batches_ = (batches_ + checks - 1) / checks;
  }

  RnnResult train() {
    RnnProgress progress = start();
    RnnResult result;
    result.resumed = progress.done > 0;
    for (std::int64_t i = 0; i < blocks_; ++i) gradients_.emplace_back(shape_);
    const std::int64_t total = batches_ * options_.epochs, first = progress.done;
    Stage stage(*run_.observer, "training", total * batch_words(), "words");
    stage.resume_at(std::min(first, total) * batch_words());
    if (!progress.history.empty()) stage.remark(in_short(progress.history.back(), has_held_out()));
    const auto started = std::chrono::steady_clock::now();
    for (;;) {
      // A check may be due at the very start: the run that wrote the checkpoint was stopped before it.
      if (total > 0 && progress.counted > 0 && progress.done % batches_ % check_batches_ == 0)
        check(progress, stage, rate(progress, total));
      if (progress.done >= total || progress.halvings <= least_halvings) break;
      progress.lost -= one_batch(progress, rate(progress, total));
      progress.counted += static_cast<double>(batch_words());
      stage.advance_to(progress.done * batch_words());
      if (run_.stop->requested()) keep(progress);
      run_.stop->check();
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    result.words_per_second =
        static_cast<double>((progress.done - first) * batch_words()) / std::max(1e-9, seconds.count());
    result.weights = std::move(progress.best);
    result.stopped = progress.done < total && progress.halvings <= least_halvings;
    result.history = std::move(progress.history);
    return result;
  }

 private:
  bool has_held_out() const { return held_out_.size() > 1; }
  std::int64_t batch_words() const { return rows_ * blocks_ * options_.steps; }

  RnnProgress start() const {
    if (options_.resume && std::filesystem::exists(options_.checkpoint))
      return read_checkpoint(options_.checkpoint, header_, shape_, static_cast<std::size_t>(blocks_), rows_);
    RnnProgress progress{RnnWeights<float>::random(shape_, run_.seed), {}, RnnOptimiser(shape_)};
    for (Index word = 0; word < options_.embedding.rows(); ++word)
      if ((options_.embedding.row(word).array() != 0).any())
        progress.weights.embedding.row(word) = options_.embedding.row(word);
    progress.best = progress.weights;
    progress.best_held_out = std::numeric_limits<double>::max();
    for (std::int64_t i = 0; i < blocks_; ++i) progress.states.push_back(RnnState<float>::zero(rows_, shape_));
    return progress;
  }

  double rate(const RnnProgress& progress, std::int64_t total) const {
    const double left = 1 - static_cast<double>(progress.done) / static_cast<double>(total);
    return options_.rate * progress.halvings * std::max(0.05, left);
  }

  RnnBatch batch(std::int64_t block, std::int64_t number) const {
    RnnBatch result;
    result.steps = options_.steps;
    result.rows = rows_;
    for (Index t = 0; t < result.steps; ++t)
      for (Index row = 0; row < rows_; ++row) {
        const std::int64_t at = (block * rows_ + row) * stream_words_ + number * options_.steps + t;
        // Only texts shorter than one batch come past the end; they begin again.
        const auto place = static_cast<std::size_t>(at % (static_cast<std::int64_t>(text_.size()) - 1));
        result.inputs.push_back(text_[place]);
        result.targets.push_back(text_[place + 1]);
        result.fresh.push_back(options_.fresh_sentences && text_[place] == sentence_end);
      }
    return result;
  }

  /// Returns the sum of ln P.
  double one_batch(RnnProgress& progress, double rate_now) {
    const std::int64_t number = progress.done % batches_;
    if (number == 0)
      for (RnnState<float>& state : progress.states) state = RnnState<float>::zero(rows_, shape_);
    std::vector<double> sums(blocks_, 0);
    const auto scale = static_cast<float>(1.0 / static_cast<double>(batch_words()));
    run_.pool.for_blocks(blocks_, 1, [&](std::int64_t block, std::int64_t) {
      const auto at = static_cast<std::size_t>(block);
      const UnitDropout dropout{options_.dropout, run_.seed,
                                static_cast<std::uint64_t>(progress.done * blocks_ + block) + 1};
      const auto chances = rnn_pass(shape_, classes_, progress.weights, batch(block, number), progress.states[at],
                                    dropout, scale, &gradients_[at]);
      sums[at] = std::accumulate(chances.begin(), chances.end(), 0.0);
    });
    progress.optimiser.step(progress.weights, gradients_, classes_, rate_now, options_.clip, run_);
    ++progress.done;
    return std::accumulate(sums.begin(), sums.end(), 0.0);
  }

  void keep(const RnnProgress& progress) const {
    require_finite(std::isfinite(progress.lost));
    if (!options_.checkpoint.empty()) write_checkpoint(options_.checkpoint, header_, progress);
  }

  void check(RnnProgress& progress, Stage& stage, double rate_now) {
    const double training = std::exp(progress.lost / progress.counted);
    progress.lost = progress.counted = 0;
    const double held_out =
        has_held_out()
            ? std::exp(-rnn_log_chance(shape_, classes_, progress.weights, held_out_, options_.fresh_sentences, run_) /
                       static_cast<double>(held_out_.size() - 1))
            : training;
    require_finite(std::isfinite(training) && std::isfinite(held_out));
    progress.history.push_back({static_cast<std::int64_t>(progress.history.size()) + 1, rate_now, training, held_out});
    stage.remark(in_short(progress.history.back(), has_held_out()));
    run_.observer->note(fmt::format("check {}: {}", progress.history.size(),
                                    described(progress.history.back(), rnn_perplexity, has_held_out())));
    constexpr double enough = 0.997;
    if (!(held_out < enough * progress.best_held_out)) progress.halvings /= 2;
    if (held_out < progress.best_held_out) {
      progress.best_held_out = held_out;
      progress.best = progress.weights;
    }
    keep(progress);
  }

  const RnnShape& shape_;
  const WordClasses& classes_;
  std::span<const std::int32_t> text_, held_out_;
  const RnnTraining& options_;
  const ModelHeader& header_;
  const Run& run_;
  Index rows_ = 1;
  std::int64_t blocks_ = 1, stream_words_ = 1, batches_ = 1, check_batches_ = 1;
  std::vector<RnnGradient<float>> gradients_;
};

}  // namespace

RnnResult train_rnn(const RnnShape& shape, const WordClasses& classes, std::span<const std::int32_t> text,
                    std::span<const std::int32_t> held_out, const RnnTraining& options, const ModelHeader& header,
                    const Run& run) {
  return Trainer(shape, classes, text, held_out, options, header, run).train();
}

double rnn_log_chance(const RnnShape& shape, const WordClasses& classes, const RnnWeights<float>& weights,
                      std::span<const std::int32_t> text, bool fresh_sentences, const Run& run) {
  // Cut into pieces that run side by side, each from a state of zero.
  const auto words = static_cast<std::int64_t>(text.size()) - 1;
  constexpr std::int64_t steps = 32, least = 512;
  const std::int64_t rows = std::clamp<std::int64_t>(words / least, 1, 64), length = (words + rows - 1) / rows;
  const std::int64_t half = (rows + 1) / 2;  // two blocks, whatever the number of threads
  std::vector<double> sums(2, 0);
  run.pool.for_blocks(rows, half, [&](std::int64_t begin, std::int64_t end) {
    RnnState<float> state = RnnState<float>::zero(end - begin, shape);
    for (std::int64_t from = 0; from < length; from += steps) {
      RnnBatch batch;
      batch.steps = std::min(steps, length - from);
      batch.rows = end - begin;
      for (std::int64_t t = from; t < from + batch.steps; ++t)
        for (std::int64_t row = begin; row < end; ++row) {
          const std::int64_t at = row * length + t;
          const bool inside = at < words;
          const std::int32_t word = inside ? text[at] : sentence_end;
          batch.inputs.push_back(word);
          batch.targets.push_back(inside ? text[static_cast<std::size_t>(at) + 1] : -1);
          batch.fresh.push_back(fresh_sentences && word == sentence_end);
        }
      const auto chances = rnn_pass<float>(shape, classes, weights, batch, state, {}, 1, nullptr);
      sums[begin / half] += std::accumulate(chances.begin(), chances.end(), 0.0);
      run.stop->check();
    }
  });
  return sums[0] + sums[1];
}

}  // namespace couplet
