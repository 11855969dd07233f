#include "couplet/text/penn_words.h"

#include <algorithm>
#include <array>

#include "couplet/text/code_points.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

constexpr std::string_view typographic_apostrophe = "\xE2\x80\x99";

void make_apostrophes_plain(std::string& text) {
  std::size_t at = text.find(typographic_apostrophe);
  if (at == std::string::npos) return;
  std::size_t to = at;
  while (at < text.size()) {
    if (text.compare(at, 3, typographic_apostrophe) == 0) {
      text[to++] = '\'';
      at += 3;
    } else {
      text[to++] = text[at++];
    }
  }
  text.resize(to);
}

bool has(const char* p, unsigned property) { return (CodePointTable::get()[code_point_at(p)] & property) != 0; }

/// The end of the run of word characters that starts at p.
const char* run_end(const char* p, const char* end) {
  while (p < end && has(p, CodePointTable::word_character)) p += sequence_length(*p);
  return p;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

/// True when "n't" stands at p, in either case.
bool negation_at(const char* p, const char* end) {
  return end - p >= 3 && lower(p[0]) == 'n' && p[1] == '\'' && lower(p[2]) == 't';
}

/// The end of a clitic ('s, 'll ...) whose apostrophe is at p, or p when there is none.
const char* clitic_end(const char* p, const char* end) {
  const char* stop = run_end(p + 1, end);
  std::string suffix;
  for (const char* at = p + 1; at < stop && suffix.size() < 3; ++at) suffix += lower(*at);
  static constexpr std::array<std::string_view, 6> clitics = {"s", "m", "d", "ll", "re", "ve"};
  return std::find(clitics.begin(), clitics.end(), suffix) != clitics.end() ? stop : p;
}

std::ptrdiff_t repeats(const char* p, const char* end) {
  return std::find_if(p, end, [c = *p](char other) { return other != c; }) - p;
}

}  // namespace

void split_penn(std::string& text, std::vector<std::string_view>& words) {
  make_apostrophes_plain(text);
  const char* p = text.data();
  const char* const end = p + text.size();
  const auto take = [&](const char* stop, std::ptrdiff_t shown) {
    words.emplace_back(p, static_cast<std::size_t>(shown));
    p = stop;
  };
  while (p < end) {
    if (has(p, CodePointTable::white_space)) {
      p += sequence_length(*p);
    } else if (has(p, CodePointTable::word_character)) {
      const char* stop = run_end(p, end);
      if (negation_at(p, end)) {
        stop = p + 3;
      } else if (stop - p >= 2 && negation_at(stop - 1, end)) {
        --stop;  // "don't": the n belongs to n't
      } else {
        while (stop + 1 < end && *stop == '-' && has(stop + 1, CodePointTable::word_character))
          stop = run_end(stop + 1, end);
      }
      take(stop, stop - p);
    } else if (*p == '\'' && clitic_end(p, end) > p) {
      const char* stop = clitic_end(p, end);
      take(stop, stop - p);
    } else if (*p == '.' && repeats(p, end) >= 3) {
      take(p + repeats(p, end), 3);
    } else if (*p == '-' && repeats(p, end) >= 2) {
      take(p + repeats(p, end), 2);
    } else {
      const char* stop = p + sequence_length(*p);
      take(stop, stop - p);
    }
  }
}

}  // namespace couplet
