#include "couplet/methods/bridge/document_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/methods/bridge/document_reader.h"

namespace couplet {
namespace {

constexpr std::int64_t batch_documents = 256;

using Batch = std::vector<std::vector<std::string>>;  // documents, then languages

struct CountedBatch {
  std::vector<TermCounts> languages;
  std::vector<std::uint64_t> hashes;
};

CountedBatch count_batch(const Batch& batch, const std::vector<TextPipeline>& pipelines, std::size_t languages) {
  CountedBatch result;
  result.languages.resize(languages);
  for (const auto& document : batch) {
    std::uint64_t hash = 0;
    for (const std::string& text : document) hash = hash64(text, hash);
    result.hashes.push_back(hash);
  }
  for (std::size_t m = 0; m < languages; ++m) {
    Tokeniser tokeniser = pipelines[pipelines.size() == 1 ? 0 : m].make();
    for (const auto& document : batch) result.languages[m].add(tokeniser.tokens(document[m]));
  }
  return result;
}

void count_empty(DocumentCounts& all) {
  all.empty.clear();
  for (const TermCounts& language : all.languages)
    all.empty.push_back(std::count(language.lengths.begin(), language.lengths.end(), 0));
}

}  // namespace

DocumentCounts count_documents(const Source& files, const std::vector<TextPipeline>& pipelines, const Run& run) {
  DocumentReader reader(files);
  const auto languages = static_cast<std::size_t>(reader.languages());
  if (pipelines.size() != 1 && pipelines.size() != languages)
    throw Error(ErrorCode::usage, "--text",
                fmt::format("{} text pipelines for {} languages", pipelines.size(), languages),
                "give one, or one for each language, separated by semicolons");
  DocumentCounts all;
  all.languages.resize(languages);
  for (std::size_t m = 0; m < languages; ++m) all.names.push_back(reader.language_name(static_cast<std::int64_t>(m)));
  Fingerprint fingerprint;
  Stage stage(*run.observer, "reading documents", reader.size(), "B");
  run.pool.stream(
      [&]() -> std::optional<Batch> {
        run.stop->check();
        Batch batch;
        std::vector<std::string> texts;
        while (std::ssize(batch) < batch_documents && reader.next(texts)) batch.push_back(texts);
        stage.advance_to(reader.position());
        if (batch.empty()) return std::nullopt;
        return batch;
      },
      [&](Batch&& batch) { return count_batch(batch, pipelines, languages); },
      [&](CountedBatch&& batch) {
        std::int64_t entries = 0;
        for (std::size_t m = 0; m < languages; ++m) {
          all.languages[m].append(batch.languages[m]);
          entries += std::ssize(all.languages[m].terms);
        }
        all.hashes.insert(all.hashes.end(), batch.hashes.begin(), batch.hashes.end());
        run.memory.require(entries * 8, "the words of the documents");
      });
  for (const std::uint64_t hash : all.hashes) fingerprint.add({reinterpret_cast<const char*>(&hash), sizeof(hash)});
  if (all.documents() == 0) throw Error(ErrorCode::data, files.paths[0], "no documents in it");
  all.fingerprint = hex64(fingerprint.value());
  all.skipped = reader.skipped();
  count_empty(all);
  return all;
}

DocumentCounts chosen_documents(const DocumentCounts& all, const std::vector<std::int64_t>& rows) {
  DocumentCounts chosen;
  chosen.names = all.names;
  chosen.fingerprint = all.fingerprint;
  for (const std::int64_t row : rows) chosen.hashes.push_back(all.hashes[row]);
  for (const TermCounts& language : all.languages) {
    TermCounts& into = chosen.languages.emplace_back();
    into.words = language.words;
    into.frequencies.assign(into.words.size(), 0);
    for (const std::int64_t row : rows) into.append_text(language, row);
  }
  count_empty(chosen);
  return chosen;
}

}  // namespace couplet
