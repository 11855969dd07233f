// The texts of documents in several languages as counts of words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/data.h"
#include "couplet/text/pipeline.h"
#include "couplet/text/term_counts.h"

namespace couplet {

/// n documents, each in every language.
struct DocumentCounts {
  std::vector<TermCounts> languages;
  std::vector<std::string> names;     // of the languages, for messages
  std::vector<std::uint64_t> hashes;  // of the documents' texts, to find them again
  std::vector<std::int64_t> empty;    // texts without a word, by language
  std::int64_t skipped = 0;           // bad lines
  std::string fingerprint;            // of everything read
  bool weighted = false;              // the counts are weights given with the words
  std::int64_t documents() const { return static_cast<std::int64_t>(hashes.size()); }

  /// For sum_segments: what follows from all documents is not in it.
  void add(DocumentCounts&& more);
  void write(PartWriter& writer) const;
  static DocumentCounts read(PartReader& reader);
};

/// Reads and counts documents in one pass. pipelines: one for all languages, or one each (Error(usage) otherwise).
/// Tokenises in parallel; same result at any thread count. Memory: 8 bytes a distinct word of a text. Error(data) when
/// there is no document. Documents that are counted already (Data::documents) are taken as they are. weighted: words
/// carry their weights (weighted_words.h), which stand in the place of counts.
DocumentCounts count_documents(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                               bool weighted = false);

/// The texts of one collection as documents of one language: the lines of the files one after the other, with the
/// manners of CorpusReader; counted documents of any number of languages, one after the other.
DocumentCounts count_texts(const Data& data, const std::vector<TextPipeline>& pipelines, const Run& run,
                           bool weighted = false);

/// Some of the documents, in the order given; the vocabularies stay.
DocumentCounts chosen_documents(const DocumentCounts& all, const std::vector<std::int64_t>& rows);

}  // namespace couplet
