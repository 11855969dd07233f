#include "couplet/methods/cleaning/language_table.h"

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/text/character_kinds.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::size_t window = 20, stride = 5;  // letters of a stretch
constexpr std::size_t most_learned = 20000;     // texts of a side
constexpr std::size_t most_letters = 300;       // of a text that is learned from

std::size_t slot_of(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const std::uint64_t mixed = (a * 0x9E3779B97F4A7C15ULL) ^ (b * 0xC2B2AE3D27D4EB4FULL) ^ (c * 0x165667B19E3779F9ULL);
  return static_cast<std::size_t>((mixed ^ (mixed >> 29)) * 0xBF58476D1CE4E5B9ULL >> 48);
}

/// visit(unigram slot, bigram slot, trigram slot) for every letter, and for the blank after each word.
template <class Visit>
void for_letters(std::string_view text, Visit&& visit) {
  const CharacterKinds& table = CharacterKinds::get();
  char32_t before = ' ', last = ' ';
  for (std::size_t at = 0; at < text.size(); at += sequence_length(text[at])) {
    char32_t c = code_point_at(text.data() + at);
    const CharacterKind kind = table.kind(c);
    if (kind == CharacterKind::upper)
      c = CharacterKinds::lower(c);
    else if (!is_letter(kind) && kind != CharacterKind::mark)
      c = ' ';
    if (c == ' ' && last == ' ') continue;
    visit(slot_of(0, 0, c), slot_of(0, last, c), slot_of(before, last, c));
    before = last;
    last = c;
  }
}

class Counter {
 public:
  Counter() : counts_(LanguageTable::slots * 2, 0) {}
  void add(std::string_view text, int side) {
    std::size_t letters = 0;
    for_letters(text, [&](std::size_t one, std::size_t two, std::size_t three) {
      if (++letters > most_letters) return;
      for (const std::size_t slot : {one, two, three}) ++counts_[slot * 2 + side];
    });
  }
  std::vector<float> chances() const {
    std::vector<float> result(counts_.size());
    for (int side = 0; side < 2; ++side) {
      double total = 0;
      for (std::size_t slot = 0; slot < LanguageTable::slots; ++slot)
        total += static_cast<double>(counts_[slot * 2 + side]);
      constexpr double prior = 0.1;
      for (std::size_t slot = 0; slot < LanguageTable::slots; ++slot)
        result[slot * 2 + side] = static_cast<float>(
            std::log((static_cast<double>(counts_[slot * 2 + side]) + prior) / (total + prior * LanguageTable::slots)));
    }
    return result;
  }

 private:
  std::vector<std::int64_t> counts_;
};

}  // namespace

LanguageTable::LanguageTable(std::span<const float> chances) : chances_(chances.begin(), chances.end()) {
  if (chances_.size() != slots * 2 || !std::all_of(chances_.begin(), chances_.end(), [](float c) { return c <= 0; }))
    throw Error(ErrorCode::model, "language", "holds no chances of n-grams", "fit the model again");
}

LanguageTable LanguageTable::learn(std::span<const std::string> left, std::span<const std::string> right,
                                   const Run& run) {
  const std::size_t step = std::max<std::size_t>(1, left.size() / most_learned);
  LanguageTable table;
  for (int round = 0; round < 3; ++round) {
    run.stop->check();
    Counter counter;
    for (std::size_t i = 0; i < left.size(); i += step) {
      // A text that the first tables give to the other side is left out; where both sides are one language all stay.
      const auto fits = [&](const std::string& text, Side side) {
        return round == 0 || table.read(text, side).odds > -0.05;
      };
      if (left[i] == right[i]) continue;
      if (fits(left[i], Side::left)) counter.add(left[i], 0);
      if (fits(right[i], Side::right)) counter.add(right[i], 1);
    }
    table.chances_ = counter.chances();
  }
  return table;
}

LanguageReading LanguageTable::read(std::string_view text, Side side) const {
  LanguageReading reading;
  const int own = side == Side::left ? 0 : 1;
  std::vector<float> odds;
  odds.reserve(text.size());
  for_letters(text, [&](std::size_t one, std::size_t two, std::size_t three) {
    double mine = 0, theirs = 0;
    for (const std::size_t slot : {one, two, three}) {
      mine += static_cast<double>(chances_[slot * 2 + own]);
      theirs += static_cast<double>(chances_[slot * 2 + 1 - own]);
    }
    reading.own += mine / 3;
    odds.push_back(static_cast<float>((mine - theirs) / 3));
  });
  if (odds.empty()) return reading;
  reading.known = true;
  reading.own /= static_cast<double>(odds.size());
  double sum = 0, worst = INFINITY;
  for (std::size_t i = 0; i < odds.size(); ++i) {
    sum += static_cast<double>(odds[i]);
    reading.odds += static_cast<double>(odds[i]);
    if (i >= window) sum -= static_cast<double>(odds[i - window]);
    if (i + 1 >= window && (i + 1 - window) % stride == 0) worst = std::min(worst, sum / window);
  }
  reading.odds /= static_cast<double>(odds.size());
  reading.worst = odds.size() < window ? reading.odds : worst;
  return reading;
}

}  // namespace couplet
