#include "couplet/methods/context/context_trainer.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <limits>
#include <numeric>

#include "couplet/methods/context/context_checkpoint.h"
#include "couplet/methods/context/context_sampler.h"
#include "couplet/methods/rnnlm/rnn_weights.h"

namespace couplet {
namespace {

constexpr std::uint64_t order_stream = 0x6570, target_piece = 0xfffff, sample_piece = 0xffffe;

std::int64_t words_in(const NumberedSentences& text) {
  std::int64_t words = 0;
  for (const auto& sentence : text) words += std::ssize(sentence);
  return words;
}

NumberedSentences pick(const NumberedSentences& text, std::span<const std::size_t> which) {
  NumberedSentences picked;
  for (const std::size_t i : which) picked.push_back(text[i]);
  return picked;
}

class ContextTrainer {
 public:
  ContextTrainer(const ContextShape& shape, const NumberedSentences& text, const NumberedSentences& held_out,
                 std::span<const std::int64_t> counts, const ContextTraining& options, const ModelHeader& header,
                 const Run& run)
      : shape_(shape),
        text_(text),
        held_out_(held_out),
        options_(options),
        header_(header),
        run_(run),
        sampler_(counts, options.threshold, options.samples),
        total_(std::llround(options.epochs * static_cast<double>(words_in(text)))),
        warm_up_(std::clamp<std::int64_t>(total_ / options.batch / 10, 1, options.warm_up)),
        nets_(run.pool),
        output_(run.pool),
        gradient_(shape) {}

  ContextResult train() {
    ContextProgress progress = start();
    ContextResult result;
    result.resumed = progress.done > 0;
    const std::int64_t first = progress.done;
    Stage stage(*run_.observer, "training", total_, "words");
    stage.resume_at(std::min(first, total_));
    if (!progress.history.empty()) stage.remark(in_short(progress.history.back(), !held_out_.empty()));
    const auto started = std::chrono::steady_clock::now();
    bool ended = progress.done >= total_ || progress.waited > options_.patience;
    while (!ended) {
      Random random(run_.seed, order_stream + static_cast<std::uint64_t>(progress.epoch));
      const auto batches = context_batches(text_, options_.batch, random);
      const std::int64_t count = std::ssize(batches), checks = std::min(options_.checks, count);
      const std::int64_t between = (count + checks - 1) / checks;
      while (progress.at < count && !ended) {
        one_batch(progress, pick(text_, batches[progress.at]));
        ++progress.at;
        ended = progress.done >= total_;
        if (ended || progress.at % between == 0 || progress.at == count) {
          check(progress);
          stage.remark(in_short(progress.history.back(), !held_out_.empty()));
          ended = ended || progress.waited > options_.patience;
        }
        stage.advance_to(std::min(progress.done, total_));
        if (run_.stop->requested()) keep(progress);
        run_.stop->check();
      }
      if (progress.at < count) break;
      ++progress.epoch;
      progress.at = 0;
    }
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - started;
    result.words_per_second = static_cast<double>(progress.done - first) / std::max(1e-9, seconds.count());
    result.weights = std::move(progress.best);
    result.kept.assign(sampler_.kept().begin(), sampler_.kept().end());
    result.stopped = total_ > 0 && progress.done < total_ && progress.waited > options_.patience;
    result.history = std::move(progress.history);
    return result;
  }

 private:
  ContextProgress start() const {
    if (options_.resume && std::filesystem::exists(options_.checkpoint))
      return read_context_checkpoint(options_.checkpoint, header_, shape_);
    ContextProgress progress{ContextWeights<float>::random(shape_, run_.seed), {}, ContextOptimiser(shape_)};
    for (Index word = 0; word < options_.vectors.rows(); ++word) {
      if (!(options_.vectors.row(word).array() != 0).any()) continue;
      progress.weights.in.row(word) = options_.vectors.row(word);
      progress.weights.out.row(word) = options_.vectors.row(word);
    }
    progress.best = progress.weights;
    progress.best_held_out = std::numeric_limits<double>::max();
    return progress;
  }

  double rate(const ContextProgress& progress) const {
    const double left = 1 - static_cast<double>(progress.done) / static_cast<double>(total_);
    const double warm =
        std::min(1.0, static_cast<double>(progress.optimiser.steps + 1) / static_cast<double>(warm_up_));
    return options_.rate * warm * std::max(0.02, left);
  }

  void one_batch(ContextProgress& progress, const NumberedSentences& sentences) {
    const UnitDropout dropout{options_.dropout, run_.seed, static_cast<std::uint64_t>(progress.optimiser.steps)};
    Random places = dropout.random(target_piece), draws = dropout.random(sample_piece);
    const ContextBatch batch = lay_out(sentences, sampler_.kept(), places, options_.abreast);
    progress.done += batch.states;
    if (batch.targets.empty()) return;
    const ContextCandidates<float> candidates = sampler_.draw(draws);
    std::vector<std::int32_t> out = candidates.words;
    for (const ContextTarget& target : batch.targets) out.push_back(target.word);
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    const double now = rate(progress);
    if (candidates.words.empty())
      progress.optimiser.catch_up_all(progress.weights, run_);
    else
      progress.optimiser.catch_up(progress.weights, batch.distinct, out, run_);
    nets_.forward(progress.weights, batch, dropout);
    for (const double chance : output_.run(progress.weights, batch, nets_, candidates, dropout, &gradient_))
      progress.lost -= chance;
    progress.counted += static_cast<double>(batch.targets.size());
    nets_.backward(progress.weights, batch, gradient_);
    progress.optimiser.step(progress.weights, gradient_, now, options_.clip, run_);
  }

  void keep(const ContextProgress& progress) const {
    require_finite(std::isfinite(progress.lost));
    if (!options_.checkpoint.empty()) write_checkpoint(options_.checkpoint, header_, progress);
  }

  void check(ContextProgress& progress) {
    progress.optimiser.catch_up_all(progress.weights, run_);
    const double training = std::exp(progress.lost / std::max(1.0, progress.counted));
    double held_out = training;
    if (!held_out_.empty()) {
      double sum = 0;
      for (const auto& sentence : context_log_chances(progress.weights, sampler_.kept(), held_out_, run_))
        sum = std::accumulate(sentence.begin(), sentence.end(), sum);
      held_out = std::exp(-sum / static_cast<double>(words_in(held_out_)));
    }
    progress.lost = progress.counted = 0;
    require_finite(std::isfinite(training) && std::isfinite(held_out));
    const std::int64_t number = std::ssize(progress.history) + 1;
    progress.history.push_back({number, progress.optimiser.rate, training, held_out});
    run_.observer->note(fmt::format("check {}: {}", number,
                                    described(progress.history.back(), context_perplexity, !held_out_.empty())));
    ++progress.waited;
    if (held_out < progress.best_held_out) {
      progress.best_held_out = held_out;
      progress.best = progress.weights;
      progress.waited = 0;
    }
    keep(progress);
  }

  const ContextShape& shape_;
  const NumberedSentences &text_, &held_out_;
  const ContextTraining& options_;
  const ModelHeader& header_;
  const Run& run_;
  ContextSampler sampler_;
  std::int64_t total_, warm_up_;
  ContextNets<float> nets_;
  ContextOutput<float> output_;
  ContextGradient<float> gradient_;
};

}  // namespace

std::vector<std::vector<std::size_t>> context_batches(const NumberedSentences& text, std::int64_t words,
                                                      Random& random) {
  constexpr std::size_t together = 20000;
  std::vector<std::size_t> order(text.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  random.shuffle(std::span(order));
  std::vector<std::vector<std::size_t>> batches;
  for (std::size_t begin = 0; begin < order.size(); begin += together) {
    const auto part = std::span(order).subspan(begin, std::min(together, order.size() - begin));
    std::stable_sort(part.begin(), part.end(), [&](auto a, auto b) { return text[a].size() < text[b].size(); });
    const std::size_t first = batches.size();
    std::int64_t filled = words;
    for (const std::size_t i : part) {
      const std::int64_t length = std::ssize(text[i]);
      if (filled + length > words || batches.size() == first) {
        batches.emplace_back();
        filled = 0;
      }
      batches.back().push_back(i);
      filled += length;
    }
    random.shuffle(std::span(batches).subspan(first));
  }
  return batches;
}

ContextResult train_context(const ContextShape& shape, const NumberedSentences& text, const NumberedSentences& held_out,
                            std::span<const std::int64_t> counts, const ContextTraining& options,
                            const ModelHeader& header, const Run& run) {
  return ContextTrainer(shape, text, held_out, counts, options, header, run).train();
}

std::vector<std::vector<double>> context_log_chances(const ContextWeights<float>& weights, std::span<const float> kept,
                                                     const NumberedSentences& text, const Run& run) {
  constexpr std::int64_t batch_words = 4096;
  const ContextCandidates<float> candidates = ContextSampler::all(kept);
  ContextNets<float> nets(run.pool);
  ContextOutput<float> output(run.pool);
  Random random(1);
  std::vector<std::vector<double>> result(text.size());
  for (const auto& which : context_batches(text, batch_words, random)) {
    run.stop->check();
    const NumberedSentences sentences = pick(text, which);
    const ContextBatch batch = lay_out(sentences, {}, random);
    nets.forward(weights, batch, {});
    const std::vector<double> chances = output.run(weights, batch, nets, candidates, {}, nullptr);
    for (std::size_t i = 0; i < chances.size(); ++i) result[which[batch.targets[i].sentence]].push_back(chances[i]);
  }
  return result;
}

}  // namespace couplet
