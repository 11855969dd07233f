// Made-up pairs of texts whose two sides go together.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace couplet {

struct TextPairs {
  std::vector<std::string> left, right;
};

/// Texts of 4 to 9 words on one of 8 topics; both sides are on the same topic, in words of their own ("l3w5", "r3w2").
/// No two pairs are equal.
TextPairs topic_texts(std::size_t count, std::uint64_t seed = 1);
TextPairs part_of(const TextPairs& pairs, std::size_t first, std::size_t count);
std::string tsv_of(const TextPairs& pairs);

/// A file of word vectors (GloVe text) for every word that topic_texts uses.
std::string topic_vectors(int dimension, std::uint64_t seed);

}  // namespace couplet
