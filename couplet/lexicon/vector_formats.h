// The readers and writers behind word_vectors_io.h, one pair a format. Not for use outside this room.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"
#include "couplet/lexicon/word_vectors_io.h"

namespace couplet {

/// One word and its values a line, after a header "words dimension" (word2vec_text), without one (glove_text), or with
/// one if the first line looks like it (automatic: two whole numbers and nothing else).
WordVectors read_vector_text(const std::string& path, const Run& run, VectorFormat format);
void write_vector_text(const std::string& path, const WordVectors& vectors, bool header);

WordVectors read_word2vec_binary(const std::string& path, const Run& run);
void write_word2vec_binary(const std::string& path, const WordVectors& vectors);

/// True when `head`, the first bytes of a file, reads as word2vec binary rather than text.
bool looks_like_word2vec_binary(std::string_view head);

WordVectors read_fasttext_bin(const std::string& path, const Run& run);
bool looks_like_fasttext_bin(std::string_view head);

WordVectors read_npy_words(const std::string& path, const Run& run);
void write_npy_words(const std::string& path, const WordVectors& vectors);

void write_vector_tsv(const std::string& path, const WordVectors& vectors);

}  // namespace couplet
