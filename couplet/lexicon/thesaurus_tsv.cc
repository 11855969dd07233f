#include "couplet/lexicon/thesaurus_tsv.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

void add_words(std::string_view column, Relation relation, Thesaurus& thesaurus, std::vector<ThesaurusMember>& out) {
  while (!column.empty()) {
    const std::size_t end = std::min(column.find_first_of(",;"), column.size());
    if (const std::int32_t word = thesaurus.add_word(column.substr(0, end)); word >= 0)
      out.push_back({word, relation, relation == Relation::antonym});
    column.remove_prefix(std::min(end + 1, column.size()));
  }
}

}  // namespace

Thesaurus read_thesaurus_tsv(const std::string& path, const Run& run) {
  LineReader lines(path);
  Stage stage(*run.observer, "reading " + path, lines.input().size(), "B");
  Thesaurus thesaurus("list");
  std::vector<ThesaurusMember> members;
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#') continue;
    if (lines.line_number() == 1 && line.starts_with("head\tsynonyms")) continue;
    require_utf8(line, lines.place());
    const auto tabs = std::count(line.begin(), line.end(), '\t');
    if (tabs < 1 || tabs > 2)
      throw Error(ErrorCode::data, lines.place(), std::to_string(tabs + 1) + " columns, expected 2 or 3",
                  "write head, synonyms and antonyms, separated by tabs");
    const std::size_t first = line.find('\t'), second = line.find('\t', first + 1);
    const std::int32_t head = thesaurus.add_word(line.substr(0, first));
    if (head < 0) throw Error(ErrorCode::data, lines.place(), "an entry without a head", "write the word first");
    members.assign({{head, Relation::synonym, false}});
    add_words(line.substr(first + 1, second == std::string_view::npos ? second : second - first - 1), Relation::synonym,
              thesaurus, members);
    if (second != std::string_view::npos) add_words(line.substr(second + 1), Relation::antonym, thesaurus, members);
    thesaurus.add_entry(std::string(thesaurus.words().word(head)), members);
    if (thesaurus.size() % 4096 == 0) {
      run.stop->check();
      stage.advance_to(lines.input().position());
    }
  }
  if (thesaurus.size() == 0) throw Error(ErrorCode::data, path, "no entry in it", "give at least one line");
  return thesaurus;
}

}  // namespace couplet
