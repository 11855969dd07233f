#include "couplet/methods/opposites/pilsa.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {

namespace {

void require_found(const FoundForms& found, const std::string& text) {
  if (found.words.empty())
    throw Error(ErrorCode::data, "", "the model does not know '" + text + "'",
                "fit with a thesaurus that has the word, or ask for another");
}

}  // namespace

OppositesModel::OppositesModel(ModelHeader header, SignedEntries entries, Inflections inflections, StandIns stand_ins)
    : Model(std::move(header)),
      entries_(std::move(entries)),
      columns_(entries_.matrix().transposed()),
      finder_(std::make_unique<WordFinder>(entries_.words(), std::move(inflections), std::move(stand_ins))) {}

void OppositesModel::write(ModelWriter& writer) const {
  entries_.write(writer);
  const std::string exceptions = finder_->inflections().text();
  writer.add("inflections", std::vector<char>(exceptions.begin(), exceptions.end()),
             {static_cast<Index>(exceptions.size())});
  finder_->stand_ins().write(writer);
}

std::string OppositesModel::words_of(const FoundForms& found) const {
  std::string text;
  for (const std::int64_t word : found.words) (text += text.empty() ? "" : ", ") += entries_.words().word(word);
  return text;
}

WordOrigin OppositesModel::origin_of(const std::string& text) const {
  const FoundForms found = finder_->find(text);
  return {found.way, words_of(found)};
}

std::vector<double> OppositesModel::self_test(const std::vector<std::string>& input) const {
  if (input.size() != 2) throw Error(ErrorCode::model, "self-test", "an input is not a pair");
  const FoundForms left = finder_->find(input[0]), right = finder_->find(input[1]);
  require_found(left, input[0]);
  require_found(right, input[1]);
  return {similarity(left, right)};
}

std::vector<PairScore> OppositesModel::score(const PairBatch& pairs, const Run& run) const {
  if (pairs.left.texts.empty() && pairs.size() > 0)
    throw Error(ErrorCode::data, "", "the model knows words, the input is .npy rows", "give the words themselves");
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<PairScore> scores(pairs.size());
  run.pool.for_blocks(pairs.size(), 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const FoundForms left = finder_->find(pairs.left.texts[i]), right = finder_->find(pairs.right.texts[i]);
      const bool both = !left.words.empty() && !right.words.empty();
      scores[i] = {both ? similarity(left, right) : none, none, !left.words.empty(), !right.words.empty()};
    }
  });
  return scores;
}

std::string OppositesModel::standing(Index entry, const FoundForms& found, const std::string& text) const {
  double weight = 0;
  for (const std::int64_t word : found.words)
    for (const auto& [other, value] : column_of(word))
      if (other == entry) weight += value;
  return weight == 0 ? "" : (weight > 0 ? "+" : "-") + text;
}

Explanation OppositesModel::explain(const std::string& left, const std::string& right, const Run&) const {
  const FoundForms x = finder_->find(left), y = finder_->find(right);
  require_found(x, left);
  require_found(y, right);
  Explanation result;
  result.score = similarity(x, y);
  for (const auto& [found, text] : {std::pair(&x, &left), std::pair(&y, &right)})
    if (found->way != "itself") result.reasons.push_back({found->way, *text, words_of(*found), 0});
  const auto first = static_cast<std::ptrdiff_t>(result.reasons.size());
  double sum = 0;
  for (const auto& [entry, value] : shares(x, y)) {
    if (value == 0) continue;
    std::string how = standing(entry, x, left);
    const std::string other = standing(entry, y, right);
    if (!how.empty() && !other.empty()) how += ' ';
    result.reasons.push_back({"entry", entries_.label(entry), how + other, value});
    sum += value;
  }
  std::stable_sort(result.reasons.begin() + first, result.reasons.end(),
                   [](const Reason& a, const Reason& b) { return std::abs(a.value) > std::abs(b.value); });
  constexpr double rounding = 1e-12;
  if (std::abs(sum - result.score) > rounding) result.reasons.push_back({"remainder", "", "", result.score - sum});
  return result;
}

std::vector<std::pair<Index, double>> OppositesModel::column_of(std::int64_t word) const {
  std::vector<std::pair<Index, double>> entries;
  for (std::int64_t k = columns_.offsets()[word]; k < columns_.offsets()[word + 1]; ++k)
    entries.emplace_back(columns_.columns()[k], static_cast<double>(columns_.values()[k]));
  return entries;
}

std::vector<std::pair<Index, double>> OppositesModel::column(const FoundForms& found,
                                                             const std::vector<double>& lengths) const {
  std::vector<std::pair<Index, double>> all;
  for (const std::int64_t word : found.words)
    for (const auto& [entry, weight] : column_of(word)) all.emplace_back(entry, weight / lengths[word]);
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::pair<Index, double>> sums;
  for (const auto& [entry, value] : all)
    if (!sums.empty() && sums.back().first == entry)
      sums.back().second += value;
    else
      sums.emplace_back(entry, value);
  return sums;
}

std::vector<std::vector<std::string>> OppositesModel::self_test_inputs() const {
  constexpr std::size_t wanted = 3;
  const auto& matrix = entries_.matrix();
  std::vector<std::vector<std::string>> inputs;
  for (Index i = 0; i < matrix.rows() && inputs.size() < wanted; ++i) {
    const std::int64_t begin = matrix.offsets()[i], end = matrix.offsets()[i + 1];
    if (end - begin < 2) continue;
    auto& words = inputs.emplace_back();
    for (const std::int64_t k : {begin, end - 1}) words.emplace_back(entries_.words().word(matrix.columns()[k]));
    i += matrix.rows() / static_cast<Index>(wanted);  // from all parts of the thesaurus
  }
  return inputs;
}

}  // namespace couplet
