#include "couplet/methods/rewriting/gram_files.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/npy.h"

namespace couplet {

namespace {

constexpr const char* gram_remedy = "compute it again, with --save-gram";

[[noreturn]] void other_size(const std::string& path, Index rows, Index cols, Index items) {
  throw Error(ErrorCode::data, path, fmt::format("{} x {}, expected {} x {}", rows, cols, items, items), gram_remedy);
}

/// One line: label 0:number 1:value 2:value ...
void read_line(std::string_view line, const std::string& place, Index number, std::span<double> out) {
  const auto fail = [&] {
    throw Error(ErrorCode::data, place, fmt::format("not a label, 0:{} and {} values", number, out.size()),
                gram_remedy);
  };
  const auto next = [&] {
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view field = line.substr(0, end);
    line.remove_prefix(std::min(end + 1, line.size()));
    return field;
  };
  const auto value_of = [&](std::string_view field, Index index) {
    Index found = -1;
    double value = 0;
    const char* end = field.data() + field.size();
    const auto [colon, problem] = std::from_chars(field.data(), end, found);
    if (problem != std::errc() || found != index || colon == end || *colon != ':') fail();
    const auto [last, other] = std::from_chars(colon + 1, end, value);
    if (other != std::errc() || last != end || !std::isfinite(value)) fail();
    return value;
  };
  next();
  if (value_of(next(), 0) != static_cast<double>(number)) fail();
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = value_of(next(), static_cast<Index>(i) + 1);
  if (!line.empty()) fail();
}

MatrixD read_text(const std::string& path, Index items) {
  MatrixD gram(items, items);
  LineReader lines(path);
  Index row = 0;
  for (std::string_view line; lines.next(line); ++row) {
    if (row == items) other_size(path, row + 1, items, items);
    read_line(line, lines.place(), row + 1, {gram.data() + row * items, static_cast<std::size_t>(items)});
  }
  if (row != items) other_size(path, row, items, items);
  return gram;
}

}  // namespace

void write_gram(const std::string& path, const MatrixD& gram, std::span<const int> labels) {
  if (path.ends_with(".npy"))
    return write_npy(path, std::span<const double>(gram.data(), static_cast<std::size_t>(gram.size())), gram.rows(),
                     gram.cols());
  AtomicFile file(path);
  std::string line;
  for (Index i = 0; i < gram.rows(); ++i) {
    line = fmt::format("{} 0:{}", labels[i], i + 1);
    for (Index j = 0; j < gram.cols(); ++j) fmt::format_to(std::back_inserter(line), " {}:{}", j + 1, gram(i, j));
    line += '\n';
    file.write(line);
  }
  file.commit();
}

MatrixD read_gram(const std::string& path, Index items, const Run& run) {
  run.memory.require(items * items * static_cast<Index>(sizeof(double)), path);
  MatrixD gram;
  if (is_npy(path)) {
    const NpyReader reader(path);
    if (reader.rows() != items || reader.cols() != items) other_size(path, reader.rows(), reader.cols(), items);
    gram.resize(items, items);
    reader.read(0, items, std::span<double>(gram.data(), static_cast<std::size_t>(gram.size())));
  } else {
    gram = read_text(path, items);
  }
  for (Index i = 0; i < items; ++i)
    for (Index j = 0; j < i; ++j)
      if (std::abs(gram(i, j) - gram(j, i)) > 1e-9 * (std::abs(gram(i, i)) + std::abs(gram(j, j))))
        throw Error(ErrorCode::data, path, fmt::format("not symmetric in row {}, column {}", i + 1, j + 1),
                    gram_remedy);
  return gram;
}

}  // namespace couplet
