#include "couplet/methods/matching/text_features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "couplet/lexicon/stemmer.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/romanise.h"

namespace couplet {
namespace {

constexpr std::int64_t block = 64;  // texts a task

std::int64_t word_count(const std::string& text) {
  std::int64_t words = 0;
  bool inside = false;
  for (const char c : text) {
    const bool blank = c == ' ' || c == '\t';
    if (!blank && !inside) ++words;
    inside = !blank;
  }
  return words;
}

}  // namespace

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
  run.pool.for_blocks(static_cast<std::int64_t>(texts.size()), block, [&](std::int64_t begin, std::int64_t end) {
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
    }
  });
  return terms;
}

CsrMatrix<double> weighted_terms(const std::vector<std::vector<std::string>>& texts, const TermWeighting& weighting,
                                 Vocabulary& vocabulary) {
  std::vector<std::map<std::int64_t, double>> counts(texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i)
    for (const std::string& term : texts[i]) counts[i][vocabulary.add(term)] += 1;
  std::vector<std::int64_t> frequency(vocabulary.size(), 0);
  double tokens = 0;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    tokens += static_cast<double>(texts[i].size());
    for (const auto& [term, count] : counts[i]) ++frequency[term];
  }
  const auto all = static_cast<std::int64_t>(texts.size());
  const double mean_length = all > 0 ? tokens / static_cast<double>(all) : 1;

  std::vector<std::int64_t> offsets = {0};
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const TextLength length{static_cast<double>(texts[i].size()), mean_length};
    double squares = 0;
    for (const auto& [term, count] : counts[i]) {
      const double weight = weighting.weight(count, all, frequency[term], length);
      if (weight == 0) continue;
      columns.push_back(static_cast<std::int32_t>(term));
      values.push_back(weight);
      squares += weight * weight;
    }
    for (auto e = static_cast<std::size_t>(offsets.back()); e < values.size(); ++e) values[e] /= std::sqrt(squares);
    offsets.push_back(static_cast<std::int64_t>(values.size()));
  }
  return {static_cast<Index>(all), static_cast<Index>(vocabulary.size()), std::move(offsets), std::move(columns),
          std::move(values)};
}

}  // namespace couplet
