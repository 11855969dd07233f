// NumPy's .npy format: dense matrices of float32 or float64, C order.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace couplet {

/// True when the file starts with the .npy magic. False for "-" and for pipes, which are not touched. Throws Error(io).
bool is_npy(const std::string& path);

/// Reads rows of a two-dimensional .npy in blocks with plain reads (a memory map of a large file would count as memory
/// used). Throws Error(data) for another dtype, Fortran order, another number of axes, a length that does not fit the
/// file, and for NaN or infinity (with row and column, both counted from 1). Reading is safe from several threads.
class NpyReader {
 public:
  explicit NpyReader(const std::string& path);
  ~NpyReader();
  NpyReader(NpyReader&&) noexcept;
  NpyReader& operator=(NpyReader&&) noexcept;

  std::int64_t rows() const { return rows_; }
  std::int64_t cols() const { return cols_; }
  bool is_double() const { return is_double_; }
  const std::string& path() const { return path_; }

  /// Reads rows [first, first + count) as doubles (or floats) into out, row-major; out.size() == count * cols().
  /// A float64 too large for a float is Error(data).
  void read(std::int64_t first, std::int64_t count, std::span<double> out) const;
  void read(std::int64_t first, std::int64_t count, std::span<float> out) const;

 private:
  template <class Stored, class T>
  void read_stored(std::int64_t begin, std::span<T> out) const;
  template <class T>
  void read_as(std::int64_t first, std::int64_t count, std::span<T> out) const;
  std::string path_;
  int descriptor_ = -1;
  std::int64_t rows_ = 0, cols_ = 0, data_offset_ = 0;
  bool is_double_ = false;
};

class AtomicFile;

/// Writes a row-major matrix, atomically; values.size() == rows * cols. Into a file that is open: without committing
/// it.
void write_npy(AtomicFile& file, std::span<const float> values, std::int64_t rows, std::int64_t cols);
void write_npy(const std::string& path, std::span<const float> values, std::int64_t rows, std::int64_t cols);
void write_npy(const std::string& path, std::span<const double> values, std::int64_t rows, std::int64_t cols);

}  // namespace couplet
