// Reading tables of counts with labels from files.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/text/source.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

enum class TableLayout {
  table,       // the first line names the columns, the first field of every other line its row
  long_form,   // a line a cell: row, column, count; equal pairs add up
  categories,  // a line an observation: two categories
};

/// "table", "long" or "categories". Throws Error(usage) otherwise.
TableLayout parse_table_layout(std::string_view name);

/// Counts between labelled rows and columns, in file order. Labels without any count are kept.
struct LabelledCounts {
  struct Entry {
    std::int64_t row, col;
    double count;  // > 0, finite
  };
  Vocabulary rows, cols;
  std::vector<Entry> entries;      // long and categories: the same cell may occur several times; counts add up
  std::string row_name, col_name;  // what the header calls the two variables; empty when it does not say
  bool header = false;             // the first line was taken as a header
  std::int64_t lines = 0;          // lines of data that were read
  std::int64_t skipped = 0;        // lines left out by BadLine::skip
};

/// Reads the whole table, of one path. separator 0: told by the first line (detect_dialect): tab, comma or semicolon.
/// file.header: the first line of categories is a header (of the long layout that is always told by the first line's
/// third field: no number). CSV follows RFC 4180 (quotes, line ends inside quotes); blank lines are passed over; labels
/// are taken as they stand. In the `table` layout the header may lack the corner cell (as R writes it). Fractional
/// counts are fine.
///
/// Errors are Error(data) with file:line: a count that is no finite number or negative, a line with more or fewer
/// columns, an empty label, a label twice (`table` only), invalid UTF-8, a quote that is never closed; with the file
/// alone: an empty file, no line of data. Memory: 24 bytes a non-zero count, plus the labels.
LabelledCounts read_table(const Source& file, TableLayout layout, const Run& run, char separator = 0);

}  // namespace couplet
