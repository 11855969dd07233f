#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/methods/completion/blank_questions.h"
#include "couplet/methods/context/context_model.h"
#include "couplet/methods/language/language_text.h"

namespace couplet {
namespace {

/// The sum of the values of fillers, or of the other words.
double sum_where(const std::vector<double>& values, const std::vector<bool>& filler, bool of_fillers) {
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (filler[i] == of_fillers) sum += values[i];
  return sum;
}

/// The other words, those nearest to a filler first.
std::vector<std::size_t> outwards(const std::vector<bool>& filler) {
  std::vector<std::size_t> order, distance(filler.size(), filler.size());
  for (std::size_t i = 0; i < filler.size(); ++i) {
    if (!filler[i]) order.push_back(i);
    for (std::size_t j = 0; filler[i] && j < filler.size(); ++j)
      distance[j] = std::min(distance[j], i > j ? i - j : j - i);
  }
  std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return distance[a] < distance[b]; });
  return order;
}

}  // namespace

std::vector<Reason> ContextModel::explain_option(const BlankQuestion& question, std::size_t option,
                                                 const Run& run) const {
  const Filled text = filled(question, question.options[option]);
  std::vector<std::size_t> order = outwards(text.filler);
  std::vector<std::vector<std::int32_t>> variants{text.words, text.words};
  for (std::size_t i = 0; i < text.words.size(); ++i)
    if (text.filler[i]) variants[1][i] = unknown_word;
  for (int way = 0; way < 2; ++way) {
    std::vector<std::int32_t> known = text.words;
    for (const std::size_t i : order) known[i] = unknown_word;
    variants.push_back(known);
    for (const std::size_t i : order) {
      known[i] = text.words[i];
      variants.push_back(known);
    }
    std::reverse(order.begin(), order.end());
  }
  const auto found = chances(variants, run);
  std::vector<double> added(text.words.size(), 0);
  for (const std::size_t i : order) added[i] = found[0][i] - found[1][i];
  std::size_t next = 2;
  for (int way = 0; way < 2; ++way) {
    double before = sum_where(found[next++], text.filler, true);
    for (const std::size_t i : order) {
      const double after = sum_where(found[next++], text.filler, true);
      added[i] += (after - before) / 2;
      before = after;
    }
    std::reverse(order.begin(), order.end());
  }
  const std::string shown = joined_fillers(question.options[option]);
  std::vector<Reason> reasons;
  std::sort(order.begin(), order.end());
  for (const std::size_t i : order)
    reasons.push_back({"context", fmt::format("{}: {}", text.place[i], text.tokens[i]), shown, added[i]});
  std::stable_sort(reasons.begin(), reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  reasons.push_back({"base", "(other words, blank unknown)", "", sum_where(found[1], text.filler, false)});
  reasons.push_back({"base", "(others unknown)", shown, sum_where(found[2], text.filler, true)});
  return reasons;
}

}  // namespace couplet
