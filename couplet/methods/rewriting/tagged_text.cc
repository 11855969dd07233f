#include "couplet/methods/rewriting/tagged_text.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/text/corpus_reader.h"

namespace couplet {

namespace {

TaggedSentence split_line(std::string_view line, const std::string& separator, const std::string& place) {
  TaggedSentence sentence;
  while (!line.empty()) {
    const std::size_t end = std::min(line.find_first_of(" \t\r"), line.size());
    const std::string_view token = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    if (token.empty()) continue;
    const std::size_t at = token.rfind(separator);
    if (at == 0 || at == std::string_view::npos || at + separator.size() == token.size())
      throw Error(ErrorCode::data, place, "'" + std::string(token.substr(0, 60)) + "' is not a word and its tag",
                  "write word" + separator + "TAG, or use --separator");
    sentence.words.emplace_back(token.substr(0, at));
    sentence.tags.emplace_back(token.substr(at + separator.size()));
  }
  return sentence;
}

}  // namespace

TaggedText read_tagged_text(const Source& files, const std::string& separator, const Run& run) {
  if (separator.empty()) throw Error(ErrorCode::usage, "--separator", "is empty", "use _ or /");
  CorpusReader reader(files);
  TaggedText text;
  Fingerprint fingerprint;
  const Stage stage(*run.observer, "reading tagged text");
  for (std::string line; reader.next(line);) {
    TaggedSentence sentence;
    try {
      sentence = split_line(line, separator, reader.place());
    } catch (const Error&) {
      if (files.on_bad_line != BadLine::skip) throw;
      ++text.skipped;
      continue;
    }
    if (sentence.words.empty()) continue;
    fingerprint.add(line);
    fingerprint.add("\n");
    text.words += static_cast<std::int64_t>(sentence.words.size());
    text.sentences.push_back(std::move(sentence));
  }
  text.skipped += reader.skipped();
  text.fingerprint = fingerprint.value();
  if (text.sentences.empty())
    throw Error(ErrorCode::data, files.name(), "no tagged sentences in it", "a line is: word" + separator + "TAG ...");
  return text;
}

}  // namespace couplet
