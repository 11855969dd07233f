// Learning, saving and loading what words say.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "couplet/base/error.h"
#include "couplet/methods/alignment/model_one.h"
#include "couplet/methods/cleaning/word_evidence.h"
#include "couplet/model/saved_sparse.h"

namespace couplet {
namespace {

constexpr std::int64_t translation_rounds = 5;
constexpr std::size_t kept_translations = 24;
constexpr double least_translation = 0.004;
constexpr double strength = 4;  // occurrences that the share of a word counts for, before its follower is believed

std::vector<float> information_of(const NumberedSide& side) {
  const double total = static_cast<double>(std::ssize(side.numbers)) + static_cast<double>(side.words.size());
  std::vector<float> result;
  for (const std::int64_t count : side.counts)
    result.push_back(static_cast<float>(std::max(0.1, -std::log((static_cast<double>(count) + 1) / total))));
  return result;
}

CsrMatrix<float> translations_of(const NumberedSide& x, const NumberedSide& y, const Run& run) {
  std::vector<Translations> rows =
      model_one(x.occurrences(), y.occurrences(), translation_rounds, 2 * kept_translations, run);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (Translations& row : rows) {
    keep_largest(row, kept_translations, least_translation);
    for (const Translation& t : row) {
      columns.push_back(t.word);
      values.push_back(t.probability);
    }
    offsets.push_back(std::ssize(columns));
  }
  return CsrMatrix<float>(std::ssize(rows), y.words.size(), std::move(offsets), std::move(columns), std::move(values));
}

/// Pairs of neighbouring words, the text's bounds among them as the word after the last.
void learn_order(const NumberedSide& side, WordTables::Side& out) {
  const auto bound = static_cast<std::uint64_t>(side.words.size());
  std::vector<std::uint64_t> pairs;
  pairs.reserve(side.numbers.size() + side.texts());
  for (std::int64_t i = 0; i < side.texts(); ++i) {
    std::uint64_t before = bound;
    for (const std::int32_t word : side.text(i)) {
      pairs.push_back(before << 32 | static_cast<std::uint64_t>(word));
      before = static_cast<std::uint64_t>(word);
    }
    if (before != bound) pairs.push_back(before << 32 | bound);
  }
  std::sort(pairs.begin(), pairs.end());
  std::vector<double> second(bound + 1, 0.5);
  for (const std::uint64_t pair : pairs) second[pair & 0xFFFFFFFF] += 1;
  const double all = std::accumulate(second.begin(), second.end(), 0.0);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  std::size_t at = 0;
  for (std::uint64_t a = 0; a <= bound; ++a) {
    std::size_t end = at;
    while (end < pairs.size() && pairs[end] >> 32 == a) ++end;
    const double total = static_cast<double>(end - at);
    out.unseen.push_back(static_cast<float>(std::log(strength / (total + strength))));
    while (at < end) {
      std::size_t next = at;
      while (next < end && pairs[next] == pairs[at]) ++next;
      const double share = second[pairs[at] & 0xFFFFFFFF] / all, count = static_cast<double>(next - at);
      columns.push_back(static_cast<std::int32_t>(pairs[at] & 0xFFFFFFFF));
      values.push_back(static_cast<float>(std::log((count + strength * share) / ((total + strength) * share))));
      at = next;
    }
    offsets.push_back(std::ssize(columns));
  }
  const auto rows = static_cast<Index>(bound + 1);
  out.follows = CsrMatrix<float>(rows, rows, std::move(offsets), std::move(columns), std::move(values));
}

void write_side(ModelWriter& writer, const std::string& prefix, const WordTables::Side& side) {
  writer.add(prefix + ".information", std::span<const float>(side.information), {std::ssize(side.information)});
  writer.add(prefix + ".unseen", std::span<const float>(side.unseen), {std::ssize(side.unseen)});
  add_sparse(writer, prefix + ".follows", side.follows);
  add_sparse(writer, prefix + ".translations", side.translations);
}

WordTables::Side load_side(const ModelFile& file, const std::string& prefix, Index words, Index others) {
  const auto information = file.floats(prefix + ".information", words),
             unseen = file.floats(prefix + ".unseen", words + 1);
  WordTables::Side side{{information.begin(), information.end()},
                        load_sparse<float>(file, prefix + ".follows", words + 1, words + 1),
                        {unseen.begin(), unseen.end()},
                        load_sparse<float>(file, prefix + ".translations", words + 1, others)};
  const auto chance = [](float value) { return value >= 0 && value <= 1; };
  if (!std::all_of(information.begin(), information.end(), [](float i) { return i > 0 && i < 100; }) ||
      !std::all_of(side.translations.values().begin(), side.translations.values().end(), chance))
    throw Error(ErrorCode::model, prefix, "holds a number that is no probability", "fit the model again");
  return side;
}

}  // namespace

WordTables WordTables::learn(const NumberedSide& left, const NumberedSide& right, const Run& run) {
  Side l, r;
  l.information = information_of(left);
  r.information = information_of(right);
  learn_order(left, l);
  learn_order(right, r);
  l.translations = translations_of(left, right, run);
  r.translations = translations_of(right, left, run);
  return {std::move(l), std::move(r)};
}

void WordTables::write(ModelWriter& writer, const std::string& prefix) const {
  write_side(writer, prefix + ".left", left_);
  write_side(writer, prefix + ".right", right_);
}

WordTables WordTables::load(const ModelFile& file, const std::string& prefix, Index left_words, Index right_words) {
  return {load_side(file, prefix + ".left", left_words, right_words),
          load_side(file, prefix + ".right", right_words, left_words)};
}

}  // namespace couplet
