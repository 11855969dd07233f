// Rewriting kernels: values a second of whole Gram matrices (k = 1 to 4 together), and against the paper's algorithms
// on a sample.
// Usage: couplet_bench rewriting [--json] [FILE LEFT,RIGHT]: pairs of sentences of a TSV with a header; made up without
// a file. WordNet's synonyms are the types (Debian's package wordnet-base).
#include <ctime>
#include <string>
#include <string_view>

#include "bench/benchmarks.h"
#include "bench/paper_kernel.h"
#include "bench/report.h"
#include "couplet/base/random.h"
#include "couplet/methods/rewriting/rewriting_gram.h"
#include "couplet/methods/rewriting/sentence.h"
#include "couplet/methods/rewriting/typed_vocabulary.h"
#include "couplet/text/pair_reader.h"

using namespace couplet;

namespace {

constexpr int most_k = 4;
constexpr std::size_t sample = 30;

std::vector<SentencePair> read_pairs(const std::string& path, const std::string& columns) {
  PairReader reader({.paths = {path}, .columns = columns, .header = true});
  SentenceOptions options;
  options.text = TextPipeline::parse("icu");
  options.most_words = 250;
  SentenceReader sentences(options);
  std::vector<SentencePair> pairs;
  TextPair pair;
  bool cut = false;
  while (reader.next(pair)) pairs.push_back({sentences.read(pair.left, cut), sentences.read(pair.right, cut)});
  return pairs;
}

/// Frequent and rare words of WordNet; the right side repeats most of the left in another order.
std::vector<SentencePair> made_up_pairs(const SenseTable& senses) {
  Random random(1);
  std::vector<SentencePair> pairs;
  for (int i = 0; i < 2000; ++i) {
    SentencePair pair;
    const auto word = [&] {
      const double u = random.uniform();
      return TaggedWord{std::string(senses.words.word(static_cast<std::int64_t>(u * u * u * u * 20000))), "", ""};
    };
    for (int w = 0; w < 20; ++w) {
      pair.left.push_back(word());
      pair.right.push_back(random.uniform() < 0.6 ? pair.left[random.below(w + 1)] : word());
    }
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

std::vector<SymbolPair> symbols_of(const std::vector<SentencePair>& pairs, TypedVocabulary& words) {
  std::vector<SymbolPair> all;
  for (const SentencePair& pair : pairs) {
    SymbolPair symbols;
    for (const TaggedWord& word : pair.left) symbols.source.push_back(words.add(word));
    for (const TaggedWord& word : pair.right) symbols.target.push_back(words.add(word));
    all.push_back(std::move(symbols));
  }
  words.finish();
  return all;
}

/// Sum over k of the Gram matrices' entries, so that nothing is left out by the compiler.
double whole_matrices(std::span<const SymbolPair> pairs, const TypedVocabulary& words, const Run& run) {
  double sum = 0;
  for (int k = 1; k <= most_k; ++k) {
    const RewritingIndex index(pairs, k, words, Wiring::same_type, run);
    sum += rewriting_gram(index, pairs, words, false, "gram", run).sum();
  }
  return sum;
}

}  // namespace

int bench::run_rewriting(int argc, char** argv) {
  bool json = false;
  std::vector<std::string> given;
  for (int i = 1; i < argc; ++i)
    if (std::string_view(argv[i]) == "--json")
      json = true;
    else
      given.emplace_back(argv[i]);
  const bench::Report report(json);
  const Run run;
  TypeSources sources;
  sources.senses = SenseTable::from(WordNet::read(debian_wordnet, run), 0);
  const auto pairs = given.size() == 2 ? read_pairs(given[0], given[1]) : made_up_pairs(sources.senses);
  const double n = static_cast<double>(pairs.size()), values = n * (n + 1) / 2;
  double value_seconds = 0;  // processor time a value, of the last measurement
  const auto measure = [&](const char* name, const char* types, double published, double bar) {
    TypedVocabulary words(TypingScheme::parse(types), sources);
    const auto symbols = symbols_of(pairs, words);
    const double start = bench::processor_clock();
    const double seconds = bench::seconds([&] { whole_matrices(symbols, words, run); });
    value_seconds = (bench::processor_clock() - start) / values;
    report.add({fmt::format("rewriting.speed.{}-values", name),
                values / seconds,
                bench::Better::higher,
                {},
                fmt::format("kernel values a second ({} pairs, k = 1 to 4); the paper on 8 cores: {}", pairs.size(),
                            published)});
    report.add(
        {fmt::format("rewriting.speed.{}-seconds", name), seconds, bench::Better::lower, bar, "the whole Gram matrix"});
  };
  measure("srk", "stem", 1500, 20);
  measure("typed", "stem,synonym", 500, 300);

  TypedVocabulary words(TypingScheme::parse("stem,synonym"), sources);
  auto symbols = symbols_of(pairs, words);
  symbols.resize(std::min(symbols.size(), sample));
  const double ours = whole_matrices(symbols, words, run), start = bench::processor_clock();
  double theirs = 0;
  for (int k = 1; k <= most_k; ++k) {
    const bench::PaperKernel kernel(words, k);
    for (std::size_t i = 0; i < symbols.size(); ++i)
      for (std::size_t j = 0; j <= i; ++j)
        theirs += (i == j ? 1.0 : 2.0) * static_cast<double>(kernel(symbols[i], symbols[j]));
  }
  const double sampled = static_cast<double>(symbols.size() * (symbols.size() + 1)) / 2;
  const double paper_seconds = (bench::processor_clock() - start) / sampled;
  if (ours != theirs) {
    fmt::print(stderr, "the kernels differ: {} and {}\n", ours, theirs);
    return 1;
  }
  report.add(
      {"rewriting.speed.vs-paper", paper_seconds / value_seconds, bench::Better::higher, 50,
       fmt::format("processor time a typed value: the paper's algorithms on {} pairs, ours over the whole matrix",
                   symbols.size())});
  return 0;
}
