#include <fmt/format.h>

#include "couplet/base/gzip_file.h"
#include "couplet/methods/ngram/arpa.h"

namespace couplet {

void write_arpa(const std::string& path, const Vocabulary& words, const NgramTable& table, const Run& run) {
  GzipFile file(path);
  std::string line = "\\data\\\n";
  for (int n = 1; n <= table.order(); ++n) line += fmt::format("ngram {}={}\n", n, table.size(n));
  file.write(line);
  Stage stage(*run.observer, "writing " + path, table.order(), "orders");
  for (int n = 1; n <= table.order(); ++n) {
    file.write(fmt::format("\n\\{}-grams:\n", n));
    std::int64_t done = 0;
    table.for_ngrams(n, [&](std::span<const std::int32_t> ngram, float log10, float backoff) {
      line.clear();
      fmt::format_to(std::back_inserter(line), "{:.7g}\t", n == 1 && ngram[0] == sentence_start ? -99.0F : log10);
      for (std::size_t i = 0; i < ngram.size(); ++i) {
        if (i > 0) line += ' ';
        line += words.word(ngram[i]);
      }
      if (n < table.order() && backoff != 0) fmt::format_to(std::back_inserter(line), "\t{:.7g}", backoff);
      line += '\n';
      file.write(line);
      if (++done % 65536 == 0) run.stop->check();
    });
    stage.advance_to(n);
  }
  file.write("\n\\end\\\n");
  file.commit();
}

}  // namespace couplet
