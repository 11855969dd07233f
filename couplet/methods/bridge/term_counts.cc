#include "couplet/methods/bridge/term_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/text/document_reader.h"

namespace couplet {
namespace {

constexpr std::int64_t batch_documents = 256;

using Batch = std::vector<std::vector<std::string>>;  // documents, then languages

/// Words of a text as (number, count), numbers ascending.
void append_text(std::span<const std::string_view> tokens, TermCounts& into, std::vector<std::int64_t>& numbers) {
  numbers.clear();
  for (const std::string_view token : tokens) numbers.push_back(into.words.add(token));
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 0; i < numbers.size();) {
    std::size_t end = i;
    while (end < numbers.size() && numbers[end] == numbers[i]) ++end;
    into.terms.push_back(static_cast<std::int32_t>(numbers[i]));
    into.counts.push_back(static_cast<float>(end - i));
    i = end;
  }
  into.offsets.push_back(std::ssize(into.terms));
  into.lengths.push_back(std::ssize(tokens));
}

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
  std::vector<std::int64_t> numbers;
  for (std::size_t m = 0; m < languages; ++m) {
    Tokeniser tokeniser = pipelines[pipelines.size() == 1 ? 0 : m].make();
    for (const auto& document : batch) append_text(tokeniser.tokens(document[m]), result.languages[m], numbers);
  }
  return result;
}

/// Appends texts counted with a vocabulary of their own.
void append_counts(const TermCounts& part, TermCounts& into) {
  std::vector<std::int32_t> number(part.words.size());
  for (std::size_t w = 0; w < number.size(); ++w) {
    const std::int64_t found = into.words.add(part.words.word(static_cast<std::int64_t>(w)));
    if (found > std::numeric_limits<std::int32_t>::max())
      throw Error(ErrorCode::data, "", "more than two thousand million different words", "use another text pipeline");
    number[w] = static_cast<std::int32_t>(found);
  }
  std::vector<std::pair<std::int32_t, float>> text;
  for (std::int64_t i = 0; i < part.texts(); ++i) {
    text.clear();
    for (std::int64_t e = part.offsets[i]; e < part.offsets[i + 1]; ++e)
      text.emplace_back(number[part.terms[e]], part.counts[e]);
    std::sort(text.begin(), text.end());
    for (const auto& [term, count] : text) {
      into.terms.push_back(term);
      into.counts.push_back(count);
    }
    into.offsets.push_back(std::ssize(into.terms));
    into.lengths.push_back(part.lengths[i]);
  }
}

void append_row(const TermCounts& from, std::int64_t row, TermCounts& into) {
  for (std::int64_t e = from.offsets[row]; e < from.offsets[row + 1]; ++e) {
    into.terms.push_back(from.terms[e]);
    into.counts.push_back(from.counts[e]);
  }
  into.offsets.push_back(std::ssize(into.terms));
  into.lengths.push_back(from.lengths[row]);
}

void count_empty(DocumentCounts& all) {
  all.empty.clear();
  for (const TermCounts& language : all.languages)
    all.empty.push_back(std::count(language.lengths.begin(), language.lengths.end(), 0));
}

void check_pipelines(const std::vector<TextPipeline>& pipelines, std::size_t languages) {
  if (pipelines.size() != 1 && pipelines.size() != languages)
    throw Error(ErrorCode::usage, "--text",
                fmt::format("{} text pipelines for {} languages", pipelines.size(), languages),
                "give one, or one for each language, separated by semicolons");
}

/// Fills in what follows from the documents.
void finish(DocumentCounts& all, const std::string& name) {
  if (all.documents() == 0) throw Error(ErrorCode::data, name, "no documents in it");
  Fingerprint fingerprint;
  for (const std::uint64_t hash : all.hashes) fingerprint.add({reinterpret_cast<const char*>(&hash), sizeof(hash)});
  all.fingerprint = hex64(fingerprint.value());
  count_empty(all);
}

TermCounts counts_given(const CountedTexts& given, const std::string& name, std::vector<std::uint64_t>& hashes) {
  TermCounts result;
  result.words = given.words;
  const CsrMatrix<float>& counts = given.counts;
  if (counts.cols() != given.words.size() || (!hashes.empty() && counts.rows() != std::ssize(hashes)))
    throw Error(ErrorCode::usage, name,
                fmt::format("{} x {} counts, expected a row for each document and a column for each of {} words",
                            counts.rows(), counts.cols(), given.words.size()));
  hashes.resize(counts.rows(), 0);
  for (Index i = 0; i < counts.rows(); ++i) {
    double length = 0;
    for (std::int64_t e = counts.offsets()[i]; e < counts.offsets()[i + 1]; ++e) {
      const float count = counts.values()[e];
      if (!(count >= 0)) throw Error(ErrorCode::data, name, fmt::format("document {} has a negative count", i + 1));
      if (count == 0) continue;
      result.terms.push_back(counts.columns()[e]);
      result.counts.push_back(count);
      length += count;
      hashes[i] = hash64(given.words.word(counts.columns()[e]), hashes[i]);
      hashes[i] = hash64({reinterpret_cast<const char*>(&count), sizeof(count)}, hashes[i]);
    }
    result.offsets.push_back(std::ssize(result.terms));
    result.lengths.push_back(std::llround(length));
  }
  return result;
}

DocumentCounts documents_given(const Data& data) {
  if (data.documents.size() < 2)
    throw Error(ErrorCode::usage, data.name(), "are in one language", "give the counts of two or more");
  DocumentCounts all;
  for (const CountedTexts& language : data.documents) {
    all.names.push_back(fmt::format("language {}", all.names.size() + 1));
    all.languages.push_back(counts_given(language, all.names.back(), all.hashes));
  }
  finish(all, data.name());
  return all;
}

}  // namespace

double TermCounts::mean_length() const {
  double sum = 0;
  for (const std::int64_t length : lengths) sum += static_cast<double>(length);
  return lengths.empty() ? 0 : sum / static_cast<double>(lengths.size());
}

DocumentCounts count_documents(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run) {
  if (!data.documents.empty()) {
    check_pipelines(pipelines, data.documents.size());
    return documents_given(data);
  }
  DocumentReader reader(data);
  const auto languages = static_cast<std::size_t>(reader.languages());
  check_pipelines(pipelines, languages);
  DocumentCounts all;
  all.languages.resize(languages);
  for (std::size_t m = 0; m < languages; ++m) all.names.push_back(reader.language_name(static_cast<std::int64_t>(m)));
  Stage stage(*run.observer, "reading documents", reader.size(), data.unit());
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
          append_counts(batch.languages[m], all.languages[m]);
          entries += std::ssize(all.languages[m].terms);
        }
        all.hashes.insert(all.hashes.end(), batch.hashes.begin(), batch.hashes.end());
        run.memory.require(entries * 8, "the words of the documents");
      });
  all.skipped = reader.skipped();
  finish(all, data.name());
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
    for (const std::int64_t row : rows) append_row(language, row, into);
  }
  count_empty(chosen);
  return chosen;
}

}  // namespace couplet
