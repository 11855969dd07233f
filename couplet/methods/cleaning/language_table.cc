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

/// Counts of one language's n-grams.
class GramCounts {
 public:
  GramCounts() : counts_(LanguageTable::slots, 0) {}
  void add(std::string_view text) {
    std::size_t letters = 0;
    for_letters(text, [&](std::size_t one, std::size_t two, std::size_t three) {
      if (++letters > most_letters) return;
      for (const std::size_t slot : {one, two, three}) ++counts_[slot];
    });
  }
  /// ln chances into every `step`-th place.
  void put(float* chances, std::size_t step) const {
    double total = 0;
    for (const std::int64_t count : counts_) total += static_cast<double>(count);
    constexpr double prior = 0.1;
    for (std::size_t slot = 0; slot < LanguageTable::slots; ++slot)
      chances[slot * step] = static_cast<float>(
          std::log((static_cast<double>(counts_[slot]) + prior) / (total + prior * LanguageTable::slots)));
  }

 private:
  std::vector<std::int64_t> counts_;
};

/// chances: slots x before. The same with one language more.
std::vector<float> with_language(std::span<const float> chances, std::size_t before, const ListedLanguage& language) {
  GramCounts counts;
  const std::size_t step = std::max<std::size_t>(1, language.texts.size() / most_learned);
  for (std::size_t i = 0; i < language.texts.size(); i += step) counts.add(language.texts[i]);
  std::vector<float> wider(LanguageTable::slots * (before + 1));
  for (std::size_t slot = 0; slot < LanguageTable::slots; ++slot)
    std::copy_n(chances.begin() + static_cast<std::ptrdiff_t>(slot * before), before,
                wider.begin() + static_cast<std::ptrdiff_t>(slot * (before + 1)));
  counts.put(wider.data() + before, before + 1);
  return wider;
}

/// Whether the texts of a side read as if they were in the only listed language. All are likelier in what was learned
/// from themselves; a quarter of them hardly (0.1 to 0.2 nats a letter), where it is their language and not a close one
/// (Spanish texts and a list of Portuguese: 0.28; Italian: 0.46).
bool are_in_it(const LanguageTable& table, std::span<const std::string> texts, Side side) {
  constexpr double alike = 0.22;
  const std::size_t step = std::max<std::size_t>(1, texts.size() / 1000);
  std::vector<double> odds;
  for (std::size_t i = 0; i < texts.size(); i += step)
    if (const LanguageReading reading = table.read(texts[i], side); reading.known) odds.push_back(-reading.foreign);
  if (odds.empty()) return false;
  const auto quartile = odds.begin() + std::ssize(odds) / 4;
  std::nth_element(odds.begin(), quartile, odds.end());
  return *quartile < alike;
}

}  // namespace

LanguageTable::LanguageTable(std::span<const float> chances, std::vector<std::string> names)
    : chances_(chances.begin(), chances.end()), names_(std::move(names)) {
  if (chances_.size() != slots * languages() ||
      !std::all_of(chances_.begin(), chances_.end(), [](float c) { return c <= 0; }))
    throw Error(ErrorCode::model, "language", "holds no chances of n-grams", "fit the model again");
}

LanguageTable LanguageTable::learn(std::span<const std::string> left, std::span<const std::string> right,
                                   std::span<const ListedLanguage> listed, const Run& run) {
  const std::size_t step = std::max<std::size_t>(1, left.size() / most_learned);
  LanguageTable table;
  for (int round = 0; round < 3; ++round) {
    run.stop->check();
    GramCounts lefts, rights;
    for (std::size_t i = 0; i < left.size(); i += step) {
      // A text that the first tables give to the other side is left out; where both sides are one language all stay.
      const auto fits = [&](const std::string& text, Side side) {
        return round == 0 || table.read(text, side).odds > -0.05;
      };
      if (left[i] == right[i]) continue;
      if (fits(left[i], Side::left)) lefts.add(left[i]);
      if (fits(right[i], Side::right)) rights.add(right[i]);
    }
    table.chances_.resize(slots * 2);
    lefts.put(table.chances_.data(), 2);
    rights.put(table.chances_.data() + 1, 2);
  }
  LanguageTable all = table;
  for (const ListedLanguage& language : listed) {
    run.stop->check();
    const LanguageTable alone(with_language(table.chances_, 2, language), {language.name});
    if (are_in_it(alone, left, Side::left) || are_in_it(alone, right, Side::right)) continue;
    all.chances_ = with_language(all.chances_, all.languages(), language);
    all.names_.push_back(language.name);
  }
  return all;
}

LanguageReading LanguageTable::read(std::string_view text, Side side) const {
  LanguageReading reading;
  const int own = side == Side::left ? 0 : 1;
  const std::size_t step = languages();
  std::vector<float> odds;
  odds.reserve(text.size());
  std::vector<double> listed(names_.size(), 0);
  for_letters(text, [&](std::size_t one, std::size_t two, std::size_t three) {
    double mine = 0, theirs = 0;
    for (const std::size_t slot : {one, two, three}) {
      const float* chances = chances_.data() + slot * step;
      mine += static_cast<double>(chances[own]);
      theirs += static_cast<double>(chances[1 - own]);
      for (std::size_t k = 0; k < listed.size(); ++k) listed[k] += static_cast<double>(chances[2 + k]) / 3;
    }
    reading.own += mine / 3;
    odds.push_back(static_cast<float>((mine - theirs) / 3));
  });
  if (odds.empty()) return reading;
  reading.known = true;
  reading.letters = odds.size();
  reading.own /= static_cast<double>(odds.size());
  if (!listed.empty()) {
    const auto best = std::max_element(listed.begin(), listed.end());
    reading.likeliest = static_cast<std::size_t>(best - listed.begin());
    reading.foreign = *best / static_cast<double>(odds.size()) - reading.own;
  }
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
