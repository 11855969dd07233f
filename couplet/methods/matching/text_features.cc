#include "couplet/methods/matching/text_features.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "couplet/lexicon/stemmer.h"
#include "couplet/linalg/row_builder.h"
#include "couplet/methods/matching/sounds.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/romanise.h"
#include "couplet/text/term_counts.h"
#include "couplet/text/unspaced.h"

namespace couplet {
namespace {

constexpr std::int64_t texts_at_once = 64;  // texts a task

/// Runs between blanks; where the script has none, four letters count as a word.
std::int64_t word_count(const std::string& text) {
  std::int64_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return std::max(words, unspaced_letters(text) / 4);
}

/// The consonants' classes, 1 to 3 in a row; marked, as they are no letters of the text.
void add_sounds(std::string_view romanised, std::vector<std::string>& terms) {
  const std::string classes = "^" + consonant_classes(romanised) + "$";
  for (std::size_t begin = 0; begin < classes.size(); ++begin)
    for (std::size_t length = 2; length <= 4 && begin + length <= classes.size(); ++length)
      terms.push_back("=" + classes.substr(begin, length));
}

}  // namespace

bool are_unspaced(const std::vector<std::string>& texts) {
  constexpr std::int64_t bytes_a_letter = 3, share = 5;
  std::int64_t letters = 0, bytes = 0;
  for (const std::string& text : texts) {
    letters += unspaced_letters(text);
    bytes += std::ssize(text);
  }
  return share * bytes_a_letter * letters > bytes;
}

bool look_like_names(const std::vector<std::string>& texts) {
  const auto shorts = std::count_if(texts.begin(), texts.end(), [](const auto& text) { return word_count(text) <= 3; });
  return 2 * shorts > static_cast<std::int64_t>(texts.size());
}

std::vector<std::vector<std::string>> terms_of(const std::vector<std::string>& texts, const TermRules& rules,
                                               const Run& run) {
  const TextPipeline pipeline = TextPipeline::parse(rules.pipeline);
  if (!rules.stemmer.empty()) Stemmer check(rules.stemmer);  // a wrong name is told here, not by a worker
  Vocabulary stop_words;
  for (const std::string& word : rules.stop_words) stop_words.add(word);
  std::vector<std::vector<std::string>> terms(texts.size());
  run.pool.for_blocks(static_cast<std::int64_t>(texts.size()), texts_at_once,
                      [&](std::int64_t begin, std::int64_t end) {
                        Tokeniser tokeniser = pipeline.make();
                        std::unique_ptr<Stemmer> stemmer;
                        if (!rules.stemmer.empty()) stemmer = std::make_unique<Stemmer>(rules.stemmer);
                        std::unique_ptr<Romaniser> romaniser;
                        if (rules.romanise) romaniser = std::make_unique<Romaniser>();
                        std::string romanised;
                        for (std::int64_t i = begin; i < end; ++i) {
                          run.stop->check();
                          std::string_view text = texts[i];
                          if (romaniser) text = romanised = (*romaniser)(text);
                          for (const std::string_view token : tokeniser.tokens(text)) {
                            if (stop_words.size() > 0 && stop_words.find(token) >= 0) continue;
                            terms[i].emplace_back(stemmer ? stemmer->stem(token) : token);
                          }
                          if (rules.sounds) add_sounds(text, terms[i]);
                        }
                      });
  return terms;
}

CsrMatrix<double> weighted_terms(const std::vector<std::vector<std::string>>& texts, const TermWeighting& weighting) {
  TermCounts counts;
  for (const auto& text : texts) counts.add(std::vector<std::string_view>(text.begin(), text.end()));
  const double mean_length = counts.mean_length();
  RowBuilder<double> rows;
  for (std::int64_t i = 0; i < counts.texts; ++i) {
    for (std::int64_t e = counts.offsets[i]; e < counts.offsets[i + 1]; ++e)
      rows.add(counts.terms[e], static_cast<double>(counts.counts[e]));
    const TextLength length{static_cast<double>(counts.lengths[i]), mean_length};
    const double squares = rows.finish_row([&](std::int32_t term, double count) {
      return weighting.weight(count, counts.texts, counts.frequencies[term], length);
    });
    for (double& value : rows.last_row()) value /= std::sqrt(squares);
  }
  return rows.matrix(counts.words.size());
}

}  // namespace couplet
