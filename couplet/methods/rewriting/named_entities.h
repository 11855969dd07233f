// Named entities by rule: numbers, dates, names, and what a list says.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace couplet {

/// Gives words a class: DATE (months, days, years from 1000 to 2999), MONEY (a number after or before a currency),
/// PERCENT, NUMBER (digits, and number words of English), NAME (a capital, not at the start of the sentence), or the
/// class of a list. Immutable once made.
class EntityRules {
 public:
  EntityRules() = default;
  /// A list of names: class, tab, name a line; a name may have several words. The list goes before the rules, longer
  /// names before shorter ones. Error(data) with file:line.
  static EntityRules with_list(const std::string& path);
  /// From lines "class<tab>name", as a model keeps them.
  static EntityRules from_lines(const std::string& lines);

  /// One class a word; empty: no entity. Words are as written, with capitals.
  std::vector<std::string> classes(std::span<const std::string> words) const;

  const std::string& lines() const { return lines_; }

 private:
  void add(std::string_view entity, std::string_view name);

  std::unordered_map<std::string, std::string> names_;  // words in lower case, joined by blanks -> class
  std::size_t longest_ = 0;                             // words of the longest name
  std::string lines_;
};

}  // namespace couplet
