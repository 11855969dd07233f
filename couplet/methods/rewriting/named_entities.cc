#include "couplet/methods/rewriting/named_entities.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_number(std::string_view word) {
  return !word.empty() && is_digit(word[0] == '-' || word[0] == '.' ? word[word.size() > 1] : word[0]) &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return is_digit(c) || c == '.' || c == ',' || c == '-' || c == '/' || c == ':'; });
}

bool is_year(std::string_view word) {
  return word.size() == 4 && (word[0] == '1' || word[0] == '2') && std::all_of(word.begin(), word.end(), is_digit);
}

bool is_one_of(const std::set<std::string_view>& words, std::string_view word) { return words.contains(word); }

const std::set<std::string_view> dates = {"january", "february",  "march",    "april",    "june",     "july",
                                          "august",  "september", "october",  "november", "december", "monday",
                                          "tuesday", "wednesday", "thursday", "friday",   "saturday", "sunday",
                                          "today",   "yesterday", "tomorrow"};
const std::set<std::string_view> number_words = {
    "one",      "two",      "three",   "four",     "five",     "six",     "seven",   "eight",     "nine",
    "ten",      "eleven",   "twelve",  "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",   "thirty",  "forty",    "fifty",    "sixty",   "seventy", "eighty",    "ninety",
    "hundred",  "thousand", "million", "billion",  "trillion", "dozen"};
const std::set<std::string_view> currencies = {"$",    "€",     "£",     "¥",      "dollar", "dollars",
                                               "euro", "euros", "pound", "pounds", "yen"};
const std::set<std::string_view> percents = {"%", "percent", "pct"};

}  // namespace

void EntityRules::add(std::string_view entity, std::string_view name) {
  std::string form;
  thesaurus_form(name, form);
  if (form.empty() || entity.empty()) return;
  names_.emplace(form, entity);
  longest_ = std::max(longest_, static_cast<std::size_t>(std::count(form.begin(), form.end(), ' ')) + 1);
  lines_.append(entity).append("\t").append(form).append("\n");
}

EntityRules EntityRules::with_list(const std::string& path) {
  EntityRules rules;
  LineReader lines(path);
  for (std::string_view line; lines.next(line);) {
    if (line.empty()) continue;
    require_utf8(line, lines.place());
    const std::size_t tab = line.find('\t');
    if (tab == 0 || tab == std::string_view::npos || tab + 1 == line.size())
      throw Error(ErrorCode::data, lines.place(), "not a class and a name", "write CLASS, a tab and the name");
    rules.add(line.substr(0, tab), line.substr(tab + 1));
  }
  return rules;
}

EntityRules EntityRules::from_lines(const std::string& lines) {
  EntityRules rules;
  for (std::string_view rest = lines; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    const std::size_t tab = line.find('\t');
    if (tab == std::string_view::npos)
      throw Error(ErrorCode::model, "entities", "a line is not a class and a name", "fit the model again");
    rules.add(line.substr(0, tab), line.substr(tab + 1));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return rules;
}

std::vector<std::string> EntityRules::classes(std::span<const std::string> words) const {
  std::vector<std::string> lower(words.size()), found(words.size());
  for (std::size_t i = 0; i < words.size(); ++i) thesaurus_form(words[i], lower[i]);
  for (std::size_t i = 0; i < words.size();) {
    std::size_t taken = 0;
    std::string name;
    for (std::size_t n = 1; n <= std::min(longest_, words.size() - i); ++n) {
      name.append(n == 1 ? "" : " ").append(lower[i + n - 1]);
      if (const auto listed = names_.find(name); listed != names_.end()) {
        taken = n;
        for (std::size_t j = i; j < i + n; ++j) found[j] = listed->second;
      }
    }
    i += std::max<std::size_t>(taken, 1);
  }
  const auto next_is = [&](const std::set<std::string_view>& set, std::size_t i) {
    return i + 1 < words.size() && is_one_of(set, lower[i + 1]);
  };
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!found[i].empty()) continue;
    const bool number = is_number(lower[i]) || is_one_of(number_words, lower[i]);
    if (number &&
        (next_is(currencies, i) || (i > 0 && (is_one_of(currencies, lower[i - 1]) || found[i - 1] == "MONEY"))))
      found[i] = "MONEY";
    else if (number && next_is(percents, i))
      found[i] = "PERCENT";
    else if (is_year(lower[i]) || is_one_of(dates, lower[i]) || (number && i > 0 && found[i - 1] == "DATE"))
      found[i] = "DATE";
    else if (number)
      found[i] = "NUMBER";
    else if (i > 0 && !words[i].empty() && words[i][0] >= 'A' && words[i][0] <= 'Z')
      found[i] = "NAME";
  }
  return found;
}

}  // namespace couplet
