// The sentences of a text, some thousand at a time: as language models take them.
#pragma once

#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/tasks/task.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/tokenised_text.h"

namespace couplet {

/// Calls take(sentences) with at most 4096 lines at a time, in order; lines of blanks only are passed over. Warns when
/// the text does not look like what the model was fitted for.
template <class Take>
void for_sentences(const Source& source, const Model& model, const Run& run, Take&& take) {
  constexpr std::size_t batch = 4096;
  CorpusReader reader(source);
  std::vector<std::string> sentences;
  bool first = true;
  const auto take_all = [&] {
    if (const std::string* pipeline = model.header().find_parameter("text"); first && pipeline)
      warn_of_tokenised(fmt::format("{}", fmt::join(sentences, "\n")), TextPipeline::parse(*pipeline), run);
    first = false;
    take(sentences);
  };
  Stage stage(*run.observer, "scoring");
  for (std::string line; reader.next(line);) {
    if (line.find_first_not_of(" \t") == std::string::npos) continue;
    sentences.push_back(std::move(line));
    if (sentences.size() < batch) continue;
    take_all();
    sentences.clear();
    stage.advance_to(reader.position());
    run.stop->check();
  }
  if (!sentences.empty()) take_all();
  warn_of_skipped(run, reader.skipped());
}

}  // namespace couplet
