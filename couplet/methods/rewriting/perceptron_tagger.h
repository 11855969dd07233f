// An averaged perceptron that learns part-of-speech tags from tagged sentences (Collins 2002).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/rewriting/part_tagger.h"
#include "couplet/methods/rewriting/sense_table.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Words with their right tags.
struct TaggedSentence {
  std::vector<std::string> words, tags;
};

/// Tags from left to right, each by the word, its ending and shape, its neighbours and the two tags before it.
class PerceptronTagger final : public PartTagger {
 public:
  /// What a trained tagger is made of.
  struct Weights {
    Vocabulary tags, features;
    NumberLists targets;         // of each feature: tags it speaks for or against
    std::vector<float> weights;  // of each such tag, in the order of targets.values
  };

  /// Learns in `rounds` passes over the sentences, each in another order (run.seed); weights are averaged over all
  /// steps. Sentences are not empty, words and tags of equal number, else Error(data).
  static PerceptronTagger train(std::span<const TaggedSentence> sentences, int rounds, const Run& run);
  /// Error(model) when numbers are out of range.
  explicit PerceptronTagger(Weights weights);

  std::vector<std::string> tag(std::span<const std::string> words) const override;
  const Weights& weights() const { return weights_; }

 private:
  Weights weights_;
};

/// The share of words that get their right tag.
double tagging_accuracy(const PartTagger& tagger, std::span<const TaggedSentence> sentences);

}  // namespace couplet
