#include "couplet/text/header_line.h"

#include <algorithm>
#include <set>

#include "couplet/text/tab_fields.h"

namespace couplet {
namespace {

const std::set<std::string_view> usual_names = {
    "left",      "right",     "source",     "target",     "src",      "tgt",       "trg",       "text",    "text1",
    "text2",     "sentence",  "sentence1",  "sentence2",  "sent1",    "sent2",     "s1",        "s2",      "question",
    "answer",    "question1", "question2",  "query",      "document", "passage",   "title",     "context", "response",
    "reply",     "utterance", "premise",    "hypothesis", "label",    "labels",    "score",     "value",   "grade",
    "relevance", "quality",   "similarity", "gold",       "id",       "qid",       "pid",       "docid",   "group",
    "lang",      "language",  "word",       "word1",      "word2",    "#1 string", "#2 string", "#1 id",   "#2 id",
    "input",     "output",    "sentence_a", "sentence_b", "text_a",   "text_b",    "en",        "fr",      "de",
    "es",        "it",        "pt",         "nl",         "ru",       "zh",        "ja",        "ko",      "ar",
    "he",        "hi",        "sv",         "fi",         "pl",       "cs",        "english",   "french",  "german",
    "spanish"};

bool is_usual_name(std::string_view field) {
  std::string lower(field);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return usual_names.contains(lower);
}

bool is_one_word(std::string_view field) { return !field.empty() && field.find(' ') == std::string_view::npos; }

std::vector<std::string_view> chosen(std::string_view line, const std::vector<std::size_t>& columns) {
  const auto fields = tab_fields(line);
  std::vector<std::string_view> taken;
  for (const std::size_t column : columns)
    if (column < fields.size()) taken.push_back(fields[column]);
  return taken;
}

}  // namespace

bool looks_like_header(std::string_view first_line, std::span<const std::string> lines_below,
                       const std::vector<std::size_t>& columns) {
  const auto names = chosen(first_line, columns);
  const auto usual = std::count_if(names.begin(), names.end(), is_usual_name);
  if (usual == 0) return false;
  if (usual == std::ssize(columns)) return true;
  constexpr std::size_t enough = 3;
  return lines_below.size() >= enough && std::all_of(names.begin(), names.end(), is_one_word) &&
         std::none_of(lines_below.begin(), lines_below.end(), [&](const std::string& line) {
           const auto fields = chosen(line, columns);
           return std::all_of(fields.begin(), fields.end(), is_one_word);
         });
}

}  // namespace couplet
