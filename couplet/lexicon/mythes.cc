#include "couplet/lexicon/mythes.h"

#include <charconv>
#include <filesystem>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

enum class Encoding { utf8, latin1 };

Encoding encoding_of(std::string_view name, const std::string& place) {
  if (name == "UTF-8" || name == "utf-8") return Encoding::utf8;
  if (name == "ISO8859-1" || name == "ISO-8859-1" || name == "ISO8859-15" || name == "ISO-8859-15")
    return Encoding::latin1;
  throw Error(ErrorCode::data, place, "'" + std::string(name.substr(0, 40)) + "' is no encoding that can be read",
              "convert the file to UTF-8 with iconv and say UTF-8 on its first line");
}

/// The line in UTF-8.
std::string_view decoded(std::string_view line, Encoding encoding, std::string& buffer, const LineReader& lines) {
  if (encoding == Encoding::utf8) {
    require_utf8(line, lines.place());
    return line;
  }
  buffer.clear();
  for (const char c : line) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      buffer += c;
    } else {
      buffer += static_cast<char>(0xC0 | byte >> 6);
      buffer += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return buffer;
}

bool parse_count(std::string_view text, std::int64_t& count) {
  const char* end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data(), end, count);
  return failure == std::errc() && stop == end && count >= 0;
}

Relation relation_of(std::string_view label) {
  if (label == "antonym") return Relation::antonym;
  if (label == "similar term") return Relation::similar;
  if (label == "generic term") return Relation::hypernym;
  return Relation::related;
}

/// "chilly (similar term)" -> "chilly", similar. Brackets elsewhere belong to the word.
std::pair<std::string_view, Relation> word_and_relation(std::string_view field) {
  const std::size_t open = field.rfind(" (");
  if (!field.ends_with(')') || open == std::string_view::npos) return {field, Relation::synonym};
  return {field.substr(0, open), relation_of(field.substr(open + 2, field.size() - open - 3))};
}

constexpr const char* damaged = "install its package again (Debian: mythes-en-us and others)";

}  // namespace

Thesaurus read_mythes(const std::string& path, const Run& run) {
  if (!std::filesystem::exists(path))
    throw Error(ErrorCode::io, path, "no such file",
                "install a thesaurus such as the Debian package mythes-en-us (it goes to /usr/share/mythes)");
  LineReader lines(path);
  Stage stage(*run.observer, "reading " + path, lines.input().size(), "B");
  std::string_view line;
  if (!lines.next(line)) throw Error(ErrorCode::data, path, "empty, not a MyThes thesaurus");
  const Encoding encoding = encoding_of(line, lines.place());
  Thesaurus thesaurus("mythes");
  std::vector<ThesaurusMember> members;
  std::string buffer;
  while (lines.next(line)) {
    if (line.empty()) continue;
    line = decoded(line, encoding, buffer, lines);
    const std::size_t bar = line.rfind('|');
    std::int64_t meanings = 0;
    if (bar == std::string_view::npos || !parse_count(line.substr(bar + 1), meanings))
      throw Error(ErrorCode::data, lines.place(), "expected 'word|number of meanings'",
                  "give the .dat file of a MyThes thesaurus, not its .idx");
    const std::string head(line.substr(0, bar));
    const std::int32_t head_word = thesaurus.add_word(head);
    for (std::int64_t i = 0; i < meanings; ++i) {
      if (!lines.next(line)) throw Error(ErrorCode::data, path, "ends inside the entry of '" + head + "'", damaged);
      line = decoded(line, encoding, buffer, lines);
      std::size_t separator = line.find('|');
      if (separator == std::string_view::npos)
        throw Error(ErrorCode::data, lines.place(), "expected a meaning of '" + head + "': (part of speech)|word|...",
                    damaged);
      members.clear();
      if (head_word >= 0) members.push_back({head_word, Relation::synonym, false});
      std::string label = head;
      if (separator > 0) label.append(1, ' ').append(line.substr(0, separator));
      while (separator != std::string_view::npos) {
        line.remove_prefix(separator + 1);
        separator = line.find('|');
        const auto [word, relation] = word_and_relation(line.substr(0, separator));
        if (const std::int32_t number = thesaurus.add_word(word); number >= 0)
          members.push_back({number, relation, relation == Relation::antonym});
      }
      thesaurus.add_entry(std::move(label), members);
    }
    if (thesaurus.size() % 1024 == 0) {
      run.stop->check();
      stage.advance_to(lines.input().position());
    }
  }
  return thesaurus;
}

}  // namespace couplet
