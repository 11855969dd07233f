// fastText's .bin, read only: arguments, dictionary, and the input matrix with a row for each word, then for each
// n-gram bucket.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "couplet/base/error.h"
#include "couplet/base/mapped_file.h"
#include "couplet/lexicon/subword_ngrams.h"
#include "couplet/lexicon/vector_formats.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are taken as the file has them");

constexpr std::int32_t magic_number = 793712314;
constexpr std::int32_t oldest_version = 11, newest_version = 12;  // for word vectors they have the same layout
constexpr std::int32_t cbow = 1, skipgram = 2, supervised = 3;
constexpr std::int32_t longest_ngram = 1000;  // beyond any use; keeps a damaged file from taking forever
constexpr std::int64_t rows_in_block = 1024;

/// Takes numbers and strings off the front of the file, and says so when it ends too early.
class Cursor {
 public:
  explicit Cursor(const MappedFile& file) : file_(file) {}

  template <class T>
  T number() {
    T value;
    std::memcpy(&value, take(sizeof value), sizeof value);
    return value;
  }
  std::string_view zero_ended() {
    const std::string_view rest = file_.bytes().substr(at_);
    const std::size_t size = rest.find('\0');
    if (size == std::string_view::npos) fail_truncated();
    at_ += size + 1;
    return rest.substr(0, size);
  }
  const char* take(std::size_t size) {
    if (size > left()) fail_truncated();
    const char* const begin = file_.bytes().data() + at_;
    at_ += size;
    return begin;
  }
  std::size_t left() const { return file_.bytes().size() - at_; }
  [[noreturn]] void fail(const std::string& problem, const std::string& remedy) const {
    throw Error(ErrorCode::data, file_.path(), problem, remedy);
  }
  [[noreturn]] void fail_truncated() const {
    fail(fmt::format("the file ends too early, in what begins at byte {}", at_), "is it truncated?");
  }

 private:
  const MappedFile& file_;
  std::size_t at_ = 0;
};

struct Arguments {
  std::int32_t dimension, buckets, min_length, max_length;
};

Arguments read_arguments(Cursor& cursor) {
  if (cursor.left() < sizeof magic_number || cursor.number<std::int32_t>() != magic_number)
    cursor.fail("not a fastText model", "if it is compressed, decompress it first");
  const auto version = cursor.number<std::int32_t>();
  if (version < oldest_version || version > newest_version)
    cursor.fail(fmt::format("fastText format {}, expected {} or {}", version, oldest_version, newest_version),
                "use its .vec file");
  Arguments arguments;
  arguments.dimension = cursor.number<std::int32_t>();
  cursor.take(6 * sizeof(std::int32_t));  // window, epochs, smallest count, negatives, word n-grams, loss
  const auto kind = cursor.number<std::int32_t>();
  arguments.buckets = cursor.number<std::int32_t>();
  arguments.min_length = cursor.number<std::int32_t>();
  arguments.max_length = cursor.number<std::int32_t>();
  cursor.take(sizeof(std::int32_t) + sizeof(double));  // update rate of the learning rate, sampling threshold
  if (kind == supervised)
    cursor.fail("a supervised fastText model (a classifier with labels), not word vectors",
                "use a model trained with skipgram or cbow");
  if (kind != cbow && kind != skipgram) cursor.fail(fmt::format("unknown kind of model {}", kind), "is it damaged?");
  if (arguments.dimension < 1 || arguments.buckets < 0 || arguments.min_length < 0 || arguments.max_length < 0 ||
      arguments.max_length > longest_ngram)
    cursor.fail(fmt::format("dimension {}, {} buckets, n-grams of {} to {}: out of range", arguments.dimension,
                            arguments.buckets, arguments.min_length, arguments.max_length),
                "is it damaged?");
  return arguments;
}

/// The words in the order of their rows, as parts of the mapped file.
std::vector<std::string_view> read_dictionary(Cursor& cursor) {
  constexpr std::size_t shortest_entry = 1 + sizeof(std::int64_t) + 1;
  const auto size = cursor.number<std::int32_t>();
  const auto words = cursor.number<std::int32_t>();
  const auto labels = cursor.number<std::int32_t>();
  cursor.take(sizeof(std::int64_t));  // tokens in the training text
  const auto pruned = cursor.number<std::int64_t>();
  if (labels != 0 || words < 0 || size != words)
    cursor.fail(fmt::format("a dictionary of {} entries with {} words and {} labels", size, words, labels),
                "is it damaged?");
  if (pruned >= 0) cursor.fail("a pruned fastText model, which is not supported", "use the model before pruning");
  if (static_cast<std::size_t>(words) > cursor.left() / shortest_entry) cursor.fail_truncated();
  std::vector<std::string_view> dictionary(words);
  for (std::string_view& word : dictionary) {
    word = cursor.zero_ended();
    if (!is_utf8(word)) cursor.fail(fmt::format("the word \"{}\" is not UTF-8", word), "is it damaged?");
    cursor.take(sizeof(std::int64_t));  // its count
    if (cursor.number<std::int8_t>() != 0) cursor.fail(fmt::format("\"{}\" is not a word", word), "is it damaged?");
  }
  return dictionary;
}

/// A matrix after its flag "quantised".
struct FileMatrix {
  std::int64_t rows = 0, columns = 0;
  const char* bytes = nullptr;  // floats, row-major, perhaps not aligned
};

FileMatrix read_matrix(Cursor& cursor, const Arguments& arguments) {
  if (cursor.number<std::uint8_t>() != 0)
    cursor.fail("a quantised fastText model (.ftz), which is not supported", "use the .bin it was made from");
  FileMatrix matrix;
  matrix.rows = cursor.number<std::int64_t>();
  matrix.columns = cursor.number<std::int64_t>();
  if (matrix.rows < 0 || matrix.columns != arguments.dimension)
    cursor.fail(
        fmt::format("a matrix of {} x {}, the dimension is {}", matrix.rows, matrix.columns, arguments.dimension),
        "is it damaged?");
  const std::size_t row_bytes = static_cast<std::size_t>(matrix.columns) * sizeof(float);
  if (static_cast<std::size_t>(matrix.rows) > cursor.left() / row_bytes) cursor.fail_truncated();
  matrix.bytes = cursor.take(static_cast<std::size_t>(matrix.rows) * row_bytes);
  return matrix;
}

float value_at(const char* bytes, std::int64_t index) {
  float value;
  std::memcpy(&value, bytes + index * static_cast<std::int64_t>(sizeof value), sizeof value);
  return value;
}

void require_finite(const FileMatrix& matrix, const Run& run, const std::string& path) {
  run.pool.for_blocks(matrix.rows, rows_in_block, [&](std::int64_t begin, std::int64_t end) {
    run.stop->check();
    for (std::int64_t i = begin * matrix.columns; i < end * matrix.columns; ++i)
      if (!std::isfinite(value_at(matrix.bytes, i)))
        throw Error(ErrorCode::data, path,
                    fmt::format("row {}, column {} of the input matrix is not finite", i / matrix.columns + 1,
                                i % matrix.columns + 1),
                    "is it damaged?");
  });
}

/// What keeps the values alive: the final vectors of the words always, and the n-grams' here or in the file.
struct Storage {
  std::vector<float> words, ngrams;
  std::unique_ptr<MappedFile> file;
};

/// The vectors fastText prints: the mean of the word's own row and of its n-grams' rows. rows[i] is the row of word i.
void average(const Vocabulary& words, std::span<const std::int64_t> rows, const FileMatrix& matrix,
             std::int64_t dictionary_size, const Subwords& subwords, const Run& run, std::vector<float>& out) {
  const std::int64_t columns = matrix.columns, row_bytes = columns * static_cast<std::int64_t>(sizeof(float));
  out.resize(words.size() * columns);
  run.pool.for_blocks(words.size(), rows_in_block, [&](std::int64_t begin, std::int64_t end) {
    run.stop->check();
    std::vector<double> sum(columns);
    for (std::int64_t word = begin; word < end; ++word) {
      std::vector<std::int64_t> parts = ngram_buckets(words.word(word), subwords);
      for (std::int64_t& part : parts) part += dictionary_size;
      parts.insert(parts.begin(), rows[word]);
      std::ranges::fill(sum, 0.0);
      for (const std::int64_t part : parts)
        for (std::int64_t i = 0; i < columns; ++i)
          sum[i] += static_cast<double>(value_at(matrix.bytes + part * row_bytes, i));
      for (std::int64_t i = 0; i < columns; ++i)
        out[word * columns + i] = static_cast<float>(sum[i] / static_cast<double>(parts.size()));
    }
  });
}

/// The n-grams' rows: where they lie in the file if they are aligned there, else a copy.
std::span<const float> ngram_values(const FileMatrix& matrix, std::int64_t first_row, std::unique_ptr<MappedFile> file,
                                    const Run& run, Storage& storage) {
  const char* const begin = matrix.bytes + first_row * matrix.columns * static_cast<std::int64_t>(sizeof(float));
  const auto count = static_cast<std::size_t>((matrix.rows - first_row) * matrix.columns);
  if (reinterpret_cast<std::uintptr_t>(begin) % alignof(float) == 0) {
    storage.file = std::move(file);
    return {reinterpret_cast<const float*>(begin), count};
  }
  run.memory.require(static_cast<std::int64_t>(count * sizeof(float)), "fastText n-grams");
  storage.ngrams.resize(count);
  if (count > 0) std::memcpy(storage.ngrams.data(), begin, count * sizeof(float));
  return storage.ngrams;
}

}  // namespace

bool looks_like_fasttext_bin(std::string_view head, const std::string&) {
  std::int32_t found = 0;
  if (head.size() < sizeof found) return false;
  std::memcpy(&found, head.data(), sizeof found);
  return found == magic_number;
}

WordVectors read_fasttext_bin(const std::string& path, const Run& run) {
  auto file = std::make_unique<MappedFile>(path);
  Cursor cursor(*file);
  const Arguments arguments = read_arguments(cursor);
  const std::vector<std::string_view> dictionary = read_dictionary(cursor);
  const auto dictionary_size = static_cast<std::int64_t>(dictionary.size());
  const FileMatrix input = read_matrix(cursor, arguments);
  if (input.rows != dictionary_size + arguments.buckets)
    cursor.fail(fmt::format("{} rows for {} words and {} buckets", input.rows, dictionary_size, arguments.buckets),
                "is it damaged?");
  read_matrix(cursor, arguments);  // the output matrix: not needed, but it must be whole
  if (cursor.left() != 0) cursor.fail(fmt::format("{} bytes too many at the end", cursor.left()), "is it damaged?");
  const Stage stage(*run.observer, "reading fastText vectors", 0, "");
  require_finite(input, run, path);

  Vocabulary words;
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < dictionary_size; ++i)
    if (words.add(dictionary[i]) == static_cast<std::int64_t>(rows.size())) rows.push_back(i);

  const auto storage = std::make_shared<Storage>();
  Subwords subwords{arguments.min_length, arguments.max_length, arguments.buckets, {}};
  run.memory.require(words.size() * input.columns * static_cast<std::int64_t>(sizeof(float)), "word vectors");
  average(words, rows, input, dictionary_size, subwords, run, storage->words);
  const bool has_ngrams = subwords.buckets > 0 && subwords.max_length >= std::max(subwords.min_length, 1);
  if (!has_ngrams) return WordVectors(std::move(words), input.columns, storage->words, std::nullopt, storage);
  subwords.values = ngram_values(input, dictionary_size, std::move(file), run, *storage);
  return WordVectors(std::move(words), input.columns, storage->words, subwords, storage);
}

}  // namespace couplet
