#include "couplet/model/saved_sparse.h"

#include <fmt/format.h>

#include <type_traits>

#include "couplet/base/error.h"

namespace couplet {

template <class T>
void add_sparse(ModelWriter& writer, const std::string& prefix, const CsrMatrix<T>& matrix, const SparseNames& names) {
  writer.add(prefix + ".offsets", std::span<const std::int64_t>(matrix.offsets()), {matrix.rows() + 1});
  writer.add(prefix + "." + names.columns, std::span<const std::int32_t>(matrix.columns()), {matrix.nonzeros()});
  writer.add(prefix + "." + names.values, std::span<const T>(matrix.values()), {matrix.nonzeros()});
}

template <class T>
CsrMatrix<T> load_sparse(const ModelFile& file, const std::string& prefix, Index rows, Index cols,
                         const SparseNames& names) {
  const auto offsets = file.integers(prefix + ".offsets", rows < 0 ? -1 : rows + 1, 1);
  const auto columns = file.integers32(prefix + "." + names.columns, -1, 1);
  const auto size = static_cast<std::int64_t>(columns.size());
  std::vector<T> values;
  if constexpr (std::is_same_v<T, float>) {
    const auto saved = file.floats(prefix + "." + names.values, size, 1);
    values.assign(saved.begin(), saved.end());
  } else {
    const auto saved = file.doubles(prefix + "." + names.values, size, 1);
    values.assign(saved.begin(), saved.end());
  }
  try {
    if (offsets.empty()) throw Error(ErrorCode::data, "", "it has no offsets");
    return CsrMatrix<T>(static_cast<Index>(offsets.size()) - 1, cols, {offsets.begin(), offsets.end()},
                        {columns.begin(), columns.end()}, std::move(values));
  } catch (const Error& error) {
    throw Error(ErrorCode::model, file.path(), fmt::format("table '{}': {}", prefix, error.problem()),
                "fit the model again");
  }
}

template void add_sparse(ModelWriter&, const std::string&, const CsrMatrix<float>&, const SparseNames&);
template void add_sparse(ModelWriter&, const std::string&, const CsrMatrix<double>&, const SparseNames&);
template CsrMatrix<float> load_sparse(const ModelFile&, const std::string&, Index, Index, const SparseNames&);
template CsrMatrix<double> load_sparse(const ModelFile&, const std::string&, Index, Index, const SparseNames&);

}  // namespace couplet
