// Running text as numbers of words, sentence by sentence: what language models are fitted on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/data.h"
#include "couplet/model/parameters.h"
#include "couplet/text/vocabulary.h"
#include "couplet/text/word_counts.h"

namespace couplet {

/// The first words of every language model's vocabulary.
inline constexpr std::int32_t unknown_word = 0, sentence_start = 1, sentence_end = 2, first_word = 3;
inline constexpr std::string_view unknown_name = "<unk>", start_name = "<s>", end_name = "</s>";

/// The parameters text, sentences, min-count, max-vocabulary, questions and relevant.
std::vector<Parameter> language_parameters();

/// A corpus after one reading. Words are numbered by falling count after the three above; words left out, and "<unk>"
/// itself, are unknown_word. Move-only; the numbers can be read once.
class LanguageText {
 public:
  /// `fixed`: keep the words of this vocabulary instead of choosing them. Error(data) when there is no word in it.
  /// What grows with the text goes to disk beyond run.memory (see count_words).
  static LanguageText read(const Data& data, const Parameters& parameters, const Run& run,
                           const Vocabulary* fixed = nullptr);

  const Vocabulary& words() const { return words_; }
  /// How often each word occurs; sentence_start and sentence_end are 0.
  const std::vector<std::int64_t>& counts() const { return counts_; }
  /// Running words, those of them that are unknown, and different words that were left out.
  std::int64_t tokens() const { return tokens_; }
  std::int64_t unknown_tokens() const { return counts_[unknown_word]; }
  std::int64_t unknown_types() const { return unknown_types_; }
  std::int64_t skipped() const { return text_.skipped; }
  /// Hash of the words and how often they occur.
  std::uint64_t fingerprint() const;

  /// The next numbers of the text, some hundred thousand; every sentence ends with sentence_end. False at the end.
  bool next(std::vector<std::int32_t>& numbers);
  /// Sentences given out so far.
  std::int64_t sentences() const { return sentences_; }

 private:
  void choose_words(const Vocabulary* fixed);
  bool next_of_all(std::vector<std::int32_t>& numbers);
  void append(std::int32_t number, std::vector<std::int32_t>& numbers);
  void end_sentence(std::vector<std::int32_t>& numbers);

  CountedText text_;
  Vocabulary words_;
  std::vector<std::int64_t> counts_;
  std::vector<std::int32_t> number_of_;  // of a number in text_.stream
  std::vector<std::uint8_t> role_;       // of a number in text_.stream, for cutting sentences
  std::int64_t tokens_ = 0, unknown_types_ = 0, sentences_ = 0;
  bool split_ = false;
  // Words of questions, kept, and what others need; by number: the words that a sentence must have one of
  // (empty: it need not); and the sentence being read for that.
  Vocabulary asked_;
  std::int64_t min_count_ = 1, max_vocabulary_ = 0;
  std::vector<bool> wanted_;
  std::vector<std::int32_t> sentence_;
  // Where the cutting stands: inside a sentence, after its final mark, inside quotation marks, after an abbreviation.
  bool inside_ = false, ended_ = false, quoted_ = false, abbreviated_ = false;
};

/// All of a text in memory.
std::vector<std::int32_t> all_numbers(LanguageText& text);

/// "12,345 words, ..." entries for the report of a fit, and a warning when there are few words.
struct FitReport;
void report_text(const LanguageText& text, FitReport& report, const Run& run);

}  // namespace couplet
