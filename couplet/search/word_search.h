// Searching a table of word vectors by cosine: nearest words, farthest words, analogies.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/linalg/matrix.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

/// How "a is to b as c is to ?" is answered (Levy & Goldberg 2014), over words other than a, b and c:
///   add   3CosAdd: the largest cos(x, b - a + c), vectors taken to unit length
///   mul   3CosMul: the largest cos(x, b) cos(x, c) / (cos(x, a) + 0.001), each cosine brought to 0..1
enum class Analogy { add, mul };

/// "add" or "mul"; Error(usage) otherwise.
Analogy parse_analogy(std::string_view name);

/// a is to b as c is to ?; numbers of words.
struct AnalogyQuestion {
  Index a = 0, b = 0, c = 0;
};

/// The answers to each question, best first, equal scores by rising number; id is the word's number.
using WordAnswers = std::vector<std::vector<Neighbour>>;

/// Word vectors of unit length, as float. Const and safe to share. Blocks of questions and words are multiplied in
/// float, and every word that may be among the best is scored again in double: the answers are those of double
/// arithmetic, ties included, at any number of threads. A word whose vector is zero is no answer. Each search gives
/// fewer answers than asked for when there are no more words. Cost: one matrix product of the distinct vectors asked
/// about with all words. Errors of every search: Error(usage) for most < 1, a word that does not exist, or queries of
/// another dimension; Error(data) for a query that is not finite.
class WordSearch {
 public:
  /// Copies the vectors: Error(io) over the memory budget.
  WordSearch(const WordVectors& vectors, const Run& run);

  Index size() const { return unit_.rows(); }
  Index dimension() const { return unit_.cols(); }

  /// The `most` words with the largest cosine for each row of queries (n x dimension(), of any length). but: for each
  /// query, a word that is no answer to it, or -1; empty: none. A zero query has no answers.
  WordAnswers nearest(const ConstRef<float>& queries, std::span<const Index> but, Index most, const Run& run) const;
  /// The same with the smallest cosine.
  WordAnswers farthest(const ConstRef<float>& queries, std::span<const Index> but, Index most, const Run& run) const;

  /// The `most` best answers to each question. Scores of add are cosines, of mul the quotient. Many questions share
  /// words, and the cosines of a word are computed once for 4096 questions. With add, a question for which b - a + c is
  /// zero has no answers.
  WordAnswers analogies(std::span<const AnalogyQuestion> questions, Analogy how, Index most, const Run& run) const;

 private:
  Index batch_size(Index most, Index at_most) const;
  void require_word(Index word) const;
  template <class Measure>
  WordAnswers answer_rows(const ConstRef<float>& queries, std::span<const Index> but, Index most,
                          const Measure& measure, const Run& run) const;

  MatrixF unit_;            // words x dimension
  std::vector<char> zero_;  // of each word: its vector is zero
};

}  // namespace couplet
