#include "couplet/methods/rewriting/sense_table.h"

#include <algorithm>

namespace couplet {

namespace {

void sort_unique(std::vector<std::int32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

bool is_hypernym(Relation relation) {
  return relation == Relation::hypernym || relation == Relation::instance_hypernym;
}

bool is_holonym(Relation relation) {
  return relation == Relation::member_holonym || relation == Relation::substance_holonym ||
         relation == Relation::part_holonym;
}

/// The synsets that pointers of a kind lead to from each synset.
template <class Wanted>
NumberLists pointed_at(const WordNet& net, Wanted&& wanted) {
  NumberLists lists;
  std::vector<std::int32_t> found;
  for (std::int64_t synset = 0; synset < net.size(); ++synset) {
    found.clear();
    for (const WordNetPointer& pointer : net.pointers(synset))
      if (wanted(pointer.relation)) found.push_back(pointer.target);
    sort_unique(found);
    lists.add(found);
  }
  return lists;
}

}  // namespace

void NumberLists::add(std::span<const std::int32_t> list) {
  values.insert(values.end(), list.begin(), list.end());
  offsets.push_back(static_cast<std::int64_t>(values.size()));
}

SenseTable SenseTable::from(const WordNet& net, std::int64_t most_senses) {
  SenseTable table;
  std::vector<std::int64_t> lemma_of;                          // of each word
  std::vector<std::int32_t> word_of(net.lemmas().size(), -1);  // of each lemma
  for (std::int64_t lemma = 0; lemma < net.lemmas().size(); ++lemma) {
    if (net.lemmas().word(lemma).find(' ') != std::string_view::npos) continue;
    word_of[lemma] = static_cast<std::int32_t>(table.words.add(net.lemmas().word(lemma)));
    lemma_of.push_back(lemma);
  }
  std::vector<std::int32_t> found, opposites;
  for (const std::int64_t lemma : lemma_of) {
    found.clear();
    opposites.clear();
    for (const PartOfSpeech part : parts_of_speech) {
      auto senses = net.senses(lemma, part);
      if (most_senses > 0) senses = senses.first(std::min(senses.size(), static_cast<std::size_t>(most_senses)));
      found.insert(found.end(), senses.begin(), senses.end());
    }
    for (const std::int32_t synset : found)
      for (const WordNetPointer& pointer : net.pointers(synset)) {
        if (pointer.relation != Relation::antonym || pointer.source_word == 0 || pointer.target_word == 0) continue;
        if (net.words(synset)[pointer.source_word - 1] != lemma) continue;
        const std::int32_t opposite = word_of[net.words(pointer.target)[pointer.target_word - 1]];
        if (opposite >= 0) opposites.push_back(opposite);
      }
    sort_unique(found);
    sort_unique(opposites);
    table.senses.add(found);
    table.antonyms.add(opposites);
  }
  table.hypernyms = pointed_at(net, is_hypernym);
  table.entailments = pointed_at(net, [](Relation relation) { return relation == Relation::entailment; });
  table.holonyms = pointed_at(net, is_holonym);
  table.inflections = net.inflections();
  return table;
}

std::vector<std::int32_t> SenseTable::lemmas_of(std::string_view word) const {
  std::vector<std::int32_t> lemmas;
  const auto known = [&](std::string_view base) { return words.find(base) >= 0; };
  if (known(word)) lemmas.push_back(static_cast<std::int32_t>(words.find(word)));
  for (const PartOfSpeech part : parts_of_speech)
    for (const std::string& base : inflections.base_forms(word, part, known))
      lemmas.push_back(static_cast<std::int32_t>(words.find(base)));
  sort_unique(lemmas);
  return lemmas;
}

std::string SenseTable::base_form(std::string_view word) const {
  const auto known = [&](std::string_view base) { return words.find(base) >= 0; };
  for (const PartOfSpeech part : parts_of_speech)
    if (const auto bases = inflections.base_forms(word, part, known); !bases.empty()) return bases[0];
  return std::string(word);
}

std::vector<std::int32_t> SenseTable::senses_of(std::span<const std::int32_t> lemmas) const {
  std::vector<std::int32_t> found;
  for (const std::int32_t lemma : lemmas) {
    const auto list = senses.of(lemma);
    found.insert(found.end(), list.begin(), list.end());
  }
  sort_unique(found);
  return found;
}

}  // namespace couplet
