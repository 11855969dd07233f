#include "couplet/methods/rewriting/overlap_features.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace couplet {

namespace {

std::vector<std::string> stems_of(const Sentence& sentence, Stemmer& stemmer) {
  std::vector<std::string> stems;
  for (const TaggedWord& word : sentence) stems.emplace_back(stemmer.stem(word.word));
  std::sort(stems.begin(), stems.end());
  return stems;
}

}  // namespace

IdfTable IdfTable::from(const std::vector<SentencePair>& pairs, const std::string& stemmer) {
  IdfTable table;
  Stemmer stems(stemmer);
  std::set<Sentence> seen;
  for (const SentencePair& pair : pairs)
    for (const Sentence* sentence : {&pair.left, &pair.right}) {
      if (!seen.insert(*sentence).second) continue;
      ++table.total;
      std::vector<std::string> found = stems_of(*sentence, stems);
      found.erase(std::unique(found.begin(), found.end()), found.end());
      for (const std::string& stem : found) {
        const auto number = static_cast<std::size_t>(table.stems.add(stem));
        if (number == table.documents.size()) table.documents.push_back(0);
        ++table.documents[number];
      }
    }
  return table;
}

double IdfTable::of(std::string_view stem) const {
  const std::int64_t number = stems.find(stem);
  const std::int64_t in = number < 0 ? 0 : documents[number];
  return std::log(static_cast<double>(total + 1) / static_cast<double>(in + 1));
}

std::vector<double> precision_recall(const SentencePair& pair, Stemmer& stemmer) {
  const auto left = stems_of(pair.left, stemmer), right = stems_of(pair.right, stemmer);
  std::vector<std::string> both;
  std::set_intersection(left.begin(), left.end(), right.begin(), right.end(), std::back_inserter(both));
  const auto share = [&](const std::vector<std::string>& side) {
    return side.empty() ? 0 : static_cast<double>(both.size()) / static_cast<double>(side.size());
  };
  return {share(right), share(left), 1};
}

std::vector<double> idf_overlap(const SentencePair& pair, const IdfTable& idf, Stemmer& stemmer) {
  auto left = stems_of(pair.left, stemmer);
  left.erase(std::unique(left.begin(), left.end()), left.end());
  const auto right = stems_of(pair.right, stemmer);
  double common = 0, all = 0;
  for (const std::string& stem : left) {
    const double weight = idf.of(stem);
    all += weight;
    if (std::binary_search(right.begin(), right.end(), stem)) common += weight;
  }
  return {all > 0 ? common / all : 0, 1};
}

}  // namespace couplet
