// The sentences of a text, some thousand at a time: as language models take them.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/tasks/task.h"
#include "couplet/text/corpus_reader.h"

namespace couplet {

/// Calls take(sentences) with at most 4096 lines at a time, in order; lines of blanks only are passed over.
template <class Take>
void for_sentences(const Source& source, const Run& run, Take&& take) {
  constexpr std::size_t batch = 4096;
  CorpusReader reader(source);
  std::vector<std::string> sentences;
  Stage stage(*run.observer, "scoring");
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    sentences.push_back(std::move(line));
    if (sentences.size() < batch) continue;
    take(sentences);
    sentences.clear();
    stage.advance_to(reader.position());
    run.stop->check();
  }
  if (!sentences.empty()) take(sentences);
  warn_of_skipped(run, reader.skipped());
}

}  // namespace couplet
