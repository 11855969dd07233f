// What an interrupted clean has done already: the cleaner it fitted, and the judgements of the pairs it came to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "couplet/base/segment_store.h"
#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/text/source.h"

namespace couplet {

/// Judging is what takes long: reading, looking for duplicates and writing are done again from the beginning, so that
/// files and report are the same bytes as without an interruption.
class CleanCheckpoint {
 public:
  static constexpr std::int64_t chunk_pairs = 16384;

  /// folder: empty: nothing is kept. Error(usage) for data that can be read only once.
  CleanCheckpoint(std::string folder, const Source& source);
  explicit operator bool() const { return store_.has_value(); }
  /// Where the cleaner is kept that was fitted with these parameters.
  std::string model_path(const std::string& parameters, const Run& run) const;
  /// From here on judgements of this model are kept, with the scores of the column `outside`.
  void judge_by(const std::string& model_path, const std::string& outside);

  /// Of the pairs [first, first + count), first a multiple of count, and chunk_pairs too; nothing when they are not
  /// all there.
  std::optional<std::vector<CleanedPair>> load(std::int64_t first, std::int64_t count);
  /// The judgements of the next pairs.
  void add(const std::vector<CleanedPair>& judged);
  /// Keeps what is left over.
  void finish();

 private:
  void save();

  std::string folder_, source_;
  std::optional<SegmentStore> store_;
  std::int64_t loaded_ = -1, chunks_ = 0;  // the chunk that is in read_; those saved
  std::vector<CleanedPair> read_, waiting_;
};

}  // namespace couplet
