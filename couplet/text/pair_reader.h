// Reading pairs of texts from files.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace couplet {

enum class BadLine { stop, skip };

/// Where pairs are and how to read them; what the command line's data options fill in.
struct PairFiles {
  /// One file (TSV or JSON Lines) or two (line i of one belongs to line i of the other). "-" is standard input.
  std::vector<std::string> paths;
  /// "1,2" (numbers from 1) or "context,response" (header names, or JSON keys). Empty: the first two columns; for JSON
  /// the keys "left" and "right". May name more columns than two: the others come as `extra`.
  std::string columns;
  /// "auto" (JSON Lines when the first byte is '{', TSV otherwise), "tsv" or "jsonl".
  std::string format = "auto";
  /// True: the first line of a TSV is a header. Implied by column names that are not numbers.
  bool header = false;
  BadLine on_bad_line = BadLine::stop;
};

/// One pair of texts; valid until the next call.
struct TextPair {
  std::string left, right;
  std::vector<std::string> extra;  // further columns asked for
};

/// Streams pairs. Every text is valid UTF-8: a bad byte is Error(data) with file:line and column of the byte.
class PairReader {
 public:
  explicit PairReader(PairFiles files);
  ~PairReader();
  PairReader(PairReader&&) noexcept;

  bool next(TextPair& pair);
  /// "train.tsv:41" of the last pair.
  std::string place() const;
  /// Lines left out by BadLine::skip.
  std::int64_t skipped() const;
  /// Compressed bytes read and in all, for progress (0: unknown).
  std::int64_t position() const;
  std::int64_t size() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace couplet
