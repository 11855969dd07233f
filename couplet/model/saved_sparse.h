// Sparse matrices as three tensors of a model file: PREFIX.offsets, PREFIX.columns and PREFIX.values. T: float or
// double.
#pragma once

#include <string>

#include "couplet/linalg/sparse.h"
#include "couplet/model/container.h"

namespace couplet {

/// What the tensors are called where columns and values are something in particular.
struct SparseNames {
  const char* columns = "columns";
  const char* values = "values";
};

/// Adds the tensors; the matrix must live, unchanged, until the file is written.
template <class T>
void add_sparse(ModelWriter& writer, const std::string& prefix, const CsrMatrix<T>& matrix,
                const SparseNames& names = {});

/// A copy of the matrix of that prefix. rows: -1 for as many as there are. Error(model) with the file's path when a
/// tensor is missing, the offsets do not fit, a column is out of range or stands twice in a row.
template <class T>
CsrMatrix<T> load_sparse(const ModelFile& file, const std::string& prefix, Index rows, Index cols,
                         const SparseNames& names = {});

}  // namespace couplet
