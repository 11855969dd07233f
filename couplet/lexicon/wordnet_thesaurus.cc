#include "couplet/lexicon/wordnet_thesaurus.h"

#include <algorithm>
#include <cmath>

namespace couplet {

namespace {

class Flattener {
 public:
  Flattener(const WordNet& net, Thesaurus& thesaurus) : net_(net), thesaurus_(thesaurus) {
    numbers_.reserve(net.lemmas().size());
    for (std::int64_t i = 0; i < net.lemmas().size(); ++i) numbers_.push_back(thesaurus.add_word(net.lemmas().word(i)));
  }

  void add(std::int64_t synset) {
    members_.clear();
    add_side(synset, false);
    opposites_.clear();
    for (const WordNetPointer& pointer : net_.pointers(synset)) {
      if (pointer.relation == Relation::antonym) add_opposite(pointer, Relation::antonym);
      if (pointer.relation != Relation::similar) continue;
      for (const WordNetPointer& further : net_.pointers(pointer.target))
        if (further.relation == Relation::antonym) add_opposite(further, Relation::indirect_antonym);
    }
    std::sort(opposites_.begin(), opposites_.end());
    opposites_.erase(std::unique(opposites_.begin(), opposites_.end()), opposites_.end());
    for (const std::int32_t opposite : opposites_) add_side(opposite, true);
    thesaurus_.add_entry(label(synset), members_);
  }

 private:
  /// How much of the use of a word this sense is: 1 / sqrt(its place among the senses), as they come by falling
  /// frequency.
  float sense_weight(std::int32_t lemma, std::int64_t synset) const {
    const auto senses = net_.senses(lemma, net_.part(synset));
    const auto found = std::find(senses.begin(), senses.end(), static_cast<std::int32_t>(synset));
    return static_cast<float>(1 / std::sqrt(static_cast<double>(found - senses.begin() + 1)));
  }
  /// The words of a synset, or the one at `place` (from 1).
  void add_words(std::int64_t synset, std::size_t place, Relation relation, bool opposed) {
    auto words = net_.words(synset);
    if (place > 0) words = words.subspan(place - 1, 1);
    for (const std::int32_t word : words)
      members_.push_back({numbers_[word], relation, opposed, sense_weight(word, synset)});
  }
  void add_side(std::int64_t synset, bool opposed) {
    add_words(synset, 0, Relation::synonym, opposed);
    for (const WordNetPointer& pointer : net_.pointers(synset))
      if (pointer.relation != Relation::antonym)
        add_words(pointer.target, pointer.target_word, pointer.relation, opposed);
  }
  void add_opposite(const WordNetPointer& pointer, Relation relation) {
    opposites_.push_back(pointer.target);
    add_words(pointer.target, pointer.target_word, relation, true);
  }
  std::string label(std::int64_t synset) const {
    constexpr std::size_t shown = 3;
    std::string text;
    const auto words = net_.words(synset);
    for (std::size_t i = 0; i < std::min(shown, words.size()); ++i)
      text.append(i == 0 ? "" : ", ").append(net_.lemmas().word(words[i]));
    if (words.size() > shown) text += ", ...";
    return text.append(" (").append(name_of(net_.part(synset))).append(")");
  }

  const WordNet& net_;
  Thesaurus& thesaurus_;
  std::vector<std::int32_t> numbers_, opposites_;
  std::vector<ThesaurusMember> members_;
};

}  // namespace

Thesaurus wordnet_thesaurus(const WordNet& net, const Run& run) {
  Thesaurus thesaurus("wordnet");
  Flattener flattener(net, thesaurus);
  for (std::int64_t synset = 0; synset < net.size(); ++synset) {
    if (synset % 4096 == 0) run.stop->check();
    flattener.add(synset);
  }
  return thesaurus;
}

}  // namespace couplet
