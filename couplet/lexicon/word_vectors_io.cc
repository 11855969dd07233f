#include "couplet/lexicon/word_vectors_io.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/vector_formats.h"

namespace couplet {
namespace {

/// The first bytes, decompressed.
std::string read_head(const std::string& path) { return Input::first_bytes(path, std::int64_t{1} << 16); }

/// The format of that name; it can be used so.
const VectorFormat& named_format(std::string_view name, FormatUse use) {
  const bool reading = use == FormatUse::reading;
  for (const VectorFormat& format : vector_formats()) {
    if (format.name != name) continue;
    if (reading ? format.read != nullptr : format.write != nullptr) return format;
    throw Error(ErrorCode::usage, std::string(name),
                reading ? "word vectors in this format can be written, not read"
                        : "word vectors in this format can be read, not written",
                fmt::format("use one of {}", fmt::join(vector_format_names(use), ", ")));
  }
  throw Error(ErrorCode::usage, std::string(name), "unknown format of word vectors",
              fmt::format("use one of {}", fmt::join(vector_format_names(use), ", ")));
}

}  // namespace

std::span<const VectorFormat> vector_formats() {
  static const VectorFormat formats[] = {
      {"word2vec", {".vec", ".txt"}, nullptr, read_word2vec_text, write_word2vec_text},
      {"word2vec-bin", {".bin"}, looks_like_word2vec_binary, read_word2vec_binary, write_word2vec_binary},
      {"glove", {}, nullptr, read_glove_text, write_glove_text},
      {"fasttext", {}, looks_like_fasttext_bin, read_fasttext_bin, nullptr},
      {"npy", {".npy"}, looks_like_npy, read_npy_words, write_npy_words},
      {"tsv", {".tsv"}, nullptr, nullptr, write_vector_tsv},
  };
  return formats;
}

WordVectors read_word_vectors(const std::string& path, const Run& run, std::string_view format) {
  if (format != "auto") return named_format(format, FormatUse::reading).read(path, run);
  // Standard input can be read once only, so it is taken for text.
  if (path == "-") return read_any_text(path, run);
  const std::string head = read_head(path);
  const auto formats = vector_formats();
  for (auto told = formats.rbegin(); told != formats.rend(); ++told)  // npy first, which a name tells too
    if (told->is_it && told->is_it(head, path)) return told->read(path, run);
  return read_any_text(path, run);
}

void write_word_vectors(const std::string& path, const WordVectors& vectors, std::string_view format) {
  named_format(format == "auto" ? vector_format_of(path) : format, FormatUse::writing).write(path, vectors);
}

std::vector<std::string> vector_format_names(FormatUse use) {
  std::vector<std::string> names = {"auto"};
  for (const VectorFormat& format : vector_formats())
    if (use == FormatUse::reading ? format.read != nullptr : format.write != nullptr) names.emplace_back(format.name);
  return names;
}

std::string_view vector_format_of(const std::string& path) {
  for (const VectorFormat& format : vector_formats())
    for (const std::string_view ending : format.endings)
      if (path.ends_with(ending)) return format.name;
  throw Error(ErrorCode::usage, path, "the ending does not tell the format", "use --to");
}

}  // namespace couplet
