// Thesauri in the form of Roget's 1911 edition: numbered heads, words by part of speech, heads that oppose one another.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/thesaurus.h"

namespace couplet {

struct RogetHead {
  std::string number;  // "16a"
  std::string name;    // "Uniformity"
  /// Words of each part of speech, in order of the text, each once. Phrases and interjections are left out.
  std::vector<std::string> words[4];
  std::string opposite;  // number after a mark {opp. 73}; empty without one
};

/// Reads the text: a head starts with "#NUMBER. Name. --"; "N." "V." "Adj." "Adv." "Phr." "Int." open their parts;
/// words are separated by commas, semicolons and paragraphs. Left out: cross references ("&c. 494"), marks and remarks
/// in brackets of any kind, citations in double quotes, titles between lines holding a single %, phrases of more than
/// three words. Error(data) when there is no head in it, or a head's number stands twice. Plain or compressed.
std::vector<RogetHead> read_roget(const std::string& path, const Run& run);
std::vector<RogetHead> parse_roget(std::string_view text, const std::string& place);

/// Pairs of places in `heads`.
using OpposingHeads = std::vector<std::pair<std::int32_t, std::int32_t>>;

/// Reads pairs from a TSV whose header names the columns head1 and head2, and optionally wordnet_antonym_links: pairs
/// with less than `least_links` there are left out. Error(data) with file:line for a head that is not in `heads`.
OpposingHeads read_opposing_heads(const std::string& path, std::span<const RogetHead> heads, int least_links);

/// Recovers the pairs that the book sets side by side: for every head and the next two, counts the antonym pairs of
/// `thesauri` with one word in each, and matches one to one by falling count, from `least_links` on. Marks {opp. N}
/// come first.
OpposingHeads infer_opposing_heads(std::span<const RogetHead> heads, std::span<const Thesaurus> thesauri,
                                   int least_links);

/// An entry a head and part of speech: its words (same_head), and those of the opposing head (same_head, opposed).
Thesaurus roget_thesaurus(std::span<const RogetHead> heads, const OpposingHeads& opposing);

}  // namespace couplet
