#include "couplet/model/saved_matrix.h"

#include <type_traits>

namespace couplet {
namespace {

template <class T>
std::span<const T> values_of(const ModelFile& file, const std::string& name, Index rows, Index cols) {
  if constexpr (std::is_same_v<T, float>)
    return file.floats(name, rows, cols);
  else
    return file.doubles(name, rows, cols);
}

}  // namespace

template <class T>
void add_matrix(ModelWriter& writer, const std::string& name, const Matrix<T>& matrix) {
  writer.add(name, std::span<const T>(matrix.data(), static_cast<std::size_t>(matrix.size())),
             {matrix.rows(), matrix.cols()});
}

template <class T>
void add_vector(ModelWriter& writer, const std::string& name, const Vector<T>& vector) {
  writer.add(name, std::span<const T>(vector.data(), static_cast<std::size_t>(vector.size())), {vector.size()});
}

template <class T>
Matrix<T> load_matrix(const ModelFile& file, const std::string& name, Index rows, Index cols) {
  const auto values = values_of<T>(file, name, rows, cols);
  const TensorInfo& tensor = file.tensor(name);
  return Eigen::Map<const Matrix<T>>(values.data(), tensor.rows(), tensor.cols());
}

template <class T>
Vector<T> load_vector(const ModelFile& file, const std::string& name, Index size) {
  const auto values = values_of<T>(file, name, size, 1);
  return Eigen::Map<const Vector<T>>(values.data(), static_cast<Index>(values.size()));
}

template void add_matrix(ModelWriter&, const std::string&, const Matrix<float>&);
template void add_matrix(ModelWriter&, const std::string&, const Matrix<double>&);
template void add_vector(ModelWriter&, const std::string&, const Vector<float>&);
template void add_vector(ModelWriter&, const std::string&, const Vector<double>&);
template Matrix<float> load_matrix(const ModelFile&, const std::string&, Index, Index);
template Matrix<double> load_matrix(const ModelFile&, const std::string&, Index, Index);
template Vector<float> load_vector(const ModelFile&, const std::string&, Index);
template Vector<double> load_vector(const ModelFile&, const std::string&, Index);

}  // namespace couplet
