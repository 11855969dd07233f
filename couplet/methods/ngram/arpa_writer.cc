#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "couplet/base/compressed_file.h"
#include "couplet/methods/ngram/arpa.h"

namespace couplet {
namespace {

struct WrittenNgram {
  std::array<std::int32_t, highest_order> words;
  float log10, backoff;
};

/// Sorted from the first word on: other tools build tries as they read, entered by the first word.
std::vector<WrittenNgram> sorted_ngrams(const NgramTable& table, int n, const Run& run) {
  run.memory.require(table.size(n) * static_cast<std::int64_t>(sizeof(WrittenNgram)), "the n-grams to write");
  std::vector<WrittenNgram> all;
  all.reserve(table.size(n));
  table.for_ngrams(n, [&](std::span<const std::int32_t> ngram, float log10, float backoff) {
    WrittenNgram& written = all.emplace_back(WrittenNgram{{}, log10, backoff});
    std::copy(ngram.begin(), ngram.end(), written.words.begin());
  });
  std::sort(all.begin(), all.end(), [](const WrittenNgram& a, const WrittenNgram& b) { return a.words < b.words; });
  return all;
}

}  // namespace

void write_arpa(const std::string& path, const Vocabulary& words, const NgramTable& table, const Run& run) {
  CompressedFile file(path);
  std::string line = "\\data\\\n";
  for (int n = 1; n <= table.order(); ++n) line += fmt::format("ngram {}={}\n", n, table.size(n));
  file.write(line);
  Stage stage(*run.observer, "writing " + path, table.order(), "orders");
  for (int n = 1; n <= table.order(); ++n) {
    file.write(fmt::format("\n\\{}-grams:\n", n));
    std::int64_t done = 0;
    for (const WrittenNgram& ngram : sorted_ngrams(table, n, run)) {
      line.clear();
      const bool start = n == 1 && ngram.words[0] == sentence_start;
      fmt::format_to(std::back_inserter(line), "{:.7g}\t", start ? -99.0F : ngram.log10);
      for (int i = 0; i < n; ++i) {
        if (i > 0) line += ' ';
        line += words.word(ngram.words[i]);
      }
      if (n < table.order() && ngram.backoff != 0) fmt::format_to(std::back_inserter(line), "\t{:.7g}", ngram.backoff);
      line += '\n';
      file.write(line);
      if (++done % 65536 == 0) run.stop->check();
    }
    stage.advance_to(n);
  }
  file.write("\n\\end\\\n");
  file.commit();
}

}  // namespace couplet
