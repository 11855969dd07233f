// The texts of documents in several languages as counts of words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/model/data.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/term_counts.h"

namespace couplet {

/// n documents, each in every language. In a team a process has some of them: its texts and hashes are those of the
/// documents from `first` on; what else is said here is of all documents.
struct DocumentCounts {
  std::vector<TermCounts> languages;
  std::vector<std::string> names;     // of the languages, for messages
  std::vector<std::uint64_t> hashes;  // of the documents' texts, to find them again
  std::vector<std::int64_t> empty;    // texts without a word, by language
  std::vector<double> mean_lengths;   // words of a text, by language
  std::int64_t skipped = 0;           // bad lines
  std::string fingerprint;            // of everything read
  bool weighted = false;              // the counts are weights given with the words
  std::vector<Index> begins = {0};    // process r has the documents from begins[r] up to begins[r + 1]
  Index first = 0;
  std::int64_t documents() const { return begins.back(); }
  /// How many are here.
  std::int64_t own() const { return std::ssize(hashes); }

  /// For sum_segments: what follows from all documents is not in it.
  void add(DocumentCounts&& more);
  void write(PartWriter& writer) const;
  static DocumentCounts read(PartReader& reader);
};

/// Reads and counts documents in one pass. pipelines: one for all languages, or one each (Error(usage) otherwise).
/// Tokenises in parallel; same result at any thread count. Memory: 8 bytes a distinct word of a text. Error(data) when
/// there is no document. Documents that are counted already (Data::documents) are taken as they are. weighted: words
/// carry their weights (weighted_words.h), which stand in the place of counts. A process of a team reads and keeps the
/// documents of its segments.
DocumentCounts count_documents(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                               bool weighted = false);

/// The texts of one collection as documents of one language: the lines of the files one after the other, with the
/// manners of CorpusReader; counted documents of any number of languages, one after the other.
DocumentCounts count_texts(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                           bool weighted = false);

/// Some of the documents, in the order given; the vocabularies stay. In a team each process keeps its own, and their
/// numbers ascend.
DocumentCounts chosen_documents(const DocumentCounts& all, const std::vector<std::int64_t>& rows, const Run& run);

}  // namespace couplet
