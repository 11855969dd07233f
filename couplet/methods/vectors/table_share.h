// Tables whose rows the processes of a team own between them.
#pragma once

#include "couplet/linalg/shared_sparse.h"
#include "couplet/methods/vectors/count_table.h"

namespace couplet {

/// What stands beside a CountTable of which each process has some rows only; the others are empty in its counts.
struct TableShare {
  std::vector<Index> row_begins;  // see OwnedRows
  bool symmetric = false;         // what a process has of the columns is what it has of the rows
  OwnedRows<double> transposed;   // not filled when symmetric

  /// The cells of the columns that are this process's, a row each.
  const CsrMatrix<double>& columns(const CountTable& table) const {
    return symmetric ? table.counts : transposed.matrix;
  }
  const std::vector<Index>& col_begins() const { return symmetric ? row_begins : transposed.begins; }
  VectorD row_sums(const CountTable& table, Team& team) const;
  VectorD col_sums(const CountTable& table, Team& team) const;
};

/// The share of a table counted in a team: counts has the rows that row_begins says.
TableShare share_of_table(const CountTable& table, std::vector<Index> row_begins, bool symmetric, Team& team);

/// This process's rows of the table of a file with the counts of a text: what others have is not read. Error(model) as
/// CountTable::load.
CountTable load_own_rows(const ModelFile& file, const std::string& pipeline, TableShare& share, Team& team);

/// drop_empty of what all processes have.
CountTable drop_empty(CountTable table, TableShare& share, DroppedLabels& dropped, Team& team);

/// fingerprint_of the whole table, at every process.
std::string fingerprint_of(const CountTable& table, Team& team);

}  // namespace couplet
