#include "couplet/methods/ranking/term_reader.h"

namespace couplet {

TermRule TermRule::parse(const std::string& text, const std::string& stemmer) {
  if (stemmer != "none") const Stemmer checked(stemmer);
  return {TextPipeline::parse(text), stemmer};
}

TermReader::TermReader(const TermRule& rule) : words_(rule.text.make()) {
  if (rule.stemmer != "none") stemmer_.emplace(rule.stemmer);
}

std::span<const std::string_view> TermReader::terms(std::string_view text) {
  const auto words = words_.tokens(text);
  if (!stemmer_) return words;
  stems_.clear();
  ends_.clear();
  terms_.clear();
  for (const std::string_view word : words) {
    stems_ += stemmer_->stem(word);
    ends_.push_back(stems_.size());
  }
  for (std::size_t begin = 0; const std::size_t end : ends_) {
    terms_.push_back(std::string_view(stems_).substr(begin, end - begin));
    begin = end;
  }
  return terms_;
}

}  // namespace couplet
