#include "couplet/methods/cleaning/clues.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::array<ClueInfo, clue_count> infos = {{
    {"empty", "a side has neither letter nor digit", false, 1, 1},
    {"too short", "words that the shorter side lacks of three", false, 1, 0, true},
    {"too long", "log2 of code points beyond 600", false, 1},
    {"length ratio", "deviations of the length ratio from the usual one", false, 2},
    {"no words", "share of characters that are no letters, the worse side", false, 0.4F, 0, true},
    {"same text", "both sides have the same letters and digits", false, 1, 1},
    {"copied words", "share of the shorter side's words that the other has too", true, 0.1F, 0, true},
    {"swapped sides", "each side reads like the other's language", false, 0.3F, 0.15F},
    {"left in the wrong language", "how much the left side reads like the right one's language", true, 0.1F},
    {"right in the wrong language", "how much the right side reads like the left one's language", true, 0.1F},
    {"left in no known language", "how unlike its side's texts the left one reads", true, 0.1F},
    {"right in no known language", "how unlike its side's texts the right one reads", true, 0.1F},
    {"untranslated stretch", "how much the worst twenty letters read like the other language", true, 0.15F},
    {"wrong script", "share of letters in a script unusual on that side", false, 0.2F, 0.3F},
    {"markup", "log2 of characters in tags, entities and templates", false, 2, 2},
    {"addresses", "share of characters in URLs and mail addresses", false, 0.2F},
    {"bad characters", "log2 of controls, replacement characters and question marks inside words", false, 1, 1},
    {"mojibake", "log2 of characters that are bytes of UTF-8 read one by one", false, 1, 1.5F},
    {"numbers disagree", "numbers that the other side does not have", false, 1, 2},
    {"unbalanced brackets", "brackets and quotes without their partner", false, 1},
    {"repeated words", "share of words that stood in the text before", true, 0.05F},
    {"glued words", "log2 of the letters of the longest word", true, 0.2F},
    {"unknown words", "share of words never seen in the corpus, the worse side", true, 0.08F, 0, true},
    {"left word order", "how unusual the left side's neighbouring words are", true, 0.2F},
    {"right word order", "how unusual the right side's neighbouring words are", true, 0.2F},
    {"crossed word order", "jumps between the partners of neighbouring words", true, 0.3F, 0, true},
    {"right not translated", "share of the right side that the left one does not explain", true, 0.04F, 0, true},
    {"left not translated", "share of the left side that the right one does not explain", true, 0.04F, 0, true},
    {"part not translated", "share of the longest stretch that the other side does not explain", true, 0.04F, 0, true},
    {"unrelated", "how little the sides are about the same thing", true, 0.05F, 0, true},
    {"unknown meaning", "a side has no word that the model of meaning knows", false, 1, 0, true},
    {"boilerplate", "log2 of the different partners of a side's text, beyond two", false, 1, 3},
    {"list or menu", "log2 of separators such as | and >", false, 1},
    {"capitals", "difference of the sides' shares of capital letters", false, 0.3F},
    {"endings disagree", "the sides end in different kinds of punctuation", false, 1, 0, true},
    {"beginnings disagree", "one side begins with a capital, the other does not", false, 1, 0, true},
    {"in a listed language", "how much a side reads like a listed language, in nats a letter", false, 0.1F, 0.1F},
    {"outside score", "how low the score from elsewhere is", true, 0},
}};

char ending_kind(char32_t stop) {
  switch (stop) {
    case 0:
      return 0;
    case '?':
    case 0xFF1F:
    case 0x61F:
    case 0x37E:
      return '?';
    case '!':
    case 0xFF01:
      return '!';
    case ':':
    case ';':
    case ',':
      return ',';
    default:
      return '.';
  }
}

double log2_1(double value) { return std::log2(1 + std::max(0.0, value)); }

/// Numbers of each side that the other lacks: the fewer count twice, for they stand against each other.
double disagreement(const std::vector<std::uint64_t>& left, const std::vector<std::uint64_t>& right) {
  std::size_t l = 0, r = 0;
  double only_left = 0, only_right = 0;
  while (l < left.size() || r < right.size()) {
    if (r == right.size() || (l < left.size() && left[l] < right[r])) {
      ++l;
      ++only_left;
    } else if (l == left.size() || right[r] < left[l]) {
      ++r;
      ++only_right;
    } else {
      ++l;
      ++r;
    }
  }
  const double both = std::min(only_left, only_right);
  return std::min(4.0, 2 * both + 0.5 * (std::max(only_left, only_right) - both));
}

double unusual_script(const TextMarks& marks, const std::array<float, 256>& shares) {
  double unusual = 0;
  for (std::size_t s = 1; s < marks.scripts.size(); ++s)
    if (marks.scripts[s] > 0 && shares[s] < 0.02F) unusual += marks.scripts[s];
  return marks.letters > 0 ? unusual / static_cast<double>(marks.letters) : 0;
}

double share_of(std::int64_t part, std::int64_t whole) {
  return static_cast<double>(part) / static_cast<double>(std::max<std::int64_t>(whole, 1));
}

int class_of(std::int64_t words) {
  constexpr std::array<std::int64_t, ClueProfile::classes - 1> limits = {1, 2, 4, 6, 9, 14, 22, 35};
  return static_cast<int>(std::lower_bound(limits.begin(), limits.end(), words) - limits.begin());
}

}  // namespace

const ClueInfo& info_of(Clue clue) { return infos[static_cast<std::size_t>(clue)]; }

RawClues clues_of(std::string_view left, std::string_view right, const TextWords& left_words,
                  const TextWords& right_words, const WordTables& tables, const LanguageTable& languages,
                  const LengthProfile& lengths, const ScriptShares& scripts, const PairContext& context) {
  const TextMarks l = look_over(left), r = look_over(right);
  RawClues raw;
  raw.words = std::min(left_words.size(), right_words.size());
  const auto set = [&](Clue clue, double value) {
    raw.values[static_cast<std::size_t>(clue)] = static_cast<float>(value);
  };
  const auto worse = [&](auto&& of) { return std::max(static_cast<double>(of(l)), static_cast<double>(of(r))); };
  if (l.empty() || r.empty()) {
    set(Clue::empty, 4);
    set(Clue::outside, NAN);
    return raw;  // nothing else can be said
  }
  set(Clue::outside, -context.outside);
  const LanguageReading ll = languages.read(left, Side::left), rl = languages.read(right, Side::right);
  const WordEvidence words = tables.read(left_words, right_words);
  set(Clue::too_short, static_cast<double>(std::max<std::int64_t>(0, 3 - raw.words)));
  set(Clue::too_long, std::max(0.0, std::log2(worse([](const TextMarks& m) { return m.points; }) / 600)));
  set(Clue::length, std::min(20.0, std::abs(lengths.deviation(left, right))));
  set(Clue::no_words, worse([](const TextMarks& m) { return 1 - share_of(m.letters, m.points - m.blanks); }));
  set(Clue::same_text, normalised_hash(left) == normalised_hash(right) ? 4 : 0);
  set(Clue::shared_words, words.shared);
  set(Clue::swapped, std::max(0.0, std::min(-ll.odds, -rl.odds)));
  set(Clue::left_language, -ll.odds);
  set(Clue::right_language, -rl.odds);
  set(Clue::left_unlike, -ll.own);
  set(Clue::right_unlike, -rl.own);
  set(Clue::stretch, -std::min(ll.worst, rl.worst));
  set(Clue::script, std::max(unusual_script(l, scripts.left), unusual_script(r, scripts.right)));
  set(Clue::markup, worse([](const TextMarks& m) { return log2_1(static_cast<double>(m.markup)); }));
  set(Clue::addresses, worse([](const TextMarks& m) { return share_of(m.addresses, m.points); }));
  set(Clue::broken, worse([](const TextMarks& m) { return log2_1(static_cast<double>(m.broken)); }));
  set(Clue::mojibake, worse([](const TextMarks& m) { return log2_1(static_cast<double>(m.mojibake)); }));
  set(Clue::numbers, disagreement(l.numbers, r.numbers));
  set(Clue::brackets, std::min(4.0, worse([](const TextMarks& m) { return m.unbalanced; })));
  set(Clue::repeats,
      std::max(share_of(left_words.repeats, left_words.size()), share_of(right_words.repeats, right_words.size())));
  set(Clue::glued, worse([](const TextMarks& m) { return std::log2(4.0 + static_cast<double>(m.longest_word)); }));
  set(Clue::unknown, std::max(words.unknown_left, words.unknown_right));
  set(Clue::left_order, -words.fluency_left);
  set(Clue::right_order, -words.fluency_right);
  set(Clue::disorder, words.disorder);
  set(Clue::right_explained, -words.explained_right);
  set(Clue::left_explained, -words.explained_left);
  set(Clue::gap, std::max(words.gap_left, words.gap_right));
  const bool meant = std::isfinite(context.meaning);
  set(Clue::meaning, meant ? -context.meaning : 0);
  set(Clue::no_meaning, meant ? 0 : 1);
  set(Clue::boilerplate,
      std::max(0.0, std::log2(static_cast<double>(std::max(context.left_partners, context.right_partners))) - 1));
  set(Clue::separators, worse([](const TextMarks& m) { return log2_1(static_cast<double>(m.separators)); }));
  const bool cased = l.upper + r.upper > 0 && share_of(l.scripts[0], l.letters) < 1;
  set(Clue::capitals, cased ? std::abs(share_of(l.upper, l.letters) - share_of(r.upper, r.letters)) : 0);
  set(Clue::ending, ending_kind(l.stop) != ending_kind(r.stop));
  set(Clue::listed, std::max(ll.surely_foreign(), rl.surely_foreign()));
  set(Clue::beginning, l.starts_upper != r.starts_upper);
  return raw;
}

std::size_t broken_rule(const RawClues& raw) {
  for (std::size_t c = 0; c < clue_count; ++c)
    if (infos[c].rule > 0 && raw.values[c] >= infos[c].rule) return c;
  return clue_count;
}

ClueProfile::ClueProfile(std::span<const double> centres) : centres_(centres.begin(), centres.end()) {
  if (centres_.size() != classes * clue_count * 2)
    throw Error(ErrorCode::model, "profile", "has another size", "fit the model again");
  for (std::size_t i = 1; i < centres_.size(); i += 2)
    if (!(centres_[i] > 0)) throw Error(ErrorCode::model, "profile", "is not positive", "fit the model again");
}

ClueProfile ClueProfile::of(std::span<const RawClues> sample) {
  constexpr std::size_t enough = 60;
  ClueProfile profile;
  const auto centre = [&](std::vector<float>& values, std::size_t c) -> std::pair<double, double> {
    if (values.empty()) return {0, 1};
    const auto middle = values.begin() + std::ssize(values) / 2;
    std::nth_element(values.begin(), middle, values.end());
    const double median = static_cast<double>(*middle);
    for (float& value : values) value = static_cast<float>(std::abs(static_cast<double>(value) - median));
    std::nth_element(values.begin(), middle, values.end());
    double spread = 1.4826 * static_cast<double>(*middle);
    const double least = static_cast<double>(infos[c].scale);
    if (spread < least) {
      // Half of the pairs and more have one value, as of words that come twice: the others, all on one side of it, say
      // how far is usual.
      const auto outer = values.begin() + std::ssize(values) * 17 / 20;
      std::nth_element(values.begin(), outer, values.end());
      spread = std::clamp(static_cast<double>(*outer) / 1.04, least, 3 * least);
    }
    return {median, spread > 0 ? spread : 1};
  };
  for (std::size_t c = 0; c < clue_count; ++c) {
    std::array<std::vector<float>, classes> of_class;
    std::vector<float> all;
    for (const RawClues& raw : sample) {
      if (raw.values[static_cast<std::size_t>(Clue::empty)] > 0 || std::isnan(raw.values[c])) continue;
      of_class[class_of(raw.words)].push_back(raw.values[c]);
      all.push_back(raw.values[c]);
    }
    const auto whole = centre(all, c);
    for (int k = 0; k < classes; ++k) {
      const auto [median, spread] = of_class[k].size() >= enough ? centre(of_class[k], c) : whole;
      profile.centres_[(k * clue_count + c) * 2] = median;
      profile.centres_[(k * clue_count + c) * 2 + 1] = spread;
    }
  }
  return profile;
}

ClueValues ClueProfile::standardised(const RawClues& raw) const {
  ClueValues values = {};
  const bool empty = raw.values[static_cast<std::size_t>(Clue::empty)] > 0;
  const double* centres = centres_.data() + class_of(raw.words) * clue_count * 2;
  for (std::size_t c = 0; c < clue_count; ++c) {
    const double value = static_cast<double>(raw.values[c]);
    if (!infos[c].deviates)
      values[c] = static_cast<float>(value / static_cast<double>(infos[c].scale));
    else if (!empty && !std::isnan(value))
      values[c] = static_cast<float>((value - centres[c * 2]) / centres[c * 2 + 1]);
  }
  return values;
}

}  // namespace couplet
