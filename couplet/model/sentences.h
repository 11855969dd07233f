// Capabilities of models of running text: how likely sentences are, and which words fit into a blank.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// One word of a sentence as a language model sees it.
struct WordScore {
  std::string word;       // as the model's text pipeline gives it; "</s>" is the end of the sentence
  double log10 = 0;       // of its probability after the words before it
  bool known = true;      // false: scored as <unk>
  std::int64_t span = 0;  // words that the probability rests on, itself counted; 0: all that came before
};

struct SentenceScore {
  double log10 = 0;               // of the probability of all words and the end
  double unknown_log10 = 0;       // the part of it that comes from unknown words
  std::int64_t words = 0;         // the end counted
  std::int64_t unknown = 0;       // words not in the vocabulary
  std::vector<WordScore> detail;  // a word each, when asked for
};

class ScoresSentences {
 public:
  static constexpr const char* verb = "score sentences";
  virtual ~ScoresSentences() = default;
  /// One score a sentence. The order matters to models that carry their state from one sentence to the next.
  virtual std::vector<SentenceScore> score_sentences(std::span<const std::string> sentences, bool detail,
                                                     const Run& run) const = 0;
};

/// A text with one or two blanks, and what could fill them.
struct BlankQuestion {
  std::string id;
  std::vector<std::string> pieces;                // the text around the blanks: one more than there are blanks
  std::vector<std::vector<std::string>> options;  // each has one filler a blank
  std::int64_t answer = -1;                       // number of the right option; -1: not given

  std::size_t blanks() const { return pieces.size() - 1; }
  /// The text with the fillers in their places.
  std::string filled(std::span<const std::string> fillers) const;
};

/// How well an option fits; NaN when the model knows none of the words.
struct OptionScore {
  double value = std::numeric_limits<double>::quiet_NaN();
  std::int64_t unknown = 0;  // words of the fillers that the model does not know
};

class CompletesSentences {
 public:
  static constexpr const char* verb = "complete sentences";
  virtual ~CompletesSentences() = default;
  /// One score an option of each question; higher fits better.
  virtual std::vector<std::vector<OptionScore>> score_questions(std::span<const BlankQuestion> questions,
                                                                const Run& run) const = 0;
  /// Words that may fit the one blank of a text: `count` at least where the vocabulary has them, in no order.
  virtual std::vector<std::string> candidates(const BlankQuestion& question, std::int64_t count,
                                              const Run& run) const = 0;
  /// Why an option has its score: reasons whose kind says which scorer or word pulled.
  virtual std::vector<Reason> explain_option(const BlankQuestion& question, std::size_t option,
                                             const Run& run) const = 0;
};

/// The pieces of a text between its blanks: runs of three or more underscores. Error(data) with the place when there
/// is none, or more than two.
std::vector<std::string> split_blanks(std::string_view text, const std::string& place);

}  // namespace couplet
