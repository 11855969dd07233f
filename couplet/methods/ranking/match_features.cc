#include "couplet/methods/ranking/match_features.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_set>

#include "couplet/base/hash.h"
#include "couplet/text/weighting.h"

namespace couplet {
namespace {

constexpr std::size_t beginning = 12;  // words that mostly are a title

std::vector<std::uint32_t> grams_of(std::string_view word) {
  const std::string marked = "^" + std::string(word) + "$";
  std::vector<std::uint32_t> grams;
  for (const std::size_t n : {3, 4})
    for (std::size_t i = 0; i + n <= marked.size(); ++i)
      grams.push_back(static_cast<std::uint32_t>(hash64(std::string_view(marked).substr(i, n))));
  std::sort(grams.begin(), grams.end());
  grams.erase(std::unique(grams.begin(), grams.end()), grams.end());
  return grams;
}

/// Dice's coefficient of two sets.
double alike(const std::vector<std::uint32_t>& a, const std::vector<std::uint32_t>& b) {
  std::size_t shared = 0;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();) {
    if (*x == *y) {
      ++shared;
      ++x, ++y;
    } else {
      *x < *y ? ++x : ++y;
    }
  }
  return 2 * static_cast<double>(shared) / static_cast<double>(std::max<std::size_t>(1, a.size() + b.size()));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// "18v" is 18 v, "4x8" is 4 x 8, whichever way it is written elsewhere; "3.5" stays.
template <class Take>
void for_pieces(std::string_view word, Take&& take) {
  const auto kind = [&](std::size_t i) {
    const bool inside = (word[i] == '.' || word[i] == ',') && i > 0 && i + 1 < word.size();
    return is_digit(word[i]) || (inside && is_digit(word[i - 1]) && is_digit(word[i + 1]));
  };
  for (std::size_t begin = 0, end = 0; begin < word.size(); begin = end) {
    while (end < word.size() && kind(end) == kind(begin)) ++end;
    take(word.substr(begin, end - begin));
  }
}

double share(double part, double whole) { return whole > 0 ? part / whole : 0; }

}  // namespace

const std::vector<std::string>& MatchFeatures::names() {
  static const std::vector<std::string> all = {"words shared",
                                               "stems shared",
                                               "stems shared by idf",
                                               "idf shared",
                                               "bm25",
                                               "stems missing",
                                               "idf missing most",
                                               "spelling",
                                               "worst spelling",
                                               "spelling by idf",
                                               "numbers asked",
                                               "numbers shared",
                                               "last word shared",
                                               "first word shared",
                                               "first place",
                                               "last place",
                                               "last word's place",
                                               "word pairs shared",
                                               "word pairs",
                                               "query words",
                                               "text words",
                                               "query characters",
                                               "written as one",
                                               "idf of the query",
                                               "largest idf",
                                               "text covered",
                                               "idf shared in the beginning",
                                               "same thing",
                                               "thing asked for",
                                               "thing asked for, words behind it"};
  return all;
}

double MatchFeatures::idf(std::int64_t stem) const {
  return document_weight(InverseDocumentFrequency::bm25, collection_.texts,
                         stem < 0 ? 0 : collection_.frequencies[stem]);
}

std::int64_t MatchFeatures::number_of(std::string_view stem) const {
  const std::int64_t number = collection_.words.find(stem);
  return number >= 0 ? number : -1 - static_cast<std::int64_t>(hash64(stem) >> 2);
}

MatchedText MatchFeatures::take_apart(std::string_view text, TermReader& words, TermReader& stems) const {
  MatchedText result;
  const auto take = [&](std::string_view word) {
    result.words.emplace_back(word);
    result.stems.push_back(number_of(stems.stem(word)));
    result.grams.push_back(grams_of(word));
  };
  for (const std::string_view word : words.terms(text)) {
    result.joined += word;
    for_pieces(word, take);
  }
  for (const std::string_view word : rule_.ends.first_phrase(words.terms(until_mark(text))))
    for_pieces(word, [&](std::string_view piece) {
      result.phrase.push_back(number_of(stems.stem(piece)));
      if (piece.size() > 1 && !is_digit(piece[0])) result.head = result.phrase.back();
    });
  if (!result.head && !result.phrase.empty()) result.head = result.phrase.back();
  return result;
}

VectorD MatchFeatures::features(const MatchedText& query, const MatchedText& text) const {
  const std::size_t asked = query.words.size(), length = text.words.size();
  VectorD result = VectorD::Zero(count());
  if (asked == 0 || length == 0) return result;
  const std::unordered_set<std::string_view> words(text.words.begin(), text.words.end());
  std::vector<std::int64_t> stems = text.stems;
  std::sort(stems.begin(), stems.end());
  const auto frequency = [&](std::int64_t stem) {
    const auto [low, high] = std::equal_range(stems.begin(), stems.end(), stem);
    return static_cast<double>(high - low);
  };
  const auto place = [&](std::int64_t stem) {
    return static_cast<std::size_t>(std::find(text.stems.begin(), text.stems.end(), stem) - text.stems.begin());
  };
  double words_shared = 0, stems_shared = 0, idf_sum = 0, idf_shared = 0, idf_most = 0, missing_most = 0, bm25 = 0;
  double spelling = 0, worst = 1, spelling_idf = 0, numbers = 0, numbers_shared = 0, begun = 0;
  double first_place = 1, last_place = 0;
  for (std::size_t i = 0; i < asked; ++i) {
    const double weight = idf(query.stems[i]), count = frequency(query.stems[i]);
    const bool whole = words.contains(query.words[i]);
    idf_sum += weight;
    idf_most = std::max(idf_most, weight);
    words_shared += whole;
    double best = whole ? 1 : 0;
    for (std::size_t j = 0; best < 1 && j < length; ++j) best = std::max(best, alike(query.grams[i], text.grams[j]));
    spelling += best;
    spelling_idf += weight * best;
    worst = std::min(worst, best);
    if (is_digit(query.words[i][0])) {
      ++numbers;
      numbers_shared += whole;
    }
    if (!(count > 0)) {
      missing_most = std::max(missing_most, weight);
      continue;
    }
    ++stems_shared;
    idf_shared += weight;
    bm25 += weight * term_weight(TermFrequency::bm25, count, {static_cast<double>(length), collection_.mean_length});
    const std::size_t at = place(query.stems[i]);
    if (at < beginning) begun += weight;
    first_place = std::min(first_place, static_cast<double>(at) / static_cast<double>(length));
    last_place = std::max(last_place, static_cast<double>(at) / static_cast<double>(length));
  }
  std::set<std::pair<std::int64_t, std::int64_t>> pairs;
  for (std::size_t j = 1; j < length; ++j) pairs.emplace(text.stems[j - 1], text.stems[j]);
  double pairs_shared = 0;
  for (std::size_t i = 1; i < asked; ++i) pairs_shared += pairs.contains({query.stems[i - 1], query.stems[i]});
  const std::unordered_set<std::int64_t> wanted(query.stems.begin(), query.stems.end());
  double text_idf = 0, covered = 0;
  for (const std::int64_t stem : text.stems) {
    const double weight = idf(stem);
    text_idf += weight;
    if (wanted.contains(stem)) covered += weight;
  }
  const auto behind = std::find(text.phrase.rbegin(), text.phrase.rend(), query.head.value_or(0));
  const double words_behind = query.head && !text.phrase.empty() ? static_cast<double>(behind - text.phrase.rbegin()) /
                                                                       static_cast<double>(text.phrase.size())
                                                                 : 1;
  const auto n = static_cast<double>(asked);
  const std::size_t last_at = place(query.stems.back());
  result << words_shared / n, stems_shared / n, share(idf_shared, idf_sum), idf_shared, bm25, n - stems_shared,
      missing_most, spelling / n, worst, share(spelling_idf, idf_sum), numbers,
      numbers > 0 ? numbers_shared / numbers : 0.5, frequency(query.stems.back()) > 0, frequency(query.stems[0]) > 0,
      first_place, last_place, static_cast<double>(last_at) / static_cast<double>(length),
      asked > 1 ? pairs_shared / (n - 1) : 0, pairs_shared, n, static_cast<double>(length),
      std::log1p(static_cast<double>(query.joined.size())), text.joined.find(query.joined) != std::string::npos,
      idf_sum / n, idf_most, share(covered, text_idf), share(begun, idf_sum), query.head && query.head == text.head,
      text.head && wanted.contains(*text.head), words_behind;
  return result;
}

}  // namespace couplet
