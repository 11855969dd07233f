// How one word, or sense, stands to another: the relations that WordNet and the thesauri have between them.
#pragma once

#include <cstdint>
#include <string_view>

namespace couplet {

/// Read "X is a <relation> of Y" for the target X of source Y.
enum class Relation : std::uint8_t {
  synonym,           // the same sense
  antonym,           // said of the two words themselves
  indirect_antonym,  // an antonym of a word that is similar to it: "torrid" has "cold" through "hot"
  similar,           // adjectives around one head
  related,           // a thesaurus says no more than that
  same_head,         // under one head of Roget
  derived,           // derivationally related form: happy, happiness
  pertainym,         // what an adjective or adverb is from: atomic, atom; quickly, quick
  participle,        // the verb of a participle
  also_see,
  attribute,          // the noun an adjective is a value of: hot, temperature
  attribute_value,    // the other way: both poles of the noun
  verb_group,         // verbs of like meaning
  hypernym,           // more general
  instance_hypernym,  // the class of a name
  hyponym,            // more special
  instance_hyponym,
  entailment,      // what doing it involves: snore, sleep
  cause,           // what it brings about: kill, die
  member_holonym,  // a whole that it is in
  substance_holonym,
  part_holonym,
  member_meronym,  // what is in it
  substance_meronym,
  part_meronym,
  topic,  // the field it belongs to
  topic_member,
  region,
  region_member,
  usage,
  usage_member,
};

inline constexpr int relation_count = static_cast<int>(Relation::usage_member) + 1;

/// "indirect_antonym": the enumerator's own name.
std::string_view name_of(Relation relation);

/// The relation of that name. Error(usage) that lists the names otherwise.
Relation parse_relation(std::string_view name);

enum class PartOfSpeech : std::uint8_t { noun, verb, adjective, adverb };

inline constexpr PartOfSpeech parts_of_speech[] = {PartOfSpeech::noun, PartOfSpeech::verb, PartOfSpeech::adjective,
                                                   PartOfSpeech::adverb};

/// "noun", "verb", "adjective", "adverb".
std::string_view name_of(PartOfSpeech part);

}  // namespace couplet
