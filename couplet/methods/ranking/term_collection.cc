#include "couplet/methods/ranking/term_collection.h"

#include <algorithm>
#include <atomic>
#include <unordered_set>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_vocabulary.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/field_reader.h"
#include "couplet/text/term_counts.h"

namespace couplet {
namespace {

constexpr std::size_t texts_at_once = 1024;

TermCounts counted(std::span<const std::string> texts, const TermRule& rule) {
  TermReader reader(rule);
  TermCounts counts;
  for (const std::string& text : texts) counts.add(reader.terms(text));
  return counts;
}

/// Adds what is kept of counted texts: the terms that are new come in the order of their first places.
void add_counts(const TermCounts& part, TermCollection& all, double& length) {
  for (std::int64_t i = 0; i < part.words.size(); ++i) {
    const auto term = static_cast<std::size_t>(all.words.add(part.words.word(i)));
    if (term == all.frequencies.size()) all.frequencies.push_back(0);
    all.frequencies[term] += part.frequencies[i];
  }
  all.texts += part.texts;
  for (const std::int64_t tokens : part.lengths) length += static_cast<double>(tokens);
}

Source one_column(Source source) {
  if (source.columns.empty()) return source;
  const auto columns = split_columns(source.columns);
  source.columns = columns[columns.size() > 1 ? 1 : 0];
  return source;
}

}  // namespace

CountedCollection count_collection(const Source& source, const TermRule& rule, bool keep_texts, const Run& run) {
  CountedCollection result;
  CorpusReader reader(one_column(source));
  Stage stage(*run.observer, "counting terms", reader.size(), source.unit());
  std::unordered_set<std::uint64_t> seen;
  Fingerprint fingerprint;
  double length = 0;
  std::atomic<std::int64_t> position = 0;  // the source may be read while a batch is taken
  const auto read = [&]() -> std::optional<std::vector<std::string>> {
    std::vector<std::string> batch;
    for (std::string text; batch.size() < texts_at_once && reader.next(text);) {
      if (!seen.insert(hash64(text)).second) {
        ++result.repeated;
        continue;
      }
      fingerprint.add(text);
      fingerprint.add("\n");
      batch.push_back(std::move(text));
    }
    run.stop->check();
    position = reader.position();
    if (batch.empty()) return std::nullopt;
    return batch;
  };
  const auto work = [&](std::vector<std::string>&& batch) { return std::pair(counted(batch, rule), std::move(batch)); };
  run.pool.stream(read, work, [&](std::pair<TermCounts, std::vector<std::string>>&& part) {
    add_counts(part.first, result.terms, length);
    result.empty += std::count(part.first.lengths.begin(), part.first.lengths.end(), 0);
    if (keep_texts) std::move(part.second.begin(), part.second.end(), std::back_inserter(result.texts));
    stage.advance_to(position);
  });
  if (result.terms.words.size() == 0)
    throw Error(ErrorCode::data, source.name(), "no text has a word", "give one text a line, or choose a column");
  result.terms.mean_length = length / static_cast<double>(result.terms.texts);
  result.skipped = reader.skipped();
  result.fingerprint = fingerprint.value();
  return result;
}

TermCollection count_collection(std::span<const std::string> texts, const TermRule& rule) {
  TermCollection result;
  double length = 0;
  add_counts(counted(texts, rule), result, length);
  result.mean_length = length / static_cast<double>(std::max<std::int64_t>(1, result.texts));
  return result;
}

void TermCollection::write(ModelWriter& writer, const std::string& prefix) const {
  add_vocabulary(writer, prefix + ".words", words);
  writer.add(prefix + ".frequencies", std::span(frequencies), {words.size()});
  writer.add(prefix + ".size", std::vector<double>{static_cast<double>(texts), mean_length}, {2});
}

TermCollection TermCollection::load(const ModelFile& file, const std::string& prefix) {
  TermCollection result;
  result.words = load_vocabulary(file, prefix + ".words");
  const auto frequencies = file.integers(prefix + ".frequencies", result.words.size(), 1);
  const auto size = file.doubles(prefix + ".size", 2, 1);
  result.frequencies.assign(frequencies.begin(), frequencies.end());
  const bool sound = size[0] >= 1 && size[0] < 1e15 && size[1] > 0 && size[1] < 1e15 &&
                     std::all_of(frequencies.begin(), frequencies.end(), [&](std::int64_t frequency) {
                       return frequency >= 1 && static_cast<double>(frequency) <= size[0];
                     });
  if (!sound)
    throw Error(ErrorCode::model, file.path(), "the terms of the collection make no sense", "fit the model again");
  result.texts = static_cast<std::int64_t>(size[0]);
  result.mean_length = size[1];
  return result;
}

}  // namespace couplet
