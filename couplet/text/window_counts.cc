#include "couplet/text/window_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <numeric>
#include <optional>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/text/pair_counter.h"
#include "couplet/text/pair_entries.h"
#include "couplet/text/pair_exchange.h"
#include "couplet/text/pair_table.h"
#include "couplet/text/spares.h"
#include "couplet/text/word_blocks.h"
#include "couplet/text/word_counts.h"

namespace couplet {
namespace {

constexpr int largest_window = 1000, largest_harmonic_window = 22;
// Tables and lists beyond these sizes are no faster: they only push each other out of the cache.
constexpr std::size_t most_frequent = 4096, most_listed = std::size_t{1} << 20;
constexpr std::size_t fewest_listed = 1024;

void check(const WindowOptions& options, const Run& run) {
  const bool harmonic = options.weights == WindowOptions::Weights::harmonic;
  const int largest = harmonic ? largest_harmonic_window : largest_window;
  if (options.window < 1 || options.window > largest)
    throw Error(
        ErrorCode::usage, "--window",
        fmt::format("{} is not from 1 to {}{}", options.window, largest, harmonic ? " (harmonic weights)" : ""));
  if (!(options.subsample >= 0 && options.subsample <= 1))
    throw Error(ErrorCode::usage, "--subsample", fmt::format("{} is not from 0 to 1", options.subsample));
  if (options.subsample > 0 && run.team->size() > 1)  // which occurrences go depends on all the text before them
    throw Error(ErrorCode::usage, "--subsample", "does not work in a team", "leave it out, or use one process");
}

/// Weights of the distances 1, 2, ... as integers, times the denominator.
struct IntegerWeights {
  std::vector<std::uint32_t> numerators;
  std::uint32_t denominator = 1;
};

IntegerWeights integer_weights(const WindowOptions& options) {
  using Weights = WindowOptions::Weights;
  const auto window = static_cast<std::uint32_t>(options.window);
  IntegerWeights weights;
  if (options.weights == Weights::dynamic) weights.denominator = window;
  if (options.weights == Weights::harmonic)
    for (std::uint32_t i = 1; i <= window; ++i) weights.denominator = std::lcm(weights.denominator, i);
  for (std::uint32_t distance = 1; distance <= window; ++distance)
    weights.numerators.push_back(options.weights == Weights::fixed     ? 1
                                 : options.weights == Weights::dynamic ? window - distance + 1
                                                                       : weights.denominator / distance);
  return weights;
}

/// The integers that hold the sums must be large enough.
void check_size(const CountedText& text, const IntegerWeights& weights) {
  const std::int64_t words = text.words.size();
  if (words > PairLayout::most_words)
    throw Error(ErrorCode::data, "", fmt::format("{} words are too many for a table", words),
                fmt::format("use --max-vocabulary {} or a higher --min-count", PairLayout::most_words));
  const std::uint64_t all = std::accumulate(weights.numerators.begin(), weights.numerators.end(), std::uint64_t{0});
  const std::uint64_t most_tokens = (std::uint64_t{1} << 63) / all;
  if (weights.numerators.front() > PairLayout(words).most_weight() ||
      static_cast<std::uint64_t>(text.tokens) > most_tokens)
    throw Error(ErrorCode::data, "--window",
                fmt::format("harmonic weights over {} words, {} of them different, are too fine to be exact",
                            text.tokens, words),
                "use a smaller window, fewer words or dynamic weights");
}

PairCounter::Plan make_plan(const CountedText& text, const WindowOptions& options, const IntegerWeights& weights,
                            const Run& run) {
  using Sides = WindowOptions::Sides;
  PairCounter::Plan plan;
  plan.order = options.sides == Sides::both    ? PairOrder::unordered
               : options.sides == Sides::right ? PairOrder::row_first
                                               : PairOrder::row_second;
  plan.weights = weights.numerators;
  // A sixteenth of the memory each for the tables and for the lists with their scratch. A short text needs neither.
  const auto share = static_cast<std::size_t>(run.memory.bytes() / 16 / run.pool.threads());
  const auto tokens = static_cast<std::size_t>(text.tokens);
  const std::size_t cells = std::min(share / sizeof(std::uint32_t), std::max(tokens, std::size_t{1024}));
  plan.frequent = std::min(
      {PairCounter::frequent_in(plan.order, cells), most_frequent, static_cast<std::size_t>(text.words.size())});
  plan.list_entries = std::clamp(std::min(share / (2 * sizeof(std::uint64_t)), tokens * plan.weights.size()),
                                 fewest_listed, most_listed);
  return plan;
}

void count_pairs(CountedText& text, const WindowOptions& options, const PairCounter::Plan& plan, PairRuns& runs,
                 const Run& run) {
  WordBlocks blocks(text, {.window = static_cast<std::size_t>(options.window),
                           .leave_gaps = !options.across_unknown,
                           .subsample = options.subsample,
                           .seed = run.seed});
  Spares<PairCounter> counters;
  struct Done {};
  // Counts until the end of the text (then true) or until the runs fill their memory.
  const auto count_some = [&] {
    bool at_end = false;
    std::atomic<std::int64_t> position = 0;  // a block may be read while another is taken
    Stage stage(*run.observer, "counting pairs", text.stream.size(), "words");
    run.pool.stream(
        [&]() -> std::optional<WordBlock> {
          if (!runs.has_room()) return std::nullopt;
          std::optional<WordBlock> block = blocks.next();
          at_end = !block;
          position = blocks.position();
          return block;
        },
        [&](WordBlock&& block) {
          auto counter = counters.borrow([&] { return std::make_unique<PairCounter>(plan, runs); });
          counter->count(block.words, block.first);
          counters.give_back(std::move(counter));
          return Done{};
        },
        [&](Done&&) {
          stage.advance_to(position);
          run.stop->check();
        });
    return at_end;
  };
  while (!count_some()) runs.spill(run);  // between streams, when all threads are free to help
  const auto& all = counters.all();
  run.pool.for_blocks(static_cast<std::int64_t>(all.size()), 1,
                      [&](std::int64_t i, std::int64_t) { all[i]->finish(); });
}

}  // namespace

WindowOptions::Weights parse_window_weights(std::string_view name) {
  using enum WindowOptions::Weights;
  for (const auto& [known, weights] : {std::pair("fixed", fixed), {"dynamic", dynamic}, {"harmonic", harmonic}})
    if (name == known) return weights;
  throw Error(ErrorCode::usage, "--weights", fmt::format("'{}' is none of fixed, dynamic, harmonic", name));
}

std::uint32_t weight_denominator(const WindowOptions& options) { return integer_weights(options).denominator; }

SparseCounts count_windows(const Source& files, const WindowOptions& options, const Run& run) {
  check(options, run);
  CountedText text = count_words(files,
                                 {.pipeline = options.pipeline,
                                  .min_count = options.min_count,
                                  .max_vocabulary = options.max_vocabulary,
                                  .stop_words = options.stop_words},
                                 run);
  const IntegerWeights weights = integer_weights(options);
  check_size(text, weights);
  const PairCounter::Plan plan = make_plan(text, options, weights, run);
  const PairLayout layout(text.words.size());
  const bool symmetric = options.sides == WindowOptions::Sides::both;
  PairTable table(layout, text.words.size(), symmetric, weights.denominator);
  SparseCounts counts;
  {
    PairRuns runs(layout, run.memory.bytes() / 4);
    count_pairs(text, options, plan, runs, run);
    if (run.team->size() > 1) {
      counts.begins = exchange_pairs(runs, text.words.size(), symmetric, run);
      table.keep_rows(counts.begins[run.team->rank()], counts.begins[run.team->rank() + 1]);
    }
    const Stage stage(*run.observer, "merging counts");
    runs.merge(run, [&](std::vector<std::uint64_t>&& part) { table.add(part, run.memory); });
  }
  counts.tokens = text.tokens;
  counts.different_words = text.different_words;
  counts.lines = text.documents;
  counts.skipped = text.skipped;
  counts.words = std::move(text.words);
  counts.word_counts = std::move(text.counts);
  table.finish(counts, run);
  return counts;
}

}  // namespace couplet
