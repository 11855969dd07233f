// From a user's data, text or table, to a table of counts.
#pragma once

#include <optional>

#include "couplet/base/run.h"
#include "couplet/methods/vectors/table_share.h"
#include "couplet/model/method.h"

namespace couplet {

/// A table with what is known about where it came from.
struct SourcedTable {
  CountTable table;                 // without empty rows and columns
  bool from_text = false;           // words against words, counted here or earlier
  std::int64_t data_rows = 0;       // lines that were read
  std::string fingerprint;          // of labels and counts
  WordOccurrences words;            // of text that was counted here; else none
  std::optional<TableShare> share;  // in a team, of text: each process has some rows of the table

  VectorD row_sums(const Run& run) const { return share ? share->row_sums(table, *run.team) : table.row_sums(); }
  /// From here on all processes, or the first one, have the whole table. Call these in all of them.
  void make_whole(const Run& run);
  void make_whole_at_first(const Run& run);
};

/// Reads what --input says (counting_parameters) and tells the report. Dropped rows and columns are warned of.
/// Error(usage) for counting options given with a table, Error(data) when nothing is left. In a team each process has a
/// share of a table of words; whole: the first has all of it (and the others none).
SourcedTable read_source(const Data& data, const Parameters& parameters, FitReport& report, const Run& run,
                         bool whole = false);

/// Of labels and counts: hex64.
std::string fingerprint_of(const CountTable& table);

/// "text", "table", "long", "categories" or "counts": what --input auto means for these files.
std::string input_kind(const Data& data, const Parameters& parameters);

}  // namespace couplet
