// Counting words near each other: against the obvious way (one hash map of pairs), on the same generated text with the
// same tokens, one thread, by processor time. Usage: couplet_bench counting [--json] [FILE]; a FILE is counted instead
// of the generated text.
#include <sys/resource.h>
#include <unistd.h>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/atomic_file.h"
#include "couplet/base/random.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/window_counts.h"

using namespace couplet;

namespace {

constexpr std::int64_t generated_words = 3'000'000, vocabulary_size = 20'000, small_vocabulary = 2000, line_words = 40;

/// Lines of Zipf-distributed words.
std::string make_text() {
  Random random(20261115);
  const double log_size = std::log(static_cast<double>(vocabulary_size));
  std::string text;
  for (std::int64_t i = 1; i <= generated_words; ++i) {
    const auto rank = static_cast<std::int64_t>(std::exp(random.uniform() * log_size));
    text += fmt::format("w{:x}{}", rank, i % line_words == 0 ? '\n' : ' ');
  }
  return text;
}

/// What one would write in a few minutes: words to numbers, then a hash map from pairs to weights. Returns the number
/// of cells.
std::size_t count_with_hash_map(const Source& files, const WindowOptions& options) {
  Tokeniser tokeniser = TextPipeline::parse(options.pipeline).make();
  std::unordered_map<std::string, std::int64_t> counts;
  std::string line;
  for (CorpusReader reader(files); reader.next(line);)
    for (const std::string_view token : tokeniser.tokens(line)) ++counts[std::string(token)];
  std::unordered_map<std::string, std::uint64_t> numbers;
  for (const auto& [word, count] : counts)
    if (count >= options.min_count) numbers.emplace(word, numbers.size());

  std::unordered_map<std::uint64_t, double> cells;
  std::vector<std::uint64_t> words;
  const auto window = static_cast<std::size_t>(options.window);
  for (CorpusReader reader(files); reader.next(line);) {
    words.clear();
    for (const std::string_view token : tokeniser.tokens(line))
      if (const auto found = numbers.find(std::string(token)); found != numbers.end()) words.push_back(found->second);
    for (std::size_t i = 0; i < words.size(); ++i)
      for (std::size_t d = 1; d <= window && d <= i; ++d) {
        const double weight = static_cast<double>(window - d + 1) / static_cast<double>(window);
        cells[words[i] << 32 | words[i - d]] += weight;
        cells[words[i - d] << 32 | words[i]] += weight;
      }
  }
  return cells.size();
}

/// Counts how often counts were moved to disk.
struct DiskMoves : Observer {
  void begin(std::string_view stage, std::int64_t, std::string_view) override {
    if (stage == "moving counts to disk") ++times;
  }
  int times = 0;
};

}  // namespace

int bench::run_counting(int argc, char** argv) {
  bool json = false;
  Source files;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      files.paths = {argv[i]};
  const bool generated = files.paths.empty();
  if (generated) {
    files.paths = {(std::filesystem::temp_directory_path() / fmt::format("couplet-bench-{}.txt", getpid())).string()};
    write_file(files.paths[0], make_text());
  }
  WindowOptions options;
  Run run;
  run.pool = Pool(1);
  SparseCounts counts;
  const double ours = bench::processor_seconds([&] { counts = count_windows(files, options, run); });
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::size_t cells = 0;
  const double obvious = bench::processor_seconds([&] { cells = count_with_hash_map(files, options); });
  if (cells != counts.columns.size()) {
    fmt::print(stderr, "counting: {} cells, a hash map finds {}\n", counts.columns.size(), cells);
    return 1;
  }

  // A table much smaller than the list of its pairs, and memory just for the table: the pairs go over the disk.
  options.max_vocabulary = small_vocabulary;
  const double in_memory = bench::processor_seconds([&] { counts = count_windows(files, options, run); });
  DiskMoves moves;
  run.observer = &moves;
  run.memory = MemoryBudget(static_cast<std::int64_t>(counts.columns.size()) * 17);
  SparseCounts spilled;
  const double on_disk = bench::processor_seconds([&] { spilled = count_windows(files, options, run); });
  if (generated) std::filesystem::remove(files.paths[0]);
  if (spilled.values != counts.values) {
    fmt::print(stderr, "counting: another table over the disk\n");
    return 1;
  }
  const bench::Report report(json);
  report.add({.name = "text.speed.counting-vs-hash-map",
              .value = obvious / ours,
              .note = fmt::format("{:.1f} M words, {:.1f} M cells, {:.2f} s, {} MB; hash map {:.2f} s",
                                  static_cast<double>(counts.tokens) * 1e-6, static_cast<double>(cells) * 1e-6, ours,
                                  usage.ru_maxrss / 1024, obvious)});
  report.add({.name = "text.speed.counting-on-disk",
              .value = on_disk / in_memory,
              .better = bench::Better::lower,
              .note = fmt::format("{} words: in memory {:.2f} s, {} times over the disk {:.2f} s", small_vocabulary,
                                  in_memory, moves.times, on_disk)});
  return 0;
}
