// What clean remembers of the pairs before, and the files that it writes.
#pragma once

#include <memory>
#include <string>

#include "couplet/base/compressed_file.h"
#include "couplet/methods/cleaning/cleaner.h"
#include "couplet/methods/cleaning/repeated_texts.h"
#include "couplet/tasks/clean.h"

namespace couplet {

/// Which pairs are repeats of an earlier one.
enum class Repeats { keep, pairs, left, right, either };

/// The options of clean.
struct CleanOptions {
  std::string output, output_right, model, save_model, scores, dropped, page, outside, label, languages, checkpoint;
  double min_probability = 0.5;
  Repeats duplicates = Repeats::pairs;
  bool near = false;
};

/// Notices what came before, in memory that does not grow.
class RepeatFinder {
 public:
  /// bytes: of the data; 0: unknown.
  RepeatFinder(Repeats repeats, bool near, std::int64_t bytes);
  /// Why the pair with these hashes goes; null: it is no repeat. Remembers it. near: of near_hashes, where asked for.
  const char* reason(std::uint64_t left, std::uint64_t right, const std::vector<std::uint64_t>& near);

 private:
  Repeats repeats_;
  const char* equal(std::uint64_t left, std::uint64_t right);
  std::unique_ptr<SeenBefore> first_, second_, near_;
};

class CleanedFiles {
 public:
  /// header: the line above the pairs; empty: none.
  CleanedFiles(const CleanOptions& options, const std::string& header);
  /// reason: empty for a pair that is kept.
  void take(std::int64_t number, const CleanedPair& pair, const std::string& reason, const std::string& line,
            const std::string& left, const std::string& right);
  /// Makes all of them visible.
  void finish(const CleaningReport& report);

 private:
  std::unique_ptr<CompressedFile> kept_, right_, scores_, dropped_, page_;
};

}  // namespace couplet
