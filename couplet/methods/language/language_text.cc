#include "couplet/methods/language/language_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/completion/blank_questions.h"
#include "couplet/model/method.h"
#include "couplet/text/pipeline.h"

namespace couplet {
namespace {

enum Role : std::uint8_t { plain, final_mark, quotation_mark, closing_bracket, abbreviation };

Role role_of(std::string_view word) {
  if (word == "." || word == "!" || word == "?") return final_mark;
  if (word == "\"" || word == "''" || word == "”") return quotation_mark;
  if (word == ")" || word == "]") return closing_bracket;
  constexpr std::array<std::string_view, 19> shortened = {"mr",  "mrs",  "dr",  "st",  "messrs", "ms",  "prof",
                                                          "rev", "capt", "col", "gen", "lieut",  "hon", "no",
                                                          "vol", "jr",   "sr",  "vs",  "esq"};
  if (std::find(shortened.begin(), shortened.end(), word) != shortened.end()) return abbreviation;
  return word.size() == 1 && word[0] >= 'b' && word[0] <= 'z' && word[0] != 'i' ? abbreviation : plain;
}

/// The words of questions, of their options or of all their text.
Vocabulary question_words(const std::string& path, const std::string& pipeline, bool options_only) {
  Vocabulary words;
  Tokeniser tokeniser = TextPipeline::parse(pipeline).make();
  const auto add = [&](const std::string& text) {
    for (const std::string_view token : tokeniser.tokens(text)) words.add(token);
  };
  for (const BlankQuestion& question : read_blank_questions({.paths = {path}}).questions) {
    for (const auto& option : question.options)
      for (const std::string& filler : option) add(filler);
    if (!options_only)
      for (const std::string& piece : question.pieces) add(piece);
  }
  return words;
}

}  // namespace

std::vector<Parameter> language_parameters() {
  using enum ParameterType;
  return {
      {"text", text, "nfkc,lower,penn", "the text pipeline that cuts text into words"},
      Parameter::one_of("sentences", "lines",
                        "what a sentence is: a line, or what a line is split into after . ! and ?", {"lines", "split"}),
      {"min-count", integer, "1", "words that occur less often become <unk>", 1},
      {"max-vocabulary", integer, "0", "keep so many words at most, the most frequent; 0: all", 0},
      Parameter::path("questions", "questions (TSV) whose words stay in the vocabulary, however rare"),
      Parameter::path("relevant", "questions (TSV): only sentences with a word of their options are learned from")};
}

LanguageText LanguageText::read(const Data& data, const Parameters& parameters, const Run& run,
                                const Vocabulary* fixed) {
  WordOptions options;
  options.pipeline = parameters.text("text");
  LanguageText result;
  if (!fixed && parameters.has("questions")) {
    // All words are counted, and those to keep chosen here.
    result.asked_ = question_words(parameters.text("questions"), options.pipeline, false);
    result.min_count_ = parameters.integer("min-count");
    result.max_vocabulary_ = parameters.integer("max-vocabulary");
  }
  const bool chosen_here = fixed || result.asked_.size() > 0;
  options.min_count = chosen_here ? 1 : parameters.integer("min-count");
  options.max_vocabulary = chosen_here ? 0 : parameters.integer("max-vocabulary");
  result.split_ = parameters.text("sentences") == "split";
  result.text_ = count_words(data, options, run);
  result.tokens_ = result.text_.tokens;
  if (result.tokens_ == 0)
    throw Error(ErrorCode::data, data.name(), "no word in the text", "give text, a sentence or paragraph a line");
  result.choose_words(fixed);
  if (!fixed && parameters.has("relevant")) {
    const Vocabulary wanted = question_words(parameters.text("relevant"), options.pipeline, true);
    result.wanted_.assign(result.words_.size(), false);
    for (std::int64_t w = first_word; w < result.words_.size(); ++w)
      result.wanted_[w] = wanted.find(result.words_.word(w)) >= 0;
  }
  return result;
}

void LanguageText::choose_words(const Vocabulary* fixed) {
  for (const std::string_view name : {unknown_name, start_name, end_name}) words_.add(name);
  if (fixed) words_ = *fixed;
  counts_.assign(words_.size(), 0);
  std::vector<std::int32_t> kept(text_.words.size(), unknown_word);
  for (std::int64_t i = 0; i < text_.words.size(); ++i) {
    const std::string_view word = text_.words.word(i);
    const bool frequent = text_.counts[i] >= min_count_ && (max_vocabulary_ == 0 || i < max_vocabulary_);
    if (!frequent && asked_.find(word) < 0) {
      ++unknown_types_;
      counts_[unknown_word] += text_.counts[i];
      continue;
    }
    const std::int64_t number = fixed ? words_.find(word) : words_.add(word);
    if (number < 0) ++unknown_types_;
    const bool special = number < first_word;  // also when the text itself has "<s>"
    kept[i] = special ? unknown_word : static_cast<std::int32_t>(number);
    counts_.resize(words_.size(), 0);
    counts_[kept[i]] += text_.counts[i];
  }
  number_of_.assign(text_.kept_as.size(), unknown_word);
  role_.assign(text_.kept_as.size(), plain);
  std::int64_t known = 0;
  for (const std::int64_t count : text_.counts) known += count;
  counts_[unknown_word] += tokens_ - known;
  unknown_types_ += text_.different_words - text_.words.size();
  for (std::size_t i = 0; i < text_.kept_as.size(); ++i) {
    if (text_.kept_as[i] < 0) continue;
    number_of_[i] = kept[text_.kept_as[i]];
    role_[i] = role_of(text_.words.word(text_.kept_as[i]));
  }
}

std::uint64_t LanguageText::fingerprint() const {
  Fingerprint sum;
  sum.add({words_.bytes().data(), words_.bytes().size()});
  sum.add({reinterpret_cast<const char*>(counts_.data()), counts_.size() * sizeof(counts_[0])});
  return sum.value();
}

void LanguageText::end_sentence(std::vector<std::int32_t>& numbers) {
  if (inside_) {
    numbers.push_back(sentence_end);
    ++sentences_;
  }
  inside_ = ended_ = abbreviated_ = false;
}

/// With --sentences split: a sentence ends after its final marks and the bracket or quotation mark that closes there,
/// but not after the full stop of an abbreviation.
void LanguageText::append(std::int32_t number, std::vector<std::int32_t>& numbers) {
  const auto role = static_cast<Role>(role_[number]);
  if (split_) {
    const bool closes = role == final_mark || role == closing_bracket || (role == quotation_mark && quoted_);
    if (ended_ && !closes) end_sentence(numbers);
    if (role == final_mark && !abbreviated_) ended_ = true;
    if (role == quotation_mark) quoted_ = !quoted_;
    abbreviated_ = role == abbreviation;
  }
  numbers.push_back(number_of_[number]);
  inside_ = true;
}

bool LanguageText::next(std::vector<std::int32_t>& numbers) {
  if (wanted_.empty()) return next_of_all(numbers);
  numbers.clear();
  std::vector<std::int32_t> part;
  while (numbers.empty()) {
    if (!next_of_all(part)) return false;
    for (const std::int32_t word : part) {
      sentence_.push_back(word);
      if (word != sentence_end) continue;
      if (std::any_of(sentence_.begin(), sentence_.end(), [&](std::int32_t w) { return wanted_[w]; }))
        numbers.insert(numbers.end(), sentence_.begin(), sentence_.end());
      else
        --sentences_;
      sentence_.clear();
    }
  }
  return true;
}

bool LanguageText::next_of_all(std::vector<std::int32_t>& numbers) {
  numbers.clear();
  std::vector<std::int32_t> chunk;
  if (!text_.stream.next(chunk)) {
    end_sentence(numbers);  // a text without a last line end
    return !numbers.empty();
  }
  numbers.reserve(chunk.size() + chunk.size() / 8);
  for (const std::int32_t number : chunk) {
    if (number >= 0) {
      append(number, numbers);
    } else {
      end_sentence(numbers);
      quoted_ = false;
    }
  }
  return true;
}

std::vector<std::int32_t> all_numbers(LanguageText& text) {
  std::vector<std::int32_t> all, part;
  while (text.next(part)) all.insert(all.end(), part.begin(), part.end());
  return all;
}

void report_text(const LanguageText& text, FitReport& report, const Run& run) {
  report.add("words", fmt::format("{} running, {} different", text.tokens(), text.words().size() - first_word));
  report.add("unknown", fmt::format("{} running, {} different", text.unknown_tokens(), text.unknown_types()));
  if (text.skipped() > 0) report.add("skipped", text.skipped());
  constexpr std::int64_t few = 10000;
  if (text.tokens() < few)
    run.observer->warn(fmt::format("only {} words to learn from: the probabilities will be rough", text.tokens()));
}

}  // namespace couplet
