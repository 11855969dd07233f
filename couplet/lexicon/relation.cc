#include "couplet/lexicon/relation.h"

#include <array>
#include <string>

#include "couplet/base/error.h"

namespace couplet {

namespace {

constexpr std::array<std::string_view, relation_count> relation_names = {
    "synonym",      "antonym",        "indirect_antonym",  "similar",      "related",          "same_head",
    "derived",      "pertainym",      "participle",        "also_see",     "attribute",        "attribute_value",
    "verb_group",   "hypernym",       "instance_hypernym", "hyponym",      "instance_hyponym", "entailment",
    "cause",        "member_holonym", "substance_holonym", "part_holonym", "member_meronym",   "substance_meronym",
    "part_meronym", "topic",          "topic_member",      "region",       "region_member",    "usage",
    "usage_member"};
static_assert(!relation_names.back().empty());

}  // namespace

std::string_view name_of(Relation relation) { return relation_names.at(static_cast<std::size_t>(relation)); }

Relation parse_relation(std::string_view name) {
  std::string known;
  for (std::size_t i = 0; i < relation_names.size(); ++i) {
    if (relation_names[i] == name) return static_cast<Relation>(i);
    known += known.empty() ? "" : ", ";
    known += relation_names[i];
  }
  throw Error(ErrorCode::usage, "", "there is no relation '" + std::string(name) + "'", "known are: " + known);
}

std::string_view name_of(PartOfSpeech part) {
  constexpr std::array<std::string_view, 4> parts = {"noun", "verb", "adjective", "adverb"};
  return parts.at(static_cast<std::size_t>(part));
}

}  // namespace couplet
