// How often words stand near each other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/text/corpus_reader.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// What counts as near.
struct WindowOptions {
  /// What a word at distance d counts in a window of w.
  enum class Weights {
    fixed,     // 1
    dynamic,   // (w - d + 1) / w, the mean of a window of random size (word2vec)
    harmonic,  // 1 / d (GloVe)
  };
  /// On which sides of a word its contexts stand.
  enum class Sides { left, right, both };

  /// Words each side: 1 to 1000, for harmonic weights to 22.
  int window = 5;
  Weights weights = Weights::dynamic;
  Sides sides = Sides::both;
  /// Words that occur less often are left out; 0: see WordOptions.
  std::int64_t min_count = 5;
  /// At most so many words, the most frequent ones; 0: all.
  std::int64_t max_vocabulary = 0;
  /// How a text is cut into words; see TextPipeline.
  std::string pipeline = "nfkc,lower,icu";
  /// Words that are taken out of the text before all else, as the pipeline gives them.
  std::vector<std::string> stop_words;
  /// True: words left out (too rare, or by subsampling) give up their place, and the window reaches over them, as in
  /// word2vec. False: they hold it.
  bool across_unknown = true;
  /// Leaves out occurrences of frequent words at random (run.seed): one of a word with the share f of all kept words
  /// stays with the probability sqrt(t / f) + t / f, t being this. 0: all stay.
  double subsample = 0;
};

/// "fixed", "dynamic" or "harmonic"; Error(usage) otherwise.
WindowOptions::Weights parse_window_weights(std::string_view name);
/// What every count is a whole multiple of 1 over.
std::uint32_t weight_denominator(const WindowOptions& options);

/// A square table in compressed rows: the row is the word, the column its context. Columns ascend within a row.
struct SparseCounts {
  /// By falling count, equal counts by bytes; and how often each occurs in the text.
  Vocabulary words;
  std::vector<std::int64_t> word_counts;
  /// words.size() + 1, then one a non-zero cell.
  std::vector<std::int64_t> offsets;
  std::vector<std::int32_t> columns;
  std::vector<double> values;
  /// In a team: process r has the rows from begins[r] up to begins[r + 1], the others are empty here. Else no numbers.
  std::vector<std::int64_t> begins;
  /// Running words of the text, all of them; different ones (stop words apart); lines (or what else a document is),
  /// empty ones included; bad lines left out.
  std::int64_t tokens = 0, different_words = 0, lines = 0, skipped = 0;
};

/// Counts a corpus; windows end with the document (line). With both sides the table is symmetric, and a word that
/// stands near itself counts twice, once as each other's context.
///
/// The text is read once ("-" will do) and kept as word numbers. Weights are added as integers and scaled at the end,
/// so the table is exact, and the same at any number of threads and any run.memory. While counting, what grows with the
/// text (beside the words themselves) takes about half of run.memory; the rest goes to a temporary file (see
/// SpillFile). The table, with what it is made from, must fit in run.memory: 16 bytes a cell with both sides, else 20;
/// Error(io) otherwise; in a team each process has the cells of some rows. About 0.2 microseconds of processor time a
/// running word for a window of 5.
///
/// A text without words gives an empty table. Throws Error(usage) for bad options, Error(data) and Error(io) from
/// reading.
SparseCounts count_windows(const Source& files, const WindowOptions& options, const Run& run);

}  // namespace couplet
