#include "couplet/lexicon/word_vectors_io.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/lexicon/vector_formats.h"

namespace couplet {
namespace {

constexpr std::pair<std::string_view, VectorFormat> format_names[] = {
    {"auto", VectorFormat::automatic},
    {"word2vec", VectorFormat::word2vec_text},
    {"word2vec-bin", VectorFormat::word2vec_binary},
    {"glove", VectorFormat::glove_text},
    {"fasttext", VectorFormat::fasttext_bin},
    {"npy", VectorFormat::npy},
    {"tsv", VectorFormat::tsv},
};

/// The first bytes, decompressed.
std::string read_head(const std::string& path) { return Input::first_bytes(path, std::int64_t{1} << 16); }

/// The format of an existing file; `automatic` is text, with a header or without. Standard input can be read once only,
/// so it is taken for text.
VectorFormat tell_format(const std::string& path) {
  if (path == "-") return VectorFormat::automatic;
  const std::string head = read_head(path);
  if (head.starts_with("\x93NUMPY") || path.ends_with(".npy")) return VectorFormat::npy;
  if (looks_like_fasttext_bin(head)) return VectorFormat::fasttext_bin;
  if (looks_like_word2vec_binary(head)) return VectorFormat::word2vec_binary;
  return VectorFormat::automatic;
}

VectorFormat format_for_name(const std::string& path) {
  if (path.ends_with(".npy")) return VectorFormat::npy;
  if (path.ends_with(".tsv")) return VectorFormat::tsv;
  return path.ends_with(".bin") ? VectorFormat::word2vec_binary : VectorFormat::word2vec_text;
}

}  // namespace

WordVectors read_word_vectors(const std::string& path, const Run& run, VectorFormat format) {
  if (format == VectorFormat::automatic) format = tell_format(path);
  switch (format) {
    case VectorFormat::automatic:
    case VectorFormat::word2vec_text:
    case VectorFormat::glove_text:
      return read_vector_text(path, run, format);
    case VectorFormat::word2vec_binary:
      return read_word2vec_binary(path, run);
    case VectorFormat::fasttext_bin:
      return read_fasttext_bin(path, run);
    case VectorFormat::npy:
      return read_npy_words(path, run);
    case VectorFormat::tsv:
      throw Error(ErrorCode::usage, path, "vectors as TSV can be written, not read", "read word2vec or npy");
  }
  throw Error(ErrorCode::internal, path, "unknown format of word vectors");
}

void write_word_vectors(const std::string& path, const WordVectors& vectors, VectorFormat format) {
  if (format == VectorFormat::automatic) format = format_for_name(path);
  switch (format) {
    case VectorFormat::automatic:
    case VectorFormat::word2vec_text:
      return write_vector_text(path, vectors, true);
    case VectorFormat::glove_text:
      return write_vector_text(path, vectors, false);
    case VectorFormat::word2vec_binary:
      return write_word2vec_binary(path, vectors);
    case VectorFormat::npy:
      return write_npy_words(path, vectors);
    case VectorFormat::tsv:
      return write_vector_tsv(path, vectors);
    case VectorFormat::fasttext_bin:
      throw Error(ErrorCode::usage, path, "fastText's .bin can be read, not written", "write word2vec or npy");
  }
  throw Error(ErrorCode::internal, path, "unknown format of word vectors");
}

VectorFormat parse_vector_format(const std::string& name) {
  const auto found = std::ranges::find(format_names, name, &std::pair<std::string_view, VectorFormat>::first);
  if (found != std::end(format_names)) return found->second;
  throw Error(ErrorCode::usage, name, "unknown format of word vectors",
              "use auto, word2vec, word2vec-bin, glove, fasttext, npy or tsv");
}

}  // namespace couplet
