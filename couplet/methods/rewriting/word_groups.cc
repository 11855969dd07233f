#include "couplet/methods/rewriting/word_groups.h"

#include <algorithm>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/thesaurus.h"
#include "couplet/text/utf8.h"

namespace couplet {

WordGroups WordGroups::read(const std::string& path) {
  WordGroups result;
  std::vector<std::vector<std::int32_t>> groups;  // of each word
  std::int32_t group = 0;
  LineReader lines(path);
  std::string form;
  for (std::string_view line; lines.next(line);) {
    if (line.empty() || line.front() == '#') continue;
    require_utf8(line, lines.place());
    std::int64_t members = 0;
    while (!line.empty()) {
      const std::size_t end = std::min(line.find_first_of("\t, "), line.size());
      thesaurus_form(line.substr(0, end), form);
      line.remove_prefix(std::min(end + 1, line.size()));
      if (form.empty()) continue;
      const std::int64_t word = result.words.add(form);
      if (word == static_cast<std::int64_t>(groups.size())) groups.emplace_back();
      if (groups[word].empty() || groups[word].back() != group) groups[word].push_back(group);
      ++members;
    }
    if (members < 2)
      throw Error(ErrorCode::data, lines.place(), "a group needs two words", "write the words of a group in one line");
    ++group;
  }
  if (group == 0) throw Error(ErrorCode::data, path, "no words in it", "write the words of a group in one line");
  for (const auto& list : groups) result.groups.add(list);
  return result;
}

std::span<const std::int32_t> WordGroups::of(std::string_view word) const {
  const std::int64_t number = words.find(word);
  return number < 0 ? std::span<const std::int32_t>() : groups.of(number);
}

}  // namespace couplet
