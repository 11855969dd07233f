// The formats of word vectors, one entry each: all that is said and asked about formats is made from this table. Other
// rooms use word_vectors_io.h.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet {

struct VectorFormat {
  std::string_view name;
  std::vector<std::string_view> endings;  // of files that are written in it when no format is named
  /// Told by the first bytes of a file, decompressed, or by its path. Null: text, which is what all others are not.
  bool (*is_it)(std::string_view head, const std::string& path);
  /// Null: cannot be read.
  WordVectors (*read)(const std::string& path, const Run& run);
  /// Null: cannot be written.
  void (*write)(const std::string& path, const WordVectors& vectors);
};

std::span<const VectorFormat> vector_formats();

/// One word and its values a line, after a header "words dimension".
WordVectors read_word2vec_text(const std::string& path, const Run& run);
/// Without a header.
WordVectors read_glove_text(const std::string& path, const Run& run);
/// With a header if the first line looks like it: two whole numbers and nothing else.
WordVectors read_any_text(const std::string& path, const Run& run);
void write_word2vec_text(const std::string& path, const WordVectors& vectors);
void write_glove_text(const std::string& path, const WordVectors& vectors);

/// True when `head` reads as word2vec binary rather than text.
bool looks_like_word2vec_binary(std::string_view head, const std::string& path);
WordVectors read_word2vec_binary(const std::string& path, const Run& run);
void write_word2vec_binary(const std::string& path, const WordVectors& vectors);

bool looks_like_fasttext_bin(std::string_view head, const std::string& path);
WordVectors read_fasttext_bin(const std::string& path, const Run& run);

bool looks_like_npy(std::string_view head, const std::string& path);
WordVectors read_npy_words(const std::string& path, const Run& run);
void write_npy_words(const std::string& path, const WordVectors& vectors);

void write_vector_tsv(const std::string& path, const WordVectors& vectors);

}  // namespace couplet
