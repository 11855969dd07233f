#include "couplet/methods/rewriting/word_type.h"

#include <fmt/format.h>

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {

namespace {

constexpr std::string_view names[] = {"id",      "idMinusTag", "lemma",   "stem",       "synonym",
                                      "antonym", "hypernym",   "hyponym", "entailment", "holonym",
                                      "ne",      "lvhsn",      "list",    "neighbour",  "samePronoun"};
static_assert(std::size(names) == word_type_count);

[[noreturn]] void bad_type(const std::string& problem) {
  std::string known;
  for (const std::string_view name : names) known.append(known.empty() ? "" : ", ").append(name);
  throw Error(ErrorCode::usage, "types", problem,
              "write 'pattern=stem,synonym variable=stem,synonym,hypernym'; types are " + known);
}

std::vector<WordType> parse_types(std::string_view text) {
  std::vector<WordType> types;
  while (true) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view name = text.substr(0, comma);
    const auto found = std::find(std::begin(names), std::end(names), name);
    if (found == std::end(names)) bad_type(fmt::format("'{}' is not a type", name));
    const auto type = static_cast<WordType>(found - std::begin(names));
    if (std::find(types.begin(), types.end(), type) != types.end())
      bad_type(fmt::format("'{}' stands there twice", name));
    types.push_back(type);
    if (comma == text.size()) return types;
    text.remove_prefix(comma + 1);
  }
}

std::string joined(const std::vector<WordType>& types) {
  std::string text;
  for (const WordType type : types) text.append(text.empty() ? "" : ",").append(name_of(type));
  return text;
}

}  // namespace

std::string_view name_of(WordType type) { return names[static_cast<std::size_t>(type)]; }

TypingScheme TypingScheme::parse(std::string_view text) {
  TypingScheme scheme;
  while (!text.empty()) {
    const std::size_t blank = std::min(text.find(' '), text.size());
    std::string_view part = text.substr(0, blank);
    text.remove_prefix(std::min(blank + 1, text.size()));
    if (part.empty()) continue;
    const auto role = [&](std::string_view name, std::vector<WordType>& types) {
      if (!part.starts_with(name)) return false;
      if (!types.empty()) bad_type(fmt::format("'{}' is given twice", name.substr(0, name.size() - 1)));
      types = parse_types(part.substr(name.size()));
      return true;
    };
    if (role("pattern=", scheme.pattern) || role("variable=", scheme.variable)) continue;
    if (!scheme.pattern.empty() || !scheme.variable.empty() || !text.empty())
      bad_type(fmt::format("'{}' is neither pattern=... nor variable=...", part));
    scheme.pattern = scheme.variable = parse_types(part);
  }
  if (scheme.pattern.empty()) bad_type("no pattern types");
  if (scheme.variable.empty()) bad_type("no variable types");
  return scheme;
}

std::string TypingScheme::text() const { return "pattern=" + joined(pattern) + " variable=" + joined(variable); }

bool TypingScheme::uses(WordType type) const {
  const auto has = [type](const std::vector<WordType>& types) {
    return std::find(types.begin(), types.end(), type) != types.end();
  };
  return has(pattern) || has(variable);
}

bool TypingScheme::uses_wordnet() const {
  using enum WordType;
  for (const WordType type : {lemma, synonym, antonym, hypernym, hyponym, entailment, holonym})
    if (uses(type)) return true;
  return false;
}

}  // namespace couplet
