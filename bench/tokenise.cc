// Our tokens against ICU's break iterator alone, on the same generated English-like ASCII text, in one run.
#include <unicode/brkiter.h>
#include <unicode/ubrk.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "bench/benchmarks.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/text/pipeline.h"

namespace bench = couplet::bench;

namespace {

constexpr std::size_t text_bytes = 16 << 20;
constexpr int rounds = 5;
constexpr std::int64_t vocabulary_size = 20'000;
constexpr std::string_view pipeline = "nfkc,lower,icu";

/// Words of random letters; frequent ones are short, as in English.
std::vector<std::string> make_words(couplet::Random& random) {
  std::vector<std::string> words;
  for (std::int64_t rank = 0; rank < vocabulary_size; ++rank) {
    const std::int64_t length =
        1 + random.below(3) + static_cast<std::int64_t>(std::log2(static_cast<double>(rank + 1)) / 2);
    std::string word;
    for (std::int64_t i = 0; i < length; ++i) word.push_back(static_cast<char>('a' + random.below(26)));
    if (random.below(60) == 0) word += "'s";
    words.push_back(word);
  }
  return words;
}

/// Lines of sentences: Zipf-distributed words, capitals, commas, numbers and full stops.
std::vector<std::string> make_lines() {
  couplet::Random random(20261115);
  const std::vector<std::string> words = make_words(random);
  const double log_size = std::log(static_cast<double>(vocabulary_size));
  std::vector<std::string> lines;
  for (std::size_t bytes = 0; bytes < text_bytes; bytes += lines.back().size()) {
    std::string line;
    const std::int64_t count = 8 + random.below(30);
    for (std::int64_t i = 0; i < count; ++i) {
      if (i > 0) line += random.below(9) == 0 ? ", " : " ";
      if (random.below(40) == 0) {
        line += fmt::format("{}.{}", random.below(1000), random.below(100));
        continue;
      }
      const auto rank = static_cast<std::size_t>(std::exp(random.uniform() * log_size)) - 1;
      std::string word = words[rank];
      if (i == 0 || random.below(25) == 0) word[0] = static_cast<char>(word[0] - 'a' + 'A');
      line += word;
    }
    lines.push_back(line + ".");
  }
  return lines;
}

std::int64_t count_with_couplet(const std::vector<std::string>& lines) {
  couplet::Tokeniser tokeniser = couplet::TextPipeline::parse(pipeline).make();
  std::int64_t tokens = 0;
  for (const std::string& line : lines) tokens += static_cast<std::int64_t>(tokeniser.tokens(line).size());
  return tokens;
}

std::int64_t count_with_icu(const std::vector<std::string>& lines) {
  UErrorCode status = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> iterator(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), status));
  if (U_FAILURE(status)) return -1;
  std::int64_t tokens = 0;
  for (const std::string& line : lines) {
    const icu::UnicodeString text = icu::UnicodeString::fromUTF8(line);
    iterator->setText(text);
    while (iterator->next() != icu::BreakIterator::DONE)
      if (iterator->getRuleStatus() >= UBRK_WORD_NONE_LIMIT) ++tokens;
  }
  return tokens;
}

/// MB a second of one call, by processor time: both sides use one thread, and a busy machine then matters less. Fills
/// in what it counted.
template <class Count>
double rate_of(Count count, const std::vector<std::string>& lines, double megabytes, std::int64_t& tokens) {
  const std::clock_t start = std::clock();
  tokens = count(lines);
  return megabytes * CLOCKS_PER_SEC / static_cast<double>(std::max<std::clock_t>(std::clock() - start, 1));
}

}  // namespace

int bench::run_tokenise(int argc, char** argv) {
  const bool json = argc > 1 && std::string_view(argv[1]) == "--json";
  const std::vector<std::string> lines = make_lines();
  double megabytes = 0;
  for (const std::string& line : lines) megabytes += static_cast<double>(line.size()) * 1e-6;

  // Best of several interleaved rounds: what else runs on the machine then disturbs both alike.
  double ours = 0, icu = 0;
  std::int64_t our_tokens = 0, icu_tokens = 0;
  for (int round = 0; round < rounds; ++round) {
    ours = std::max(ours, rate_of(count_with_couplet, lines, megabytes, our_tokens));
    icu = std::max(icu, rate_of(count_with_icu, lines, megabytes, icu_tokens));
  }
  if (our_tokens != icu_tokens) {
    fmt::print(stderr, "tokenise: {} tokens, ICU finds {}\n", our_tokens, icu_tokens);
    return 1;
  }
  bench::Report(json).add({.name = "text.speed.ascii-vs-icu",
                           .value = ours / icu,
                           .note = fmt::format("{} {:.1f} MB/s, ICU alone {:.1f} MB/s", pipeline, ours, icu)});
  return 0;
}
