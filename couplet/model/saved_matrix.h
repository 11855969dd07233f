// Dense matrices and vectors as tensors of a model file. T: float or double.
#pragma once

#include <string>

#include "couplet/linalg/matrix.h"
#include "couplet/model/container.h"

namespace couplet {

/// Adds a tensor of rows x columns; the matrix must live, unchanged, until the file is written.
template <class T>
void add_matrix(ModelWriter& writer, const std::string& name, const Matrix<T>& matrix);

/// The same for one axis.
template <class T>
void add_vector(ModelWriter& writer, const std::string& name, const Vector<T>& vector);

/// A copy of the tensor. rows, cols: what the caller expects, -1 for any; Error(model) when absent, of another type or
/// shape.
template <class T>
Matrix<T> load_matrix(const ModelFile& file, const std::string& name, Index rows = -1, Index cols = -1);

template <class T>
Vector<T> load_vector(const ModelFile& file, const std::string& name, Index size = -1);

}  // namespace couplet
