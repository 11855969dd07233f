#include "couplet/methods/bridge/document_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/segment_sums.h"
#include "couplet/base/team_exchange.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/document_reader.h"
#include "couplet/text/weighted_words.h"

namespace couplet {
namespace {

constexpr std::int64_t batch_documents = 256;

using Batch = std::vector<std::vector<std::string>>;  // documents, then languages

struct CountedBatch {
  std::vector<TermCounts> languages;
  std::vector<std::uint64_t> hashes;
};

void add_weighted(TermCounts& counts, std::span<const std::string_view> tokens) {
  const auto words = weighted_words(tokens);
  std::vector<std::pair<std::int32_t, float>> entries;
  for (const WeightedWord& word : words)
    entries.emplace_back(static_cast<std::int32_t>(counts.words.add(word.word)), static_cast<float>(word.weight));
  std::stable_sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (i > 0 && entries[i].first == entries[i - 1].first) {
      counts.counts.back() += entries[i].second;
      continue;
    }
    counts.terms.push_back(entries[i].first);
    counts.counts.push_back(entries[i].second);
  }
  counts.end_text(words.size());
}

CountedBatch count_batch(const Batch& batch, const std::vector<TextPipeline>& pipelines, std::size_t languages,
                         bool weighted) {
  CountedBatch result;
  result.languages.resize(languages);
  for (const auto& document : batch) {
    std::uint64_t hash = 0;
    for (const std::string& text : document) hash = hash64(text, hash);
    result.hashes.push_back(hash);
  }
  for (std::size_t m = 0; m < languages; ++m) {
    Tokeniser tokeniser = pipelines[pipelines.size() == 1 ? 0 : m].make();
    for (const auto& document : batch) {
      const auto tokens = tokeniser.tokens(document[m]);
      weighted ? add_weighted(result.languages[m], tokens) : result.languages[m].add(tokens);
    }
  }
  return result;
}

/// Fills in what follows from the documents of all processes, but for their fingerprint.
void join(DocumentCounts& all, const Run& run) {
  Team& team = *run.team;
  std::vector<std::int64_t> sums;  // their numbers and, for each language, texts without a word and all words
  for (int rank = 0; rank < team.size(); ++rank) sums.push_back(rank == team.rank() ? all.own() : 0);
  for (TermCounts& language : all.languages) {
    language.share_words(team);
    sums.push_back(std::count(language.lengths.begin(), language.lengths.end(), 0));
    sums.push_back(std::accumulate(language.lengths.begin(), language.lengths.end(), std::int64_t{0}));
  }
  sums.push_back(all.skipped);
  sums = team.sums(sums);
  all.begins = {0};
  std::size_t at = 0;
  for (; at < static_cast<std::size_t>(team.size()); ++at) all.begins.push_back(all.begins.back() + sums[at]);
  all.first = all.begins[team.rank()];
  all.empty.clear();
  all.mean_lengths.clear();
  const auto n = static_cast<double>(all.documents());
  for (std::size_t m = 0; m < all.languages.size(); ++m) {
    all.empty.push_back(sums[at++]);
    all.mean_lengths.push_back(n > 0 ? static_cast<double>(sums[at]) / n : 0);
    ++at;
  }
  all.skipped = sums[at];
}

void check_pipelines(const std::vector<TextPipeline>& pipelines, std::size_t languages) {
  if (pipelines.size() != 1 && pipelines.size() != languages)
    throw Error(ErrorCode::usage, "--text",
                fmt::format("{} text pipelines for {} languages", pipelines.size(), languages),
                "give one, or one for each language, separated by semicolons");
}

void finish(DocumentCounts& all, const std::string& name, const Run& run) {
  join(all, run);
  if (all.documents() == 0)
    throw Error(ErrorCode::data, name, "no documents in it", "give one document a line, of each language");
  Fingerprint fingerprint;
  stream_to_first(*run.team,
                  {reinterpret_cast<const char*>(all.hashes.data()), all.hashes.size() * sizeof(all.hashes[0])},
                  [&](std::string_view bytes) { fingerprint.add(bytes); });
  all.fingerprint = run.team->broadcast(hex64(fingerprint.value()));
}

/// Every process has all documents: it keeps its share.
void keep_own_share(DocumentCounts& all, const Run& run) {
  if (run.team->size() == 1) return;
  const auto [first, last] = share_of(all.own(), run.team->rank(), run.team->size());
  all.hashes = {all.hashes.begin() + first, all.hashes.begin() + last};
  for (TermCounts& language : all.languages) {
    TermCounts own;
    own.words = language.words;
    for (std::int64_t text = first; text < last; ++text) own.append_text(language, text);
    language = std::move(own);
  }
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
    result.end_text(std::llround(length));
  }
  return result;
}

DocumentCounts documents_given(const Data& data, const Run& run) {
  if (data.documents.size() < 2)
    throw Error(ErrorCode::usage, data.name(), "are in one language", "give the counts of two or more");
  DocumentCounts all;
  for (const CountedTexts& language : data.documents) {
    all.names.push_back(fmt::format("language {}", all.names.size() + 1));
    all.languages.push_back(counts_given(language, all.names.back(), all.hashes));
  }
  keep_own_share(all, run);
  finish(all, data.name(), run);
  return all;
}

/// A collection read as documents of one language.
class OneText {
 public:
  explicit OneText(const Data& data) : reader_(data) {}
  bool next(std::vector<std::string>& texts) {
    texts.resize(1);
    return reader_.next(texts[0]);
  }
  std::int64_t skipped() const { return reader_.skipped(); }
  std::int64_t position() const { return reader_.position(); }
  std::int64_t size() const { return reader_.size(); }

 private:
  CorpusReader reader_;
};

DocumentCounts texts_given(const Data& data, const Run& run) {
  DocumentCounts all;
  all.names = {data.name()};
  all.languages.resize(1);
  for (const CountedTexts& given : data.documents) {
    std::vector<std::uint64_t> hashes;
    all.languages[0].append(counts_given(given, data.name(), hashes));
    all.hashes.insert(all.hashes.end(), hashes.begin(), hashes.end());
  }
  keep_own_share(all, run);
  finish(all, data.name(), run);
  return all;
}

/// names: of the languages.
template <class Reader>
DocumentCounts counted_by(Reader&& reader, std::vector<std::string> names, const Data& data,
                          const std::vector<TextPipeline>& pipelines, const Run& run, bool weighted) {
  const std::size_t languages = names.size();
  check_pipelines(pipelines, languages);
  DocumentCounts all;
  all.weighted = weighted;
  all.languages.resize(languages);
  all.names = std::move(names);
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
      [&](Batch&& batch) { return count_batch(batch, pipelines, languages, weighted); },
      [&](CountedBatch&& batch) {
        std::int64_t entries = 0;
        for (std::size_t m = 0; m < languages; ++m) {
          all.languages[m].append(batch.languages[m]);
          entries += std::ssize(all.languages[m].terms);
        }
        all.hashes.insert(all.hashes.end(), batch.hashes.begin(), batch.hashes.end());
        run.memory.require(entries * 8, "the words of the documents");
      });
  all.skipped = reader.skipped();
  return all;
}

/// Documents of the reader that make(data) gives, by segments.
template <class Make>
DocumentCounts counted_documents(const Data& data, const std::vector<std::string>& names,
                                 const std::vector<TextPipeline>& pipelines, const Run& run, bool weighted,
                                 Make&& make) {
  // Of several files that belong together, and of directories, a segment is looked for from the beginning: few of them.
  const bool cut = data.paths.size() == 1 || names.size() == 1;
  const std::int64_t segments = std::min<std::int64_t>(segments_of(data), cut ? 64 : 16);
  auto all = sum_own_segments<DocumentCounts>("reading documents", segments, run,
                                              [&](const Segment& segment, const Run& inner) {
                                                Data part = data;
                                                if (!segment.whole()) part.segment = segment;
                                                return counted_by(make(part), names, data, pipelines, inner, weighted);
                                              });
  if (all.languages.empty()) {  // a process without a segment
    all.languages.resize(names.size());
    all.names = names;
    all.weighted = weighted;
  }
  finish(all, data.name(), run);
  return all;
}

}  // namespace

void DocumentCounts::add(DocumentCounts&& more) {
  for (std::size_t m = 0; m < languages.size(); ++m) languages[m].append(more.languages[m]);
  hashes.insert(hashes.end(), more.hashes.begin(), more.hashes.end());
  skipped += more.skipped;
}

void DocumentCounts::write(PartWriter& writer) const {
  writer.put(languages.size());
  for (std::size_t m = 0; m < languages.size(); ++m) {
    languages[m].write(writer);
    writer.put_text(names[m]);
  }
  writer.put_list(hashes);
  writer.put(skipped);
  writer.put(weighted);
}

DocumentCounts DocumentCounts::read(PartReader& reader) {
  DocumentCounts counts;
  for (auto size = reader.get<std::size_t>(); size > 0; --size) {
    counts.languages.push_back(TermCounts::read(reader));
    counts.names.emplace_back(reader.get_text());
  }
  counts.hashes = reader.get_list<std::uint64_t>();
  counts.skipped = reader.get<std::int64_t>();
  counts.weighted = reader.get<bool>();
  return counts;
}

DocumentCounts count_documents(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                               bool weighted) {
  if (!data.documents.empty()) {
    check_pipelines(pipelines, data.documents.size());
    return documents_given(data, run);
  }
  std::optional<DocumentReader> reader(data);
  std::vector<std::string> names;
  for (std::int64_t m = 0; m < reader->languages(); ++m) names.push_back(reader->language_name(m));
  return counted_documents(data, names, pipelines, run, weighted, [&](const Data& part) {
    DocumentReader used = part.segment.whole() ? std::move(*reader) : DocumentReader(part);  // a pipe is opened once
    return used;
  });
}

DocumentCounts count_texts(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                           bool weighted) {
  if (!data.documents.empty()) return texts_given(data, run);
  return counted_documents(data, {data.name()}, pipelines, run, weighted,
                           [](const Data& part) { return OneText(part); });
}

DocumentCounts chosen_documents(const DocumentCounts& all, const std::vector<std::int64_t>& rows, const Run& run) {
  DocumentCounts chosen;
  chosen.names = all.names;
  chosen.fingerprint = all.fingerprint;
  chosen.weighted = all.weighted;
  std::vector<std::int64_t> own;
  for (const std::int64_t row : rows)
    if (row >= all.first && row < all.first + all.own()) own.push_back(row - all.first);
  for (const std::int64_t row : own) chosen.hashes.push_back(all.hashes[row]);
  for (const TermCounts& language : all.languages) {
    TermCounts& into = chosen.languages.emplace_back();
    into.words = language.words;
    into.frequencies.assign(into.words.size(), 0);
    for (const std::int64_t row : own) into.append_text(language, row);
  }
  join(chosen, run);
  return chosen;
}

}  // namespace couplet
