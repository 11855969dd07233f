#include "couplet/base/npy.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <limits>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/npy_header.h"

namespace couplet {
namespace {

static_assert(std::endian::native == std::endian::little, "the values of '<f4' and '<f8' files are used as they are");

constexpr std::string_view magic("\x93NUMPY", 6);
constexpr std::int64_t max_header_bytes = 1 << 20;
constexpr std::int64_t block_values = 1 << 14;

/// Up to `count` bytes at `offset`; fewer only at the end of the file.
std::int64_t read_at(int descriptor, const std::string& path, void* buffer, std::int64_t count, std::int64_t offset) {
  std::int64_t done = 0;
  while (done < count) {
    const ssize_t got =
        pread(descriptor, static_cast<char*>(buffer) + done, static_cast<std::size_t>(count - done), offset + done);
    if (got == 0) break;
    if (got > 0)
      done += got;
    else if (errno != EINTR)
      throw_errno(path, "read");
  }
  return done;
}

[[noreturn]] void fail(const std::string& path, std::string problem, std::string remedy = "") {
  throw Error(ErrorCode::data, path, std::move(problem), std::move(remedy));
}

/// A regular file open for reading; closed unless the descriptor is taken out of it.
struct OpenFile {
  explicit OpenFile(const std::string& path) : descriptor(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status;  // not blocking: a pipe without a writer must be refused, not waited for
    if (descriptor < 0 || fstat(descriptor, &status) != 0) throw_errno(path, "open");
    size = status.st_size;
    if (S_ISREG(status.st_mode)) return;
    close(descriptor);
    throw Error(ErrorCode::io, path, S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file");
  }
  ~OpenFile() {
    if (descriptor >= 0) close(descriptor);
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;

  int descriptor;
  std::int64_t size = 0;
};

/// Header text of an open .npy file, and where the data begins.
std::pair<std::string, std::int64_t> read_header_text(int descriptor, const std::string& path) {
  unsigned char head[12] = {};
  const std::int64_t got = read_at(descriptor, path, head, sizeof head, 0);
  if (got < 10 || std::string_view(reinterpret_cast<char*>(head), magic.size()) != magic)
    fail(path, "is not a .npy file", "save the array with numpy.save");
  const int version = head[6];
  if (version < 1 || version > 3) fail(path, fmt::format(".npy version {}, expected 1, 2 or 3", version));
  const bool wide = version > 1;
  std::int64_t length = head[8] | head[9] << 8;
  if (wide) length |= static_cast<std::int64_t>(head[10]) << 16 | static_cast<std::int64_t>(head[11]) << 24;
  const std::int64_t begin = wide ? 12 : 10;
  std::string text;
  if (length <= max_header_bytes) text.resize(length);
  if (length > max_header_bytes || read_at(descriptor, path, text.data(), length, begin) != length)
    fail(path, "the .npy header is damaged", "save the array again with numpy.save");
  return {std::move(text), begin + length};
}

void check_supported(const NpyHeader& header, const std::string& path) {
  if (header.descr.empty())
    fail(path, "structured dtype, expected '<f4' or '<f8'", "save a plain array.astype('float32')");
  if (header.descr != "<f4" && header.descr != "<f8")
    fail(path, fmt::format("dtype '{}', expected '<f4' or '<f8'", header.descr), "save array.astype('float32')");
  if (header.fortran_order) fail(path, "Fortran order, expected C order", "save numpy.ascontiguousarray(array)");
  const std::size_t axes = header.shape.size();
  if (axes != 2)
    fail(path, fmt::format("{} {}, expected 2", axes, axes == 1 ? "axis" : "axes"),
         "save an array of one row an item: array.reshape(rows, -1)");
}

template <class T>
void write_matrix(AtomicFile& file, std::span<const T> values, std::int64_t rows, std::int64_t cols) {
  if (rows < 0 || cols < 0 || (cols > 0 && rows > std::numeric_limits<std::int64_t>::max() / cols) ||
      static_cast<std::size_t>(rows * cols) != values.size())
    throw Error(ErrorCode::internal, "", fmt::format("{} values for {} x {}", values.size(), rows, cols));
  file.write(format_npy_header(std::is_same_v<T, float> ? "<f4" : "<f8", rows, cols));
  file.write({reinterpret_cast<const char*>(values.data()), values.size_bytes()});
}

template <class T>
void write_matrix_file(const std::string& path, std::span<const T> values, std::int64_t rows, std::int64_t cols) {
  AtomicFile file(path);
  write_matrix(file, values, rows, cols);
  file.commit();
}

}  // namespace

bool is_npy(const std::string& path) {
  struct stat status;
  if (path == "-") return false;
  if (stat(path.c_str(), &status) != 0) throw_errno(path, "open");
  if (!S_ISREG(status.st_mode)) return false;
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw_errno(path, "open");
  char head[6];
  const ssize_t got = pread(descriptor, head, sizeof head, 0);
  close(descriptor);
  return got == sizeof head && std::string_view(head, sizeof head) == magic;
}

NpyReader::NpyReader(const std::string& path) : path_(path) {
  OpenFile file(path);
  const auto [text, data_offset] = read_header_text(file.descriptor, path);
  const NpyHeader header = parse_npy_header(text, path);
  check_supported(header, path);
  is_double_ = header.descr == "<f8";
  rows_ = header.shape[0];
  cols_ = header.shape[1];
  data_offset_ = data_offset;
  std::int64_t expected = 0;
  if (rows_ > 0 && cols_ == 0)
    fail(path, fmt::format("{} rows without a number", rows_), "save an array of one row an item, with its columns");
  const bool overflow = __builtin_mul_overflow(rows_, cols_, &expected) ||
                        __builtin_mul_overflow(expected, is_double_ ? 8 : 4, &expected) ||
                        __builtin_add_overflow(expected, data_offset, &expected);
  if (overflow || expected != file.size)
    fail(path, fmt::format("{} bytes do not fit the shape {} x {} of '{}'", file.size, rows_, cols_, header.descr),
         "copy or save the file again");
  descriptor_ = std::exchange(file.descriptor, -1);
}

NpyReader::~NpyReader() {
  if (descriptor_ >= 0) close(descriptor_);
}

NpyReader::NpyReader(NpyReader&& other) noexcept { *this = std::move(other); }

NpyReader& NpyReader::operator=(NpyReader&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(rows_, other.rows_);
  std::swap(cols_, other.cols_);
  std::swap(data_offset_, other.data_offset_);
  std::swap(is_double_, other.is_double_);
  return *this;
}

template <class Stored, class T>
void NpyReader::read_stored(std::int64_t begin, std::span<T> out) const {
  constexpr bool same = std::is_same_v<Stored, T>;
  constexpr auto largest =
      static_cast<Stored>(std::min<double>(std::numeric_limits<Stored>::max(), std::numeric_limits<T>::max()));
  const auto total = static_cast<std::int64_t>(out.size());
  std::vector<Stored> block(same ? 0 : static_cast<std::size_t>(std::min(total, block_values)));
  for (std::int64_t done = 0; done < total; done += block_values) {
    const std::int64_t count = std::min(total - done, block_values);
    Stored* values = block.data();
    if constexpr (same) values = out.data() + done;
    const std::int64_t bytes = count * static_cast<std::int64_t>(sizeof(Stored));
    const std::int64_t offset = data_offset_ + (begin + done) * static_cast<std::int64_t>(sizeof(Stored));
    if (read_at(descriptor_, path_, values, bytes, offset) != bytes) fail(path_, "the file shrank while it was read");
    bool good = true;  // a loop without a way out is vectorised; the place is looked for only when it is needed
    for (std::int64_t i = 0; i < count; ++i) good &= std::abs(values[i]) <= largest;  // false for NaN
    if (!good) {
      const Stored* bad = std::find_if(values, values + count, [](Stored v) { return !(std::abs(v) <= largest); });
      const std::int64_t index = begin + done + (bad - values);
      fail(path_, fmt::format("row {}, column {} is {}", index / cols_ + 1, index % cols_ + 1,
                              std::isfinite(*bad) ? "too large for float32" : "not finite"));
    }
    if constexpr (!same)
      std::transform(values, values + count, out.data() + done, [](Stored v) { return static_cast<T>(v); });
  }
}

template <class T>
void NpyReader::read_as(std::int64_t first, std::int64_t count, std::span<T> out) const {
  if (first < 0 || count < 0 || first > rows_ - count || static_cast<std::int64_t>(out.size()) != count * cols_)
    throw Error(ErrorCode::internal, path_, fmt::format("rows {} to {} of {} asked for", first, first + count, rows_));
  if (is_double_)
    read_stored<double>(first * cols_, out);
  else
    read_stored<float>(first * cols_, out);
}

void NpyReader::read(std::int64_t first, std::int64_t count, std::span<double> out) const {
  read_as(first, count, out);
}
void NpyReader::read(std::int64_t first, std::int64_t count, std::span<float> out) const { read_as(first, count, out); }

void write_npy(AtomicFile& file, std::span<const float> values, std::int64_t rows, std::int64_t cols) {
  write_matrix(file, values, rows, cols);
}
void write_npy(const std::string& path, std::span<const float> values, std::int64_t rows, std::int64_t cols) {
  write_matrix_file(path, values, rows, cols);
}
void write_npy(const std::string& path, std::span<const double> values, std::int64_t rows, std::int64_t cols) {
  write_matrix_file(path, values, rows, cols);
}

}  // namespace couplet
