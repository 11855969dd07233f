#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/roget.h"

namespace couplet {

namespace {

using Places = std::unordered_map<std::string, std::int32_t>;

Places places_of(std::span<const RogetHead> heads) {
  Places places;
  for (std::size_t i = 0; i < heads.size(); ++i) places.emplace(heads[i].number, static_cast<std::int32_t>(i));
  return places;
}

std::vector<std::string> columns_of(std::string_view line) {
  std::vector<std::string> columns;
  for (;;) {
    const std::size_t tab = line.find('\t');
    columns.emplace_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return columns;
    line.remove_prefix(tab + 1);
  }
}

/// Two heads, smaller first, with the number of antonym pairs between them.
struct Link {
  std::int32_t first, second;
  std::int64_t count;
};

/// The heads (of any part of speech) that each word stands under.
std::unordered_map<std::string_view, std::vector<std::int32_t>> heads_of_words(std::span<const RogetHead> heads) {
  std::unordered_map<std::string_view, std::vector<std::int32_t>> of;
  for (std::size_t i = 0; i < heads.size(); ++i)
    for (const auto& words : heads[i].words)
      for (const std::string& word : words) {
        auto& places = of[word];
        if (places.empty() || places.back() != static_cast<std::int32_t>(i))
          places.push_back(static_cast<std::int32_t>(i));
      }
  return of;
}

std::vector<Link> count_links(std::span<const RogetHead> heads, std::span<const Thesaurus> thesauri) {
  constexpr std::int32_t reach = 2;  // the opposite of a head is nearly always the next, or the one after
  const auto of = heads_of_words(heads);
  std::vector<std::int64_t> counts(heads.size() * reach, 0);
  std::vector<std::pair<std::string_view, std::string_view>> pairs;
  for (const Thesaurus& thesaurus : thesauri)
    for (const auto& [a, b] : antonym_pairs(thesaurus)) {
      const std::string_view x = thesaurus.words().word(a), y = thesaurus.words().word(b);
      pairs.push_back(std::minmax(x, y));
    }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());  // two thesauri may have the same pair
  for (const auto& [x, y] : pairs) {
    const auto left = of.find(x), right = of.find(y);
    if (left == of.end() || right == of.end()) continue;
    for (const std::int32_t i : left->second)
      for (const std::int32_t j : right->second)
        if (const std::int32_t distance = std::abs(i - j); distance >= 1 && distance <= reach)
          ++counts[std::min(i, j) * reach + distance - 1];
  }
  std::vector<Link> links;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto head = static_cast<std::int32_t>(i / reach);
    if (counts[i] > 0) links.push_back({head, head + 1 + static_cast<std::int32_t>(i % reach), counts[i]});
  }
  return links;
}

}  // namespace

OpposingHeads read_opposing_heads(const std::string& path, std::span<const RogetHead> heads, int least_links) {
  const Places places = places_of(heads);
  LineReader lines(path);
  std::string_view line;
  const auto header = lines.next(line) ? columns_of(line) : std::vector<std::string>{};
  const auto column = [&](const char* name) { return std::find(header.begin(), header.end(), name) - header.begin(); };
  const auto width = static_cast<std::ptrdiff_t>(header.size());
  const std::ptrdiff_t first = column("head1"), second = column("head2"), links = column("wordnet_antonym_links");
  if (first == width || second == width)
    throw Error(ErrorCode::data, path, "its first line does not name the columns head1 and head2",
                "give a tab-separated table with that header");
  OpposingHeads pairs;
  while (lines.next(line)) {
    if (line.empty()) continue;
    const auto columns = columns_of(line);
    if (static_cast<std::ptrdiff_t>(columns.size()) != width)
      throw Error(ErrorCode::data, lines.place(),
                  std::to_string(columns.size()) + " columns, expected " + std::to_string(width));
    if (links < width) {
      int count = 0;
      const char* end = columns[links].data() + columns[links].size();
      const auto [stop, failure] = std::from_chars(columns[links].data(), end, count);
      if (failure != std::errc() || stop != end)
        throw Error(ErrorCode::data, lines.place(), "'" + columns[links] + "' is no number of links");
      if (count < least_links) continue;
    }
    const auto a = places.find(columns[first]), b = places.find(columns[second]);
    if (a == places.end() || b == places.end())
      throw Error(ErrorCode::data, lines.place(),
                  "the thesaurus has no head " + columns[a == places.end() ? first : second],
                  "give the table that belongs to this text");
    pairs.emplace_back(a->second, b->second);
  }
  return pairs;
}

OpposingHeads infer_opposing_heads(std::span<const RogetHead> heads, std::span<const Thesaurus> thesauri,
                                   int least_links) {
  OpposingHeads pairs;
  std::vector<bool> taken(heads.size(), false);
  const auto take = [&](std::int32_t a, std::int32_t b) {
    if (a == b || taken[a] || taken[b]) return;
    taken[a] = taken[b] = true;
    pairs.emplace_back(std::min(a, b), std::max(a, b));
  };
  const Places places = places_of(heads);
  for (std::size_t i = 0; i < heads.size(); ++i)
    if (const auto found = places.find(heads[i].opposite); found != places.end())
      take(static_cast<std::int32_t>(i), found->second);
  std::vector<Link> links = count_links(heads, thesauri);
  std::stable_sort(links.begin(), links.end(), [](const Link& a, const Link& b) { return a.count > b.count; });
  for (const Link& link : links)
    if (link.count >= least_links) take(link.first, link.second);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

Thesaurus roget_thesaurus(std::span<const RogetHead> heads, const OpposingHeads& opposing) {
  std::vector<std::vector<std::int32_t>> opposites(heads.size());
  for (const auto& [a, b] : opposing) {
    opposites[a].push_back(b);
    opposites[b].push_back(a);
  }
  Thesaurus thesaurus("roget");
  std::vector<ThesaurusMember> members;
  for (std::size_t i = 0; i < heads.size(); ++i)
    for (const PartOfSpeech part : parts_of_speech) {
      const auto p = static_cast<std::size_t>(part);
      if (heads[i].words[p].empty()) continue;
      members.clear();
      for (const std::string& word : heads[i].words[p])
        members.push_back({thesaurus.add_word(word), Relation::same_head, false});
      for (const std::int32_t other : opposites[i])
        for (const std::string& word : heads[other].words[p])
          members.push_back({thesaurus.add_word(word), Relation::same_head, true});
      std::string label = heads[i].number + " " + heads[i].name + " (";
      thesaurus.add_entry(label.append(name_of(part)).append(")"), members);
    }
  return thesaurus;
}

}  // namespace couplet
