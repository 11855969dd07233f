#include "couplet/lexicon/subword_ngrams.h"

#include <cstddef>
#include <string>

namespace couplet {
namespace {

constexpr std::string_view end_of_sentence = "</s>";
constexpr std::uint32_t fnv_offset = 2166136261u;
constexpr std::uint32_t fnv_prime = 16777619u;

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

/// One step of FNV-1a as fastText takes it: bytes above 127 are sign-extended before the exclusive or.
std::uint32_t hash_step(std::uint32_t hash, char byte) {
  return (hash ^ static_cast<std::uint32_t>(static_cast<std::int8_t>(byte))) * fnv_prime;
}

}  // namespace

std::vector<std::int64_t> ngram_buckets(std::string_view word, const Subwords& subwords) {
  std::vector<std::int64_t> buckets;
  if (word == end_of_sentence || subwords.buckets <= 0) return buckets;
  std::string marked;
  marked.reserve(word.size() + 2);
  marked.append("<").append(word).append(">");
  for (std::size_t start = 0; start < marked.size(); ++start) {
    if (continues_character(marked[start])) continue;
    std::uint32_t hash = fnv_offset;
    std::size_t end = start;
    for (std::int32_t length = 1; length <= subwords.max_length && end < marked.size(); ++length) {
      do hash = hash_step(hash, marked[end++]);
      while (end < marked.size() && continues_character(marked[end]));
      const bool only_a_mark = length == 1 && (start == 0 || end == marked.size());
      if (length >= subwords.min_length && !only_a_mark) buckets.push_back(hash % subwords.buckets);
    }
  }
  return buckets;
}

}  // namespace couplet
