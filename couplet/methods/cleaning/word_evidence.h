// What the words of a pair say: which translate which, in what order, and whether each side reads like its language.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/sparse.h"
#include "couplet/methods/alignment/numbered_pairs.h"
#include "couplet/model/container.h"

namespace couplet {

/// A text as numbers of words, with what unknown words are recognised by.
struct TextWords {
  std::vector<std::int32_t> words;
  std::vector<std::uint64_t> whole, stem;  // hashes of the word and of its first four letters; 0: it has fewer
  std::int64_t repeats = 0;                // words and pairs of words that stood in the text before
  std::int64_t size() const { return std::ssize(words); }
  static TextWords of(std::string_view text, const Vocabulary& words, Tokeniser& tokeniser);
};

/// Shares are of a text's information: each word weighs -ln of its share of all words.
struct WordEvidence {
  double explained_left = 0, explained_right = 0;  // share that the other text explains
  double gap_left = 0, gap_right = 0;              // share of the longest stretch that it does not
  double disorder = 0;                             // mean jump between the partners of neighbouring words
  double fluency_left = 0, fluency_right = 0;      // mean ln P(word | word before) / P(word)
  double unknown_left = 0, unknown_right = 0;      // share of words never seen
  double shared = 0;                               // share of the shorter text's words that the other has as they are
};

/// Learned from the texts of a corpus; immutable.
class WordTables {
 public:
  /// One direction: chances of words of y given a word of x; the last row is of no word.
  struct Side {
    std::vector<float> information;  // -ln share, by word
    CsrMatrix<float> follows;        // ln P(b | a) / P(b), by a and b; the last word is the text's begin and end
    std::vector<float> unseen;       // the same for a pair never seen, by a
    CsrMatrix<float> translations;   // to words of the other side
  };
  WordTables(Side left, Side right) : left_(std::move(left)), right_(std::move(right)) {}
  static WordTables learn(const NumberedSide& left, const NumberedSide& right, const Run& run);

  WordEvidence read(const TextWords& left, const TextWords& right) const;

  void write(ModelWriter& writer, const std::string& prefix) const;
  static WordTables load(const ModelFile& file, const std::string& prefix, Index left_words, Index right_words);

 private:
  Side left_, right_;
};

}  // namespace couplet
