// Files of word vectors.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet {

enum class VectorFormat { automatic, word2vec_text, word2vec_binary, glove_text, fasttext_bin, npy, tsv };

/// Reads word vectors; `automatic` tells the format by content (and by the name for .npy, whose words stand one a line
/// in the file of the same name ending in .vocab or .txt). fastText's .vec is word2vec text. Text and word2vec binary
/// may be compressed; standard input ("-") is text unless `format` says otherwise.
/// Damaged, truncated, or non-finite content is Error(data) with the line or byte. A word that occurs twice keeps its
/// first vector.
WordVectors read_word_vectors(const std::string& path, const Run& run, VectorFormat format = VectorFormat::automatic);

/// Writes words and rows (not fastText's subwords: its .bin is read only; Error(usage)). npy writes the words beside as
/// .vocab; tsv has one vector a line and the words beside, see tsv_labels_path(). `automatic` goes by the name: .npy,
/// .bin (word2vec binary), .tsv, anything else word2vec text. A word the format cannot hold is Error(usage).
void write_word_vectors(const std::string& path, const WordVectors& vectors, VectorFormat format);

/// Where the words of vectors written as tsv go: "words.labels.tsv" for "words.tsv".
std::string tsv_labels_path(const std::string& path);

/// "word2vec", "word2vec-bin", "glove", "fasttext", "npy", "tsv" (can be written, not read), "auto". Error(usage)
/// otherwise.
VectorFormat parse_vector_format(const std::string& name);

}  // namespace couplet
