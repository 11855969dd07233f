// Words that no thesaurus has, found by the contexts they stand in: each with thesaurus words that stand for it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/model/container.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

class WordFinder;  // word_finder.h

/// Which of K neighbours stand for a word, by rule of Yih, Zweig & Platt (2012), section 6.2.2.
struct StandInRule {
  std::int64_t neighbours = 10;  // K: the nearest thesaurus words in the space of contexts
  std::int64_t chosen = 3;       // k: those of them that all agree with one another and are nearest
};

/// The consistent subset: of all sets of rule.chosen neighbours whose similarities are all positive, the one nearest on
/// the whole (largest sum; the first of equals); where there is none, the best of a smaller size, but not below 2:
/// a single neighbour may as well be an opposite. nearness: of each neighbour; agreement(i, j): similarity of two.
/// Ascending places; empty when none agree. K choose k steps.
template <class Agreement>
std::vector<std::size_t> consistent_subset(std::span<const double> nearness, std::size_t chosen,
                                           const Agreement& agreement);

/// Immutable. The vectors of the contexts are not kept: the words they lead to are all that is needed.
class StandIns {
 public:
  StandIns() = default;
  /// contexts: vectors of a corpus. Those of its words that `finder` does not find get stand-ins among those that are
  /// words of `space` themselves (numbers are rows of `space`, whose cosines tell whether two agree). Words without two
  /// that agree are left out. Cost: one product of the two kinds' context vectors. Same result at any number of
  /// threads.
  static StandIns from_contexts(const WordVectors& contexts, const WordVectors& space, const WordFinder& finder,
                                const StandInRule& rule, const Run& run);

  std::int64_t size() const { return words_.size(); }
  /// Numbers of the words that stand for `form`, ascending; empty: none.
  std::span<const std::int32_t> of(std::string_view form) const;

  /// The tensors contexts.*, unless empty; the object must live until the file is written.
  void write(ModelWriter& writer) const;
  /// Empty when the file has none. thesaurus_words: numbers must be below. Error(model) when a tensor does not fit.
  static StandIns load(const ModelFile& file, std::int64_t thesaurus_words);

 private:
  Vocabulary words_;
  std::vector<std::int64_t> offsets_{0};
  std::vector<std::int32_t> stand_ins_;
};

template <class Agreement>
std::vector<std::size_t> consistent_subset(std::span<const double> nearness, std::size_t chosen,
                                           const Agreement& agreement) {
  std::vector<std::size_t> best, current;
  double best_sum = 0;
  const auto extend = [&](auto&& self, std::size_t from, double sum) -> void {
    if (current.size() > best.size() || (current.size() == best.size() && sum > best_sum)) {
      best = current;
      best_sum = sum;
    }
    if (current.size() == chosen) return;
    for (std::size_t i = from; i < nearness.size(); ++i) {
      bool agrees = true;
      for (const std::size_t other : current) agrees = agrees && agreement(i, other) > 0;
      if (!agrees) continue;
      current.push_back(i);
      self(self, i + 1, sum + nearness[i]);
      current.pop_back();
    }
  };
  extend(extend, 0, 0);
  if (best.size() < 2) best.clear();
  return best;
}

}  // namespace couplet
