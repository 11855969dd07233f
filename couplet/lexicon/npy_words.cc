// A .npy matrix with its words, one a line, in the file of the same name ending in .vocab or .txt.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/mapped_file.h"
#include "couplet/base/npy.h"
#include "couplet/lexicon/table_builder.h"
#include "couplet/lexicon/vector_formats.h"
#include "couplet/lexicon/word_vectors_io.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

static_assert(std::endian::native == std::endian::little, "floats are mapped as the file has them");

constexpr std::int64_t rows_at_once = 1024;

std::string with_ending(const std::string& path, const char* ending) {
  return std::filesystem::path(path).replace_extension(ending).string();
}

std::string find_word_list(const std::string& path) {
  for (const char* ending : {".vocab", ".txt"})
    if (std::string list = with_ending(path, ending); list != path && std::filesystem::exists(list)) return list;
  throw Error(ErrorCode::io, path, "no list of words beside it",
              fmt::format("put the words, one a line, into {}", with_ending(path, ".vocab")));
}

std::vector<std::string> read_words(const std::string& list, const NpyReader& matrix) {
  std::vector<std::string> words;
  LineReader lines(list);
  std::string_view line;
  while (lines.next(line)) {
    if (!is_utf8(line)) require_utf8(line, lines.place());
    words.emplace_back(line);
  }
  if (static_cast<std::int64_t>(words.size()) != matrix.rows())
    throw Error(ErrorCode::data, list,
                fmt::format("{} words, {} has {} rows", words.size(), matrix.path(), matrix.rows()),
                "is one of them truncated, or of another run?");
  return words;
}

void require_finite(std::span<const float> values, std::int64_t first_row, std::int64_t columns,
                    const std::string& path) {
  const auto bad = std::ranges::find_if(values, [](float value) { return !std::isfinite(value); });
  if (bad == values.end()) return;
  const std::int64_t index = bad - values.begin();
  throw Error(
      ErrorCode::data, path,
      fmt::format("row {}, column {} is not a finite float", first_row + index / columns + 1, index % columns + 1));
}

/// Where the values begin: after the magic, two bytes of version, the length of the header and the header. NpyReader
/// has checked it.
std::size_t data_offset(std::string_view npy) {
  const auto byte = [&](std::size_t i) { return static_cast<std::size_t>(static_cast<unsigned char>(npy.at(i))); };
  if (byte(6) == 1) return 10 + byte(8) + (byte(9) << 8);
  return 12 + byte(8) + (byte(9) << 8) + (byte(10) << 16) + (byte(11) << 24);
}

/// The values where they lie in the file; empty when they are not aligned there.
std::span<const float> mapped_values(const MappedFile& file, std::int64_t count) {
  const std::size_t offset = data_offset(file.bytes());
  if (offset > file.bytes().size() || (file.bytes().size() - offset) / sizeof(float) < static_cast<std::size_t>(count))
    throw Error(ErrorCode::data, file.path(), "the file is shorter than its header says", "is it truncated?");
  const char* const begin = file.bytes().data() + offset;
  if (reinterpret_cast<std::uintptr_t>(begin) % alignof(float) != 0) return {};
  return {reinterpret_cast<const float*>(begin), static_cast<std::size_t>(count)};
}

WordVectors read_copy(const NpyReader& matrix, const std::vector<std::string>& words, const Run& run) {
  const std::int64_t columns = matrix.cols();
  TableBuilder table(columns, run);
  table.reserve(matrix.rows(), matrix.rows() * columns);
  const Stage stage(*run.observer, "reading word vectors", matrix.rows(), "words");
  std::vector<float> block;
  for (std::int64_t begin = 0; begin < matrix.rows(); begin += rows_at_once) {
    run.stop->check();
    const std::int64_t rows = std::min(rows_at_once, matrix.rows() - begin);
    block.resize(rows * columns);
    matrix.read(begin, rows, std::span<float>(block));
    for (std::int64_t row = 0; row < rows; ++row)
      table.add(words[begin + row],
                std::span<const float>(block).subspan(row * columns, static_cast<std::size_t>(columns)));
    run.observer->advance(begin + rows);
  }
  return std::move(table).finish();
}

}  // namespace

std::string npy_words_path(const std::string& path) { return with_ending(path, ".vocab"); }

bool looks_like_npy(std::string_view head, const std::string& path) {
  return head.starts_with("\x93NUMPY") || path.ends_with(".npy");
}

WordVectors read_npy_words(const std::string& path, const Run& run) {
  const NpyReader matrix(path);
  if (matrix.cols() < 1) throw Error(ErrorCode::data, path, "the matrix has no columns");
  const std::vector<std::string> words = read_words(find_word_list(path), matrix);
  if (matrix.is_double()) return read_copy(matrix, words, run);

  const auto file = std::make_shared<const MappedFile>(path);
  const std::span<const float> values = mapped_values(*file, matrix.rows() * matrix.cols());
  Vocabulary vocabulary;
  for (const std::string& word : words) vocabulary.add(word);
  const bool repeats = vocabulary.size() < matrix.rows();
  if (repeats || values.empty()) return read_copy(matrix, words, run);
  run.pool.for_blocks(matrix.rows(), rows_at_once, [&](std::int64_t begin, std::int64_t end) {
    run.stop->check();
    const auto width = static_cast<std::size_t>(matrix.cols());
    require_finite(
        values.subspan(static_cast<std::size_t>(begin) * width, static_cast<std::size_t>(end - begin) * width), begin,
        matrix.cols(), path);
  });
  return WordVectors(std::move(vocabulary), matrix.cols(), values, std::nullopt, file);
}

void write_npy_words(const std::string& path, const WordVectors& vectors) {
  if (std::filesystem::path(path).extension() != ".npy")
    throw Error(ErrorCode::usage, path, "the name must end in .npy", "the words go beside it, into .vocab");
  std::string list;
  for (std::int64_t i = 0; i < vectors.size(); ++i) {
    const std::string_view word = vectors.words().word(i);
    if (word.find_first_of("\n\r") != std::string_view::npos)
      throw Error(ErrorCode::usage, path, fmt::format("word {} has a newline; a list of words cannot hold it", i + 1));
    list.append(word).append("\n");
  }
  AtomicFile words(npy_words_path(path)), matrix(path);
  words.write(list);
  write_npy(matrix, vectors.values(), vectors.size(), vectors.dimension());
  AtomicFile::commit_together({&words, &matrix});
}

}  // namespace couplet
