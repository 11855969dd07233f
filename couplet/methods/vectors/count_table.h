// A table of counts with labels: words against contexts, or any two categorical variables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/linalg/sparse.h"
#include "couplet/model/container.h"
#include "couplet/text/table_reader.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// rows x columns of non-negative counts; zeros are not stored. Labels are unique on each side.
struct CountTable {
  Vocabulary rows, cols;
  CsrMatrix<double> counts;
  std::string pipeline;            // text pipeline that made the labels; empty for tables
  std::string row_name, col_name;  // of the two variables; empty: not said

  /// Sums over rows, columns and everything.
  VectorD row_sums() const { return counts.row_sums(); }
  VectorD col_sums() const { return counts.col_sums(); }

  /// Tensors "<prefix>.rows.*" and "<prefix>.cols.*" (the labels), "<prefix>.offsets", "<prefix>.columns" and
  /// "<prefix>.counts" (compressed rows); "<prefix>.variables.*" when a variable has a name. The table must live until
  /// the file is written.
  void write(ModelWriter& writer, const std::string& prefix) const;
  /// Error(model) for a table that is not sound (counts that are not positive, numbers out of range).
  static CountTable load(const ModelFile& file, const std::string& prefix, std::string pipeline);
};

/// The words of a text and how often each occurs, those without contexts too: what the order of a table's words goes
/// by.
struct WordOccurrences {
  Vocabulary words;                  // by falling count, equal counts by bytes
  std::vector<std::int64_t> counts;  // one a word
};

/// The table that was read: counts of the same cell are added in the order given, zeros left out. Error(data) for a
/// negative count, one that is not finite, an entry outside the labels, 2^31 columns or more, or a total too large for
/// a double. O(entries log entries).
CountTable from_entries(LabelledCounts counts);

/// Labels of rows and columns without any count.
struct DroppedLabels {
  std::vector<std::string> rows, cols;
  bool any() const { return !rows.empty() || !cols.empty(); }
};

/// The table without its empty rows and columns, the others in their order; their labels go to `dropped`. Error(data)
/// when no count is left. Linear in the table.
CountTable drop_empty(CountTable table, DroppedLabels& dropped);
/// The same when the sums are known already.
CountTable drop_empty(CountTable table, const VectorD& row_sums, const VectorD& col_sums, DroppedLabels& dropped);
/// The cells alone: of the rows and columns whose sums are positive.
CsrMatrix<double> drop_empty(const CsrMatrix<double>& cells, const VectorD& row_sums, const VectorD& col_sums);

}  // namespace couplet
