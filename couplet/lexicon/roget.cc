#include "couplet/lexicon/roget.h"

#include <algorithm>
#include <optional>
#include <unordered_set>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0; }

/// The text with `instead` for what stands between `open` and the next `close`; an open one that is never closed stays.
std::string without(std::string_view text, std::string_view open, std::string_view close, char instead = ' ') {
  std::string out;
  for (;;) {
    const std::size_t begin = text.find(open);
    const std::size_t end = begin == std::string_view::npos ? begin : text.find(close, begin + open.size());
    if (end == std::string_view::npos) return out.append(text);
    out.append(text.substr(0, begin)).append(1, instead);
    text.remove_prefix(end + close.size());
  }
}

/// "     #16a. " -> "16a"; what follows is left in `line`.
std::optional<std::string> head_number(std::string_view& line) {
  std::string_view rest = line;
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  if (rest.size() < 3 || rest[0] != '#' || !is_digit(rest[1])) return std::nullopt;
  std::size_t end = 1;
  while (end < rest.size() && is_digit(rest[end])) ++end;
  if (end < rest.size() && rest[end] >= 'a' && rest[end] <= 'z') ++end;
  if (end == rest.size() || rest[end] != '.') return std::nullopt;
  line = rest.substr(end + 1);
  return std::string(rest.substr(1, end - 1));
}

/// The part of speech that a paragraph opens with, cut off it. 4: phrases and interjections.
std::optional<std::size_t> opened_part(std::string_view& text) {
  constexpr std::pair<std::string_view, std::size_t> marks[] = {{"N.", 0},   {"V.", 1},   {"Adj.", 2},
                                                                {"Adv.", 3}, {"Phr.", 4}, {"Int.", 4}};
  for (const auto& [mark, part] : marks) {
    if (!text.starts_with(mark)) continue;
    text.remove_prefix(mark.size());
    return part;
  }
  return std::nullopt;
}

/// A word as it is kept, or nothing: cross references cut off, at most three parts, letters only.
std::string_view cleaned(std::string_view word, std::string& buffer) {
  word = word.substr(0, word.find("&c"));
  buffer.clear();
  for (const char c : word) {
    if (c == '|' || is_digit(c)) continue;
    const bool line_break = c == '\n' || c == ' ';
    // "make-\nweight" was one word before the line ended.
    if (line_break && (buffer.empty() || buffer.back() == ' ' || buffer.back() == '-')) continue;
    buffer += line_break ? ' ' : c;
  }
  std::string_view kept = buffer;
  while (!kept.empty() && !is_letter(kept.front())) kept.remove_prefix(1);
  while (!kept.empty() && !is_letter(kept.back())) kept.remove_suffix(1);
  if (std::count(kept.begin(), kept.end(), ' ') > 2) return {};
  const bool plain =
      std::all_of(kept.begin(), kept.end(), [](char c) { return is_letter(c) || c == ' ' || c == '-' || c == '\''; });
  return plain && kept != "adj" && kept != "adv" ? kept : std::string_view{};
}

class HeadParser {
 public:
  HeadParser(RogetHead& head) : head_(head) {}

  void parse(std::string_view body) {
    mark_opposite(body);
    std::string text = without(without(without(without(body, "\"", "\""), "[", "]"), "{", "}"), "(", ")");
    std::string_view rest = text;
    const std::size_t dash = rest.find("--");
    head_.name = name(rest.substr(0, dash));
    rest.remove_prefix(dash == std::string_view::npos ? rest.size() : dash + 2);
    // A paragraph starts on an indented line, or with the mark of a part.
    for (bool first = true; !rest.empty() || first; first = false) {
      std::size_t end = 0;
      do {
        end = rest.find('\n', end);
        if (end == std::string_view::npos) break;
        ++end;
      } while (end < rest.size() && rest[end] != ' ' && rest[end] != '\n' && !opens_part(rest.substr(end)));
      const std::size_t length = std::min(end, rest.size());
      paragraph(rest.substr(0, length));
      rest.remove_prefix(length);
    }
  }

 private:
  static bool opens_part(std::string_view text) { return opened_part(text).has_value(); }

  void mark_opposite(std::string_view body) {
    const std::size_t mark = body.find("{opp.");
    if (mark == std::string_view::npos) return;
    for (const char c : body.substr(mark + 5)) {
      if (c == '}') return;
      if (is_digit(c) || (!head_.opposite.empty() && c >= 'a' && c <= 'z')) head_.opposite += c;
    }
  }
  std::string name(std::string_view text) const {
    std::string out;
    for (const char c : text) {
      const char kept = c == '\n' ? ' ' : c;
      if (kept != ' ' || (!out.empty() && out.back() != ' ')) out += kept;
    }
    while (!out.empty() && (out.back() == ' ' || out.back() == '.')) out.pop_back();
    return out;
  }
  void paragraph(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \n"), text.size()));
    if (const auto part = opened_part(text)) part_ = *part;
    if (part_ == 4) return;
    while (!text.empty()) {
      const std::size_t end = text.find_first_of(",;:.");
      std::size_t length = std::min(end, text.size());
      // The point of "&c." ends nothing.
      if (length < text.size() && text[length] == '.' && text.substr(0, length).ends_with("&c"))
        length = std::min(text.find_first_of(",;:.", length + 1), text.size());
      add(cleaned(text.substr(0, length), buffer_));
      text.remove_prefix(std::min(length + 1, text.size()));
    }
  }
  void add(std::string_view word) {
    if (word.empty()) return;
    thesaurus_form(word, form_);
    if (seen_[part_].insert(form_).second) head_.words[part_].push_back(form_);
  }

  RogetHead& head_;
  std::size_t part_ = 0;
  std::unordered_set<std::string> seen_[4];
  std::string buffer_, form_;
};

}  // namespace

std::vector<RogetHead> parse_roget(std::string_view text, const std::string& place) {
  require_utf8(text, place);
  const std::string plain = without(without(text, "<--", "-->"), "\n%\n", "\n%\n", '\n');
  std::vector<std::pair<RogetHead, std::string>> found;
  std::string_view rest = plain;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (auto number = head_number(line)) found.emplace_back().first.number = std::move(*number);
    if (!found.empty() && (line.starts_with("***") || line.starts_with("End of the Project")))
      break;  // Project Gutenberg's licence follows
    if (!found.empty()) found.back().second.append(line).append(1, '\n');
  }
  if (found.empty())
    throw Error(ErrorCode::data, place, "no head such as '#1. Existence. -- N. existence, being' in it",
                "give the text of Roget's thesaurus, for instance Project Gutenberg's e-book 22");
  std::unordered_set<std::string> numbers;
  std::vector<RogetHead> heads;
  heads.reserve(found.size());
  for (auto& [head, body] : found) {
    if (!numbers.insert(head.number).second)
      throw Error(ErrorCode::data, place, "head " + head.number + " stands twice", "remove one of them");
    HeadParser(head).parse(body);
    heads.push_back(std::move(head));
  }
  return heads;
}

std::vector<RogetHead> read_roget(const std::string& path, const Run& run) {
  Stage stage(*run.observer, "reading " + path);
  return parse_roget(read_file(path), path);
}

}  // namespace couplet
