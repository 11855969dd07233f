#include "couplet/methods/cleaning/word_evidence.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/hash.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr double background = 0.02;     // share of a word's chance that comes from no word of the other text
constexpr double unknown_weight = 4;    // information of a word never seen: it can hardly be explained
constexpr double likely_cognate = 0.6;  // how much of a word one with the same beginning explains

std::uint64_t stem_of(std::string_view word) {
  std::size_t at = 0;
  for (int letters = 0; letters < 4; ++letters) {
    if (at >= word.size()) return 0;
    at += sequence_length(word[at]);
  }
  return hash64(word.substr(0, at));
}

/// How well the words of y are explained by x: share of each word's information, and the place it comes from.
struct Explained {
  std::vector<float> share;
  std::vector<std::int32_t> from;  // position in x; -1: none
};

Explained explain(const TextWords& x, const TextWords& y, const CsrMatrix<float>& translations,
                  std::span<const float> information) {
  thread_local std::vector<std::int32_t> place;  // of a word of y among the different ones, + 1
  if (std::ssize(place) < translations.cols()) place.assign(translations.cols(), 0);
  std::vector<std::int32_t> different;
  for (const std::int32_t word : y.words)
    if (word != rare_word && place[word] == 0) {
      different.push_back(word);
      place[word] = static_cast<std::int32_t>(different.size());
    }
  std::vector<float> chance(different.size() + 1, 0), best(different.size() + 1, 0);
  std::vector<std::int32_t> source(different.size() + 1, -1);
  const auto& offsets = translations.offsets();
  const auto take = [&](Index row, std::int32_t position) {
    for (std::int64_t e = offsets[row]; e < offsets[row + 1]; ++e) {
      const std::int32_t at = place[translations.columns()[e]];
      if (at == 0) continue;
      const float t = translations.values()[e];
      chance[at] += t;
      if (position >= 0 && t > best[at]) {
        best[at] = t;
        source[at] = position;
      }
    }
  };
  for (std::int32_t i = 0; i < x.size(); ++i)
    if (x.words[i] != rare_word) take(x.words[i], i);
  take(translations.rows() - 1, -1);
  Explained result;
  const double others = static_cast<double>(x.size()) + 1;
  for (std::int64_t j = 0; j < y.size(); ++j) {
    const std::int32_t word = y.words[j];
    double share = 0;
    std::int32_t from = -1;
    if (word != rare_word) {
      const double ln_share = -static_cast<double>(information[word]);
      const double all =
          background * std::exp(ln_share) + (1 - background) * static_cast<double>(chance[place[word]]) / others;
      share = std::clamp((std::log(all) - ln_share) / -ln_share, -0.5, 1.0);
      if (best[place[word]] > 0.05F) from = source[place[word]];
    }
    for (std::int64_t i = 0; i < x.size() && share < 1; ++i) {
      if (x.whole[i] == y.whole[j]) {
        share = 1;
        from = static_cast<std::int32_t>(i);
      } else if (y.stem[j] != 0 && x.stem[i] == y.stem[j] && share < likely_cognate) {
        share = likely_cognate;
        if (from < 0) from = static_cast<std::int32_t>(i);
      }
    }
    result.share.push_back(static_cast<float>(share));
    result.from.push_back(from);
  }
  for (const std::int32_t word : different) place[word] = 0;
  return result;
}

double weight_of(std::int32_t word, std::span<const float> information) {
  return word == rare_word ? unknown_weight : static_cast<double>(information[word]);
}

/// The share explained, and that of the longest stretch that is not.
std::pair<double, double> summed(const TextWords& y, const Explained& explained, std::span<const float> information) {
  double all = 0, sum = 0, run = 0, longest = 0;
  for (std::int64_t j = 0; j < y.size(); ++j) {
    const double weight = weight_of(y.words[j], information), share = static_cast<double>(explained.share[j]);
    all += weight;
    sum += weight * share;
    run = share < 0.2 ? run + weight * (0.2 - share) / 0.2 : std::max(0.0, run - weight);
    longest = std::max(longest, run);
  }
  return all > 0 ? std::pair(sum / all, std::min(1.0, longest / all)) : std::pair(0.0, 1.0);
}

double disorder_of(const Explained& explained) {
  double sum = 0, count = 0;
  std::int32_t before = -1;
  for (const std::int32_t from : explained.from) {
    if (from < 0) continue;
    if (before >= 0) {
      sum += std::min(6.0, std::abs(static_cast<double>(from - before) - 1));
      ++count;
    }
    before = from;
  }
  return count > 0 ? sum / count : 0;
}

/// Of the pair of words (a, b); the word after the last is the text's begin and end.
double following(const WordTables::Side& side, std::int32_t a, std::int32_t b) {
  const auto& offsets = side.follows.offsets();
  const auto begin = side.follows.columns().begin() + offsets[a], end = side.follows.columns().begin() + offsets[a + 1];
  const auto found = std::lower_bound(begin, end, b);
  return static_cast<double>(found != end && *found == b ? side.follows.values()[found - side.follows.columns().begin()]
                                                         : side.unseen[a]);
}

double fluency_of(const TextWords& text, const WordTables::Side& side) {
  const auto bound = static_cast<std::int32_t>(side.follows.rows() - 1);
  double sum = 0;
  std::int32_t before = bound;
  for (const std::int32_t word : text.words) {
    sum += following(side, before, word);
    before = word;
  }
  return (sum + following(side, before, bound)) / static_cast<double>(text.size() + 1);
}

double unknown_share(const TextWords& text) {
  return static_cast<double>(std::count(text.words.begin(), text.words.end(), rare_word)) /
         static_cast<double>(std::max<std::int64_t>(text.size(), 1));
}

}  // namespace

TextWords TextWords::of(std::string_view text, const Vocabulary& words, Tokeniser& tokeniser) {
  TextWords result;
  auto tokens = tokeniser.tokens(text);
  tokens = tokens.first(std::min(tokens.size(), most_words));
  for (const std::string_view token : tokens) {
    result.words.push_back(static_cast<std::int32_t>(std::max<std::int64_t>(words.find(token), rare_word)));
    result.whole.push_back(hash64(token));
    result.stem.push_back(stem_of(token));
  }
  std::vector<std::uint64_t> seen = result.whole;
  for (std::size_t i = 0; i + 1 < result.whole.size(); ++i) {
    seen.push_back(result.whole[i] * 31 + result.whole[i + 1]);
    result.repeats += 2 * (result.whole[i] == result.whole[i + 1]);
  }
  std::sort(seen.begin(), seen.end());
  for (std::size_t i = 1; i < seen.size(); ++i) result.repeats += seen[i] == seen[i - 1];
  return result;
}

WordEvidence WordTables::read(const TextWords& left, const TextWords& right) const {
  WordEvidence evidence;
  evidence.unknown_left = unknown_share(left);
  evidence.unknown_right = unknown_share(right);
  evidence.fluency_left = fluency_of(left, left_);
  evidence.fluency_right = fluency_of(right, right_);
  const Explained to_right = explain(left, right, left_.translations, right_.information);
  const Explained to_left = explain(right, left, right_.translations, left_.information);
  std::tie(evidence.explained_right, evidence.gap_right) = summed(right, to_right, right_.information);
  std::tie(evidence.explained_left, evidence.gap_left) = summed(left, to_left, left_.information);
  evidence.disorder = (disorder_of(to_right) + disorder_of(to_left)) / 2;
  const TextWords &shorter = left.size() < right.size() ? left : right, &longer = &shorter == &left ? right : left;
  double same = 0;
  for (const std::uint64_t word : shorter.whole) same += std::count(longer.whole.begin(), longer.whole.end(), word) > 0;
  evidence.shared = same / static_cast<double>(std::max<std::int64_t>(shorter.size(), 1));
  return evidence;
}

}  // namespace couplet
