// word2vec's binary format: a header line, then for each word its bytes, a blank and its values as little-endian
// floats; a newline before each word but the first where word2vec itself wrote the file, none where some other programs
// did.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "couplet/base/atomic_file.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/table_builder.h"
#include "couplet/lexicon/vector_formats.h"
#include "couplet/lexicon/vector_line.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

static_assert(std::endian::native == std::endian::little, "floats are copied as the file has them");

constexpr std::size_t longest_header = 64;
constexpr std::size_t longest_word = 1 << 16;  // none is; a file that seems to have one is damaged
constexpr std::int64_t words_between_checks = 1024;

/// Bytes of an Input, with a buffer of one piece.
class ByteReader {
 public:
  explicit ByteReader(const std::string& path) : input_(path), buffer_(1 << 18) {}
  const Input& input() const { return input_; }

  /// The next byte; nothing at the end.
  std::optional<char> next() {
    if (begin_ == end_ && !fill()) return std::nullopt;
    return buffer_[begin_++];
  }
  /// Up to `size` bytes; fewer only at the end.
  std::size_t read(char* out, std::size_t size) {
    std::size_t done = 0;
    while (done < size && (begin_ < end_ || fill())) {
      const std::size_t step = std::min(size - done, end_ - begin_);
      std::memcpy(out + done, buffer_.data() + begin_, step);
      begin_ += step;
      done += step;
    }
    return done;
  }

 private:
  bool fill() {
    begin_ = 0;
    end_ = static_cast<std::size_t>(input_.read(buffer_.data(), static_cast<std::int64_t>(buffer_.size())));
    return end_ > 0;
  }
  Input input_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
};

VectorHeader read_header(ByteReader& bytes) {
  std::string line;
  for (std::optional<char> byte; line.size() <= longest_header && (byte = bytes.next()) && *byte != '\n';)
    line += *byte;
  const std::optional<VectorHeader> header = parse_vector_header(line);
  if (!header || header->dimension < 1 || header->dimension > most_dimensions)
    throw Error(ErrorCode::data, bytes.input().name(), "no header with the number of words and the dimension",
                "is this word2vec binary?");
  return *header;
}

/// The word up to its blank, without newlines before it.
std::string read_word(ByteReader& bytes, std::int64_t number, std::int64_t expected) {
  std::string word;
  std::optional<char> byte = bytes.next();
  while (byte && *byte == '\n') byte = bytes.next();
  for (; byte && *byte != ' '; byte = bytes.next()) {
    word += *byte;
    if (word.size() > longest_word)
      throw Error(ErrorCode::data, bytes.input().name(), fmt::format("word {} has no end", number),
                  "is this word2vec binary?");
  }
  if (!byte)
    throw Error(ErrorCode::data, bytes.input().name(),
                fmt::format("the header says {} words, the file ends at word {}", expected, number),
                "is it truncated?");
  require_utf8(word, fmt::format("{}, word {}", bytes.input().name(), number));
  return word;
}

/// Reads as the bytes come, a piece at a time: a damaged header must not make us allocate what the file does not have.
void read_row(ByteReader& bytes, std::int64_t dimension, std::int64_t number, std::vector<float>& row) {
  constexpr std::size_t piece = 1 << 16;
  const auto width = static_cast<std::size_t>(dimension);
  row.clear();
  while (row.size() < width) {
    const std::size_t first = row.size(), count = std::min(piece, width - first);
    row.resize(first + count);
    const std::size_t size = count * sizeof(float);
    const std::size_t done = bytes.read(reinterpret_cast<char*>(row.data() + first), size);
    if (done < size)
      throw Error(ErrorCode::data, bytes.input().name(),
                  fmt::format("the file ends within word {}, after {} of its {} values", number,
                              first + done / sizeof(float), dimension),
                  "is it truncated?");
  }
  const auto bad = std::ranges::find_if(row, [](float value) { return !std::isfinite(value); });
  if (bad != row.end())
    throw Error(ErrorCode::data, bytes.input().name(),
                fmt::format("value {} of word {} is not finite", bad - row.begin() + 1, number),
                "is the file damaged?");
}

}  // namespace

bool looks_like_word2vec_binary(std::string_view head, const std::string&) {
  const std::size_t header_end = head.find('\n');
  if (header_end == std::string_view::npos) return false;
  const std::optional<VectorHeader> header = parse_vector_header(head.substr(0, header_end));
  if (!header || header->dimension < 1) return false;
  const std::string_view rest = head.substr(header_end + 1);
  const std::string_view line = rest.substr(0, rest.find('\n'));
  if (count_values(line) == header->dimension) return false;
  const std::size_t blank = rest.find(' ');
  if (blank == std::string_view::npos) return false;
  // Where text has digits, floats have bytes of every kind.
  const auto value_bytes = static_cast<std::size_t>(std::min(header->dimension, std::int64_t{1} << 20)) * sizeof(float);
  return std::ranges::any_of(rest.substr(blank + 1, value_bytes), [](char c) {
    return c == 127 || (c != '\t' && c != '\n' && c != '\r' && (static_cast<unsigned char>(c) < 32 || c < 0));
  });
}

WordVectors read_word2vec_binary(const std::string& path, const Run& run) {
  ByteReader bytes(path);
  const VectorHeader header = read_header(bytes);
  TableBuilder table(header.dimension, run);
  table.reserve(header.words, bytes.input().size() / static_cast<std::int64_t>(sizeof(float)));
  const Stage stage(*run.observer, "reading word vectors", bytes.input().size(), "bytes");
  std::vector<float> row;
  for (std::int64_t number = 1; number <= header.words; ++number) {
    const std::string word = read_word(bytes, number, header.words);
    read_row(bytes, header.dimension, number, row);
    table.add(word, row);
    if (number % words_between_checks == 0) {
      run.stop->check();
      run.observer->advance(bytes.input().position());
    }
  }
  std::optional<char> byte = bytes.next();
  while (byte && *byte == '\n') byte = bytes.next();
  if (byte)
    throw Error(ErrorCode::data, bytes.input().name(),
                fmt::format("the header says {} words, the file goes on after them", header.words),
                "is the file damaged?");
  return std::move(table).finish();
}

void write_word2vec_binary(const std::string& path, const WordVectors& vectors) {
  AtomicFile file(path);
  file.write(fmt::format("{} {}\n", vectors.size(), vectors.dimension()));
  for (std::int64_t i = 0; i < vectors.size(); ++i) {
    const std::string_view word = vectors.words().word(i);
    if (word.empty() || word.size() > longest_word || word.find_first_of(" \n") != std::string_view::npos)
      throw Error(ErrorCode::usage, path, fmt::format("word2vec binary cannot hold the word \"{}\"", word),
                  "write npy");
    const std::span<const float> row = vectors.row(i);
    file.write(word);
    file.write(" ");
    file.write({reinterpret_cast<const char*>(row.data()), row.size_bytes()});
    file.write("\n");
  }
  file.commit();
}

}  // namespace couplet
