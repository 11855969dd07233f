#include "couplet/methods/rewriting/sentence.h"

#include <algorithm>

namespace couplet {

namespace {

/// Of a tag of names: without the mark of where a name begins; empty for "O".
std::string_view class_of(std::string_view tag) {
  if (tag == "O") return {};
  return tag.starts_with("B-") || tag.starts_with("I-") ? tag.substr(2) : tag;
}

/// "word|TAG|ENTITY"; a bar alone, or at the start, is a word.
TaggedWord split_given(std::string_view token) {
  TaggedWord word;
  const std::size_t first = token.find('|', 1);
  word.word = token.substr(0, first);
  if (first == std::string_view::npos) return word;
  token.remove_prefix(first + 1);
  const std::size_t second = std::min(token.find('|'), token.size());
  word.tag = token.substr(0, second);
  if (second < token.size()) word.entity = token.substr(second + 1);
  word.entity = std::string(class_of(word.entity));
  return word;
}

}  // namespace

SentenceReader::SentenceReader(const SentenceOptions& options)
    : options_(options),
      tokeniser_(options.given ? TextPipeline::parse("space").make() : options.text.make()),
      lower_(TextPipeline::parse("lower,space").make()) {}

Sentence SentenceReader::read(std::string_view text, bool& cut) {
  auto tokens = tokeniser_.tokens(text);
  const auto most = static_cast<std::size_t>(options_.most_words);
  cut = most > 0 && tokens.size() > most;
  if (cut) tokens = tokens.first(most);
  Sentence sentence;
  if (options_.given) {
    for (const std::string_view token : tokens) sentence.push_back(split_given(token));
  } else {
    const std::vector<std::string> words(tokens.begin(), tokens.end());
    for (const std::string& word : words) sentence.push_back({word, "", ""});
    if (options_.tagger) {
      const std::vector<std::string> tags = options_.tagger->tag(words);
      for (std::size_t i = 0; i < words.size(); ++i) sentence[i].tag = tags[i];
    }
    if (options_.entities) {
      const std::vector<std::string> classes = options_.entities->classes(words);
      for (std::size_t i = 0; i < words.size(); ++i) sentence[i].entity = classes[i];
    }
  }
  if (options_.namer && !options_.given) {
    const std::vector<std::string> words(tokens.begin(), tokens.end());
    const std::vector<std::string> tags = options_.namer->tag(words);
    for (std::size_t i = 0; i < words.size(); ++i) sentence[i].entity = class_of(tags[i]);
  }
  for (TaggedWord& word : sentence) {
    const auto lowered = lower_.tokens(word.word);
    if (!lowered.empty()) word.word = lowered[0];
  }
  return sentence;
}

}  // namespace couplet
