#include "couplet/methods/rewriting/overlap_features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace couplet {

namespace {

/// In the order of their bytes; stemmer: null for words as they stand.
std::vector<std::string> sorted_words(const Sentence& sentence, Stemmer* stemmer) {
  std::vector<std::string> words;
  for (const TaggedWord& word : sentence) words.emplace_back(stemmer ? stemmer->stem(word.word) : word.word);
  std::sort(words.begin(), words.end());
  return words;
}

}  // namespace

IdfTable IdfTable::from(const std::vector<SentencePair>& pairs, Stemmer* stemmer) {
  IdfTable table;
  std::set<Sentence> seen;
  for (const SentencePair& pair : pairs)
    for (const Sentence* sentence : {&pair.left, &pair.right}) {
      if (!seen.insert(*sentence).second) continue;
      ++table.total;
      std::vector<std::string> found = sorted_words(*sentence, stemmer);
      found.erase(std::unique(found.begin(), found.end()), found.end());
      for (const std::string& word : found) {
        const auto number = static_cast<std::size_t>(table.words.add(word));
        if (number == table.documents.size()) table.documents.push_back(0);
        ++table.documents[number];
      }
    }
  return table;
}

double IdfTable::of(std::string_view word) const {
  const std::int64_t number = words.find(word);
  const std::int64_t in = number < 0 ? 0 : documents[number];
  return std::log(static_cast<double>(total + 1) / static_cast<double>(in + 1));
}

std::vector<double> precision_recall(const SentencePair& pair, Stemmer& stemmer) {
  const auto left = sorted_words(pair.left, &stemmer), right = sorted_words(pair.right, &stemmer);
  std::vector<std::string> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
  const auto share = [&](const std::vector<std::string>& side) {
    return side.empty() ? 0 : static_cast<double>(both.size()) / static_cast<double>(side.size());
  };
  return {share(right), share(left), 1};
}

std::vector<double> idf_overlap(const SentencePair& pair, const IdfTable& idf, Stemmer* stemmer) {
  auto left = sorted_words(pair.left, stemmer);
  left.erase(std::unique(left.begin(), left.end()), left.end());
  const auto right = sorted_words(pair.right, stemmer);
  double common = 0, all = 0;
  for (const std::string& word : left) {
    const double weight = idf.of(word);
    all += weight;
    if (std::binary_search(right.begin(), right.end(), word)) common += weight;
  }
  return {all > 0 ? common / all : 0, 1};
}

}  // namespace couplet
