#include "couplet/methods/language/language_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

LanguageModel::LanguageModel(ModelHeader header, Vocabulary words)
    : Model(std::move(header)),
      reader_(std::move(words), this->header().parameter("text")),
      unknown_share_(log10_unknown_share(this->header().detail("unknown types"))) {}

NumberedSentence LanguageModel::numbered(std::string_view sentence) const {
  NumberedSentence numbers;
  for (const std::string& token : reader_.tokens(sentence)) numbers.push_back(reader_.number(token));
  numbers.push_back(sentence_end);
  return numbers;
}

std::vector<SentenceScore> LanguageModel::score_sentences(std::span<const std::string> sentences, bool detail,
                                                          const Run& run) const {
  std::vector<NumberedSentence> numbers(sentences.size());
  run.pool.for_blocks(std::ssize(sentences), 64, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) numbers[i] = numbered(sentences[i]);
  });
  const auto found = chances(numbers, run);
  std::vector<SentenceScore> scores(sentences.size());
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    SentenceScore& score = scores[i];
    score.words = static_cast<std::int64_t>(numbers[i].size());
    for (std::size_t j = 0; j < numbers[i].size(); ++j) {
      score.log10 += found[i][j].log10;
      if (numbers[i][j] != unknown_word) continue;
      ++score.unknown;
      score.unknown_log10 += found[i][j].log10;
    }
    if (!detail) continue;
    std::vector<std::string> names = reader_.tokens(sentences[i]);
    names.emplace_back(end_name);
    for (std::size_t j = 0; j < names.size(); ++j)
      score.detail.push_back({std::move(names[j]), found[i][j].log10, numbers[i][j] != unknown_word, found[i][j].span});
  }
  return scores;
}

std::vector<std::vector<OptionScore>> LanguageModel::score_questions(std::span<const BlankQuestion> questions,
                                                                     const Run& run) const {
  std::vector<std::string> sentences;
  for (const BlankQuestion& question : questions)
    for (const auto& option : question.options) sentences.push_back(question.filled(option));
  const std::vector<SentenceScore> scores = score_sentences(sentences, false, run);
  std::vector<std::vector<OptionScore>> result;
  auto next = scores.begin();
  for (const BlankQuestion& question : questions) {
    auto& of_question = result.emplace_back();
    for (const auto& option : question.options) {
      OptionScore& score = of_question.emplace_back();
      for (const std::string& filler : option)
        for (const std::int32_t number : numbered(filler)) score.unknown += number == unknown_word;
      if (next->unknown + 1 < next->words)
        score.value = next->log10 + static_cast<double>(next->unknown) * unknown_share_;
      ++next;
    }
  }
  return result;
}

std::vector<std::string> LanguageModel::candidates(const BlankQuestion& question, std::int64_t count,
                                                   const Run& run) const {
  NumberedSentence history = numbered(question.pieces[0]);
  history.pop_back();
  const std::vector<double> chance = next_words(history, run);
  std::vector<std::int64_t> order(words().size() - first_word);
  std::iota(order.begin(), order.end(), first_word);
  const auto better = [&](std::int64_t a, std::int64_t b) {
    const double x = chance[a], y = chance[b];
    return x != y ? x > y : a < b;
  };
  const auto wanted = static_cast<std::ptrdiff_t>(std::min<std::int64_t>(count, words().size() - first_word));
  std::partial_sort(order.begin(), order.begin() + wanted, order.end(), better);
  std::vector<std::string> found;
  for (auto at = order.begin(); at != order.begin() + wanted; ++at) found.emplace_back(words().word(*at));
  return found;
}

std::vector<Reason> LanguageModel::explain_option(const BlankQuestion& question, std::size_t option,
                                                  const Run& run) const {
  const std::string sentence = question.filled(question.options[option]);
  const std::vector<SentenceScore> scores = score_sentences({&sentence, 1}, true, run);
  std::vector<Reason> reasons;
  for (const WordScore& word : scores[0].detail)
    reasons.push_back({"word", word.word, word.known ? "" : "unknown", word.log10 + (word.known ? 0 : unknown_share_)});
  return reasons;
}

void LanguageModel::write(ModelWriter& writer) const { add_vocabulary(writer, "words", words()); }

std::vector<double> LanguageModel::self_test(const std::vector<std::string>& input) const {
  const Run run;
  if (input.size() != 1) throw Error(ErrorCode::model, "self-test", "an input is not one sentence");
  return {score_sentences(input, false, run)[0].log10};
}

std::vector<std::vector<std::string>> LanguageModel::self_test_inputs() const {
  std::string sentence;
  for (std::int64_t word = first_word; word < std::min<std::int64_t>(words().size(), first_word + 5); ++word)
    sentence += fmt::format("{}{}", sentence.empty() ? "" : " ", words().word(word));
  return {{sentence}};
}

ModelHeader language_header(const LanguageText& text, const Fitting& fitting) {
  return fitting.header(text.tokens(), hex64(text.fingerprint()),
                        {{"unknown types", fmt::format("{}", text.unknown_types())}});
}

Vocabulary load_language_words(const ModelFile& file) {
  Vocabulary words = load_vocabulary(file, "words");
  if (words.size() < first_word || words.word(unknown_word) != unknown_name ||
      words.word(sentence_start) != start_name || words.word(sentence_end) != end_name)
    throw Error(ErrorCode::model, file.path(), "the vocabulary does not begin with <unk>, <s>, </s>",
                "fit the model again");
  return words;
}

void Perplexity::add(const SentenceScore& score) {
  ++sentences;
  words += score.words;
  unknown += score.unknown;
  log10 += score.log10;
  unknown_log10 += score.unknown_log10;
}

double Perplexity::all() const { return words > 0 ? std::pow(10, -log10 / static_cast<double>(words)) : NAN; }

double Perplexity::known() const {
  return words > unknown ? std::pow(10, -(log10 - unknown_log10) / static_cast<double>(words - unknown)) : NAN;
}

}  // namespace couplet
