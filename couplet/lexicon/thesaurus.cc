#include "couplet/lexicon/thesaurus.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "couplet/base/error.h"
#include "couplet/text/normalise.h"

namespace couplet {

void thesaurus_form(std::string_view word, std::string& out) {
  to_lower(word, out);
  std::size_t kept = 0;
  bool blank = false;
  for (const char c : out) {
    if (c == '_' || c == ' ' || c == '\t') {
      blank = kept > 0;
      continue;
    }
    if (blank) out[kept++] = ' ';
    blank = false;
    out[kept++] = c;
  }
  out.resize(kept);
}

std::int32_t Thesaurus::add_word(std::string_view word) {
  thesaurus_form(word, form_);
  if (form_.empty()) return -1;
  const std::int64_t number = words_.add(form_);
  if (number > std::numeric_limits<std::int32_t>::max())
    throw Error(ErrorCode::data, name_, "more than 2^31 words", "split the thesaurus");
  return static_cast<std::int32_t>(number);
}

void Thesaurus::add_entry(std::string label, std::span<const ThesaurusMember> members) {
  const auto begin = static_cast<std::ptrdiff_t>(members_.size());
  const auto key = [](const ThesaurusMember& m) { return std::tuple(m.word, m.opposed, m.relation); };
  std::vector<std::tuple<std::int32_t, bool, Relation>> seen;
  seen.reserve(members.size());
  for (const ThesaurusMember& member : members) seen.push_back(key(member));
  std::sort(seen.begin(), seen.end());
  const bool distinct = std::adjacent_find(seen.begin(), seen.end()) == seen.end();
  members_.insert(members_.end(), members.begin(), members.end());
  if (!distinct) {
    // The first of equal ones stays, so that the source's order stays.
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
    std::vector<ThesaurusMember*> kept_as(seen.size(), nullptr);
    auto kept = members_.begin() + begin;
    for (auto it = kept; it != members_.end(); ++it) {
      const auto place = std::lower_bound(seen.begin(), seen.end(), key(*it)) - seen.begin();
      if (kept_as[place]) {
        kept_as[place]->weight = std::max(kept_as[place]->weight, it->weight);
      } else {
        kept_as[place] = &*kept;
        *kept++ = *it;
      }
    }
    members_.erase(kept, members_.end());
  }
  offsets_.push_back(static_cast<std::int64_t>(members_.size()));
  labels_.push_back(std::move(label));
}

std::vector<std::pair<std::int32_t, std::int32_t>> antonym_pairs(const Thesaurus& thesaurus) {
  std::vector<std::pair<std::int32_t, std::int32_t>> pairs;
  for (std::int64_t entry = 0; entry < thesaurus.size(); ++entry) {
    for (const ThesaurusMember& a : thesaurus.members(entry)) {
      if (a.relation != Relation::synonym || a.opposed) continue;
      for (const ThesaurusMember& b : thesaurus.members(entry))
        if (b.relation == Relation::antonym && a.word != b.word) pairs.push_back(std::minmax(a.word, b.word));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace couplet
