// Queries of an n-gram model a second on one core, and how far its probabilities are from adding up to one.
// Usage: couplet_bench ngram [--json] [TEXT]. Without TEXT a text of made-up words is used. Rows:
// completion.speed.ngram-query (millions a second, bar: at least 1), completion.ngram.sum-error (100 random histories,
// bar: at most 1e-6).
#include <algorithm>
#include <cmath>
#include <ctime>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/methods/ngram/ngram_model.h"
#include "couplet/methods/registry.h"

using namespace couplet;

namespace {

/// Words by Zipf's law, where each likes some that follow it.
std::string made_up_text() {
  Random random(1);
  std::string text;
  std::int64_t before = 0;
  for (int i = 0; i < 2000000; ++i) {
    const double u = random.uniform();
    const auto free = static_cast<std::int64_t>(std::exp(u * std::log(50000.0)));
    before = random.uniform() < 0.5 ? (before * 31 + random.below(7)) % 50000 : free;
    text += fmt::format("{}{}", before, random.below(20) == 0 ? '\n' : ' ');
  }
  return text;
}

}  // namespace

int bench::run_ngram(int argc, char** argv) {
  bool json = false;
  std::string path;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      path = argv[i];
  Run run;
  run.pool = Pool(1);
  const Method& method = find_method(all_methods(), "ngram");
  Source data;
  std::string made;
  if (path.empty()) {
    path = fmt::format("/tmp/couplet_bench.{}.txt", std::clock());
    made = path;
    std::FILE* file = std::fopen(path.c_str(), "w");
    const std::string text = made_up_text();
    if (!file || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0) return 1;
  }
  data.paths = {path};
  const Fitted fitted =
      fit_model(method, data, Parameters::resolve(method.parameters, {{"sentences", "split"}}), all_methods(), run);
  const auto& model = dynamic_cast<const NgramModel&>(*fitted.model);

  // The queries: the text itself, sentence by sentence.
  LanguageText again =
      LanguageText::read(data, Parameters::resolve(method.parameters, {{"sentences", "split"}}), run, &model.words());
  std::vector<std::int32_t> numbers;
  again.next(numbers);
  for (std::vector<std::int32_t> more; numbers.size() < 2000000 && again.next(more);)
    numbers.insert(numbers.end(), more.begin(), more.end());
  if (!made.empty()) std::remove(made.c_str());
  double sum = 0, best = 1e9;
  for (int repeat = 0; repeat < 3; ++repeat) {
    const double start = bench::processor_clock();
    NgramState state = model.table().start();
    std::int64_t span = 0;
    for (const std::int32_t word : numbers) {
      sum += model.table().log10(state, word, state, span);
      if (word == sentence_end) state = model.table().start();
    }
    best = std::min(best, bench::processor_clock() - start);
  }
  const bench::Report report(json);
  report.add({.name = "completion.speed.ngram-query",
              .value = static_cast<double>(numbers.size()) / best / 1e6,
              .bar = 1,
              .note = fmt::format("millions a second on one core; {} queries, mean log10 {:.3f}", numbers.size(),
                                  sum / 3 / static_cast<double>(numbers.size()))});
  Random random(2);
  double worst = 0;
  for (int i = 0; i < 100; ++i) {
    std::vector<std::int32_t> history;
    const auto at = static_cast<std::size_t>(random.below(static_cast<std::int64_t>(numbers.size()) - 3));
    for (std::size_t j = at; j < at + static_cast<std::size_t>(random.below(4)); ++j) history.push_back(numbers[j]);
    double total = 0;
    for (const double value : model.next_words(history, run)) total += std::pow(10, value);
    worst = std::max(worst, std::abs(total - 1));
  }
  report.add({.name = "completion.ngram.sum-error",
              .value = worst,
              .better = bench::Better::lower,
              .bar = 1e-6,
              .note = "largest distance from 1 of a history's probabilities"});
  return 0;
}
