#include "couplet/methods/rewriting/word_keys.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "couplet/base/hash.h"

namespace couplet {

namespace {

/// The words at edit distance one meet in a pattern: the word with one letter replaced by a mark, or with the mark put
/// in somewhere.
std::vector<std::string> one_letter_patterns(const std::string& word) {
  std::vector<std::size_t> starts;  // of code points, and the end
  for (std::size_t i = 0; i < word.size(); ++i)
    if ((static_cast<unsigned char>(word[i]) & 0xc0) != 0x80) starts.push_back(i);
  starts.push_back(word.size());
  constexpr char mark = '\x01';
  std::vector<std::string> patterns;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    patterns.push_back(word.substr(0, starts[i]) + mark + word.substr(starts[i]));
    if (i + 1 < starts.size()) patterns.push_back(word.substr(0, starts[i]) + mark + word.substr(starts[i + 1]));
  }
  return patterns;
}

/// Person and number of an English pronoun; "you" is of either number.
std::vector<std::string_view> persons_of(const std::string& word) {
  static const std::map<std::string_view, std::vector<std::string_view>> persons = [] {
    std::map<std::string_view, std::vector<std::string_view>> all;
    const auto add = [&](std::string_view person, std::initializer_list<std::string_view> words) {
      for (const std::string_view pronoun : words) all[pronoun].push_back(person);
    };
    add("1 singular", {"i", "me", "my", "mine", "myself"});
    add("2 singular", {"you", "your", "yours", "yourself"});
    add("3 singular", {"he", "him", "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself"});
    add("1 plural", {"we", "us", "our", "ours", "ourselves"});
    add("2 plural", {"you", "your", "yours", "yourselves"});
    add("3 plural", {"they", "them", "their", "theirs", "themselves"});
    return all;
  }();
  const auto found = persons.find(word);
  return found == persons.end() ? std::vector<std::string_view>() : found->second;
}

}  // namespace

WordKeys::WordKeys(const TypeSources& sources) : sources_(sources), stemmer_(sources.stemmer) {}

WordKeys::Keys WordKeys::of(const TaggedWord& word, WordType type) {
  Keys keys;
  const auto seed = static_cast<std::uint64_t>(type) + 1;
  const auto text_key = [&](std::string_view text) { return hash64(text, seed); };
  const auto number_key = [&](std::int32_t number) {
    return hash64({reinterpret_cast<const char*>(&number), sizeof number}, seed);
  };
  const auto both = [&](std::uint64_t key) {
    keys.out.push_back(key);
    keys.in.push_back(key);
  };
  const SenseTable& table = sources_.senses;
  const auto related = [&](const NumberLists& lists, std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to) {
    for (const std::int32_t synset : table.senses_of(table.lemmas_of(word.word))) {
      to.push_back(number_key(synset));
      for (const std::int32_t other : lists.of(synset)) from.push_back(number_key(other));
    }
  };
  switch (type) {
    case WordType::id:
      both(text_key(sources_.tagged ? word.word + '\t' + word.tag : word.word));
      break;
    case WordType::id_minus_tag:
      both(text_key(word.word));
      break;
    case WordType::lemma:
      both(text_key(table.base_form(word.word)));
      break;
    case WordType::stem:
      both(text_key(stemmer_.stem(word.word)));
      break;
    case WordType::synonym:
      for (const std::int32_t synset : table.senses_of(table.lemmas_of(word.word))) both(number_key(synset));
      break;
    case WordType::antonym:
      for (const std::int32_t lemma : table.lemmas_of(word.word)) {
        keys.in.push_back(number_key(lemma));
        for (const std::int32_t opposite : table.antonyms.of(lemma)) keys.out.push_back(number_key(opposite));
      }
      break;
    case WordType::hypernym:
      related(table.hypernyms, keys.out, keys.in);
      break;
    case WordType::hyponym:
      related(table.hypernyms, keys.in, keys.out);
      break;
    case WordType::entailment:
      related(table.entailments, keys.out, keys.in);
      break;
    case WordType::holonym:
      related(table.holonyms, keys.out, keys.in);
      break;
    case WordType::ne:
      if (!word.entity.empty()) both(text_key(word.entity));
      break;
    case WordType::lvhsn:
      for (const std::string& pattern : one_letter_patterns(word.word)) both(text_key(pattern));
      break;
    case WordType::list:
    case WordType::neighbour:
      for (const std::int32_t group : (type == WordType::list ? sources_.list : sources_.neighbours).of(word.word))
        both(number_key(group));
      break;
    case WordType::pronoun:
      for (const std::string_view person : persons_of(word.word)) both(text_key(person));
      break;
  }
  for (auto* side : {&keys.out, &keys.in}) {
    std::sort(side->begin(), side->end());
    side->erase(std::unique(side->begin(), side->end()), side->end());
  }
  return keys;
}

}  // namespace couplet
