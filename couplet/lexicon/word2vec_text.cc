// Text files of word vectors: word2vec's, GloVe's (the same without a header), fastText's .vec.
#include <fmt/format.h>

#include <charconv>
#include <cstddef>
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

constexpr std::int64_t lines_in_block = 256;
constexpr std::int64_t bytes_in_block = 1 << 20;  // lines of very high dimension make shorter blocks

/// Several strings in one.
class StringList {
 public:
  void add(std::string_view text) {
    bytes_.append(text);
    ends_.push_back(bytes_.size());
  }
  std::int64_t size() const { return static_cast<std::int64_t>(ends_.size()); }
  std::int64_t bytes() const { return static_cast<std::int64_t>(bytes_.size()); }
  std::string_view operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return std::string_view(bytes_).substr(begin, ends_[i] - begin);
  }

 private:
  std::string bytes_;
  std::vector<std::size_t> ends_;
};

struct LineBlock {
  StringList lines;
  std::int64_t first_line;
  std::int64_t position;  // bytes of the file read so far, for progress
};

struct VectorBlock {
  StringList words;
  std::vector<float> values;
  std::int64_t position;
};

/// The lines of the file in blocks. A line can be put back: the first one, when it turns out not to be a header.
class BlockReader {
 public:
  explicit BlockReader(const std::string& path) : lines_(path) {}
  const Input& input() const { return lines_.input(); }
  std::string place() const { return lines_.place(); }
  std::int64_t lines_read() const { return lines_.line_number(); }
  bool next(std::string_view& line) { return lines_.next(line); }
  void put_back(std::string_view line) { first_ = std::string(line); }

  std::optional<LineBlock> next_block() {
    LineBlock block{{}, first_ ? lines_read() : lines_read() + 1, 0};
    if (first_) block.lines.add(*std::exchange(first_, std::nullopt));
    std::string_view line;
    while (block.lines.size() < lines_in_block && block.lines.bytes() < bytes_in_block && lines_.next(line))
      block.lines.add(line);
    block.position = input().position();
    if (block.lines.size() == 0) return std::nullopt;
    return block;
  }

 private:
  LineReader lines_;
  std::optional<std::string> first_;
};

VectorBlock parse_block(const LineBlock& block, std::int64_t dimension, const std::string& name) {
  VectorBlock result{{}, {}, block.position};
  for (std::int64_t i = 0; i < block.lines.size(); ++i) {
    const std::string_view word =
        parse_vector_line(block.lines[i], dimension, result.values, name, block.first_line + i);
    if (!is_utf8(word)) require_utf8(word, fmt::format("{}:{}", name, block.first_line + i));
    result.words.add(word);
  }
  return result;
}

enum class Header { needed, none, perhaps };

WordVectors read_text(const std::string& path, const Run& run, Header expected) {
  BlockReader reader(path);
  const std::string name = reader.input().name();
  std::string_view first;
  if (!reader.next(first)) throw Error(ErrorCode::data, name, "the file is empty");

  std::optional<VectorHeader> header;
  if (expected != Header::none) header = parse_vector_header(first);
  if (!header && expected == Header::needed)
    throw Error(ErrorCode::data, reader.place(), "no header with the number of words and the dimension",
                "read it as glove");
  const std::int64_t dimension = header ? header->dimension : count_values(first);
  if (dimension < 1 || dimension > most_dimensions)
    throw Error(ErrorCode::data, reader.place(),
                header ? fmt::format("the header says dimension {}", dimension) : "no numbers after the first word",
                "is this a file of word vectors?");
  if (!header) reader.put_back(first);

  TableBuilder table(dimension, run);
  // A value takes at least two bytes of text; for a compressed file this reserves too little, and the table grows.
  if (header) table.reserve(header->words, reader.input().size() / 2);
  std::int64_t rows = 0;
  const Stage stage(*run.observer, "reading word vectors", reader.input().size(), "bytes");
  run.pool.stream(
      [&] {
        run.stop->check();
        return reader.next_block();
      },
      [&](LineBlock&& block) { return parse_block(block, dimension, name); },
      [&](VectorBlock&& block) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(block.words.size()); ++i)
          table.add(block.words[i],
                    std::span(block.values)
                        .subspan(i * static_cast<std::size_t>(dimension), static_cast<std::size_t>(dimension)));
        rows += block.words.size();
        run.observer->advance(block.position);
      });
  if (header && rows != header->words)
    throw Error(ErrorCode::data, name, fmt::format("the header says {} words, the file has {}", header->words, rows),
                rows < header->words ? "is it truncated?" : "");
  return std::move(table).finish();
}

void write_text(const std::string& path, const WordVectors& vectors, bool header) {
  AtomicFile file(path);
  if (header) file.write(fmt::format("{} {}\n", vectors.size(), vectors.dimension()));
  std::string line;
  char number[32];
  for (std::int64_t i = 0; i < vectors.size(); ++i) {
    const std::string_view word = vectors.words().word(i);
    if (!fits_vector_line(word))
      throw Error(ErrorCode::usage, path, fmt::format("text vectors cannot hold the word \"{}\"", word), "write npy");
    line = word;
    for (const float value : vectors.row(i)) {
      line += ' ';
      line.append(number, std::to_chars(number, number + sizeof number, value).ptr);
    }
    line += '\n';
    file.write(line);
  }
  file.commit();
}

}  // namespace

WordVectors read_word2vec_text(const std::string& path, const Run& run) { return read_text(path, run, Header::needed); }
WordVectors read_glove_text(const std::string& path, const Run& run) { return read_text(path, run, Header::none); }
WordVectors read_any_text(const std::string& path, const Run& run) { return read_text(path, run, Header::perhaps); }

void write_word2vec_text(const std::string& path, const WordVectors& vectors) { write_text(path, vectors, true); }
void write_glove_text(const std::string& path, const WordVectors& vectors) { write_text(path, vectors, false); }

}  // namespace couplet
