// Files of word vectors.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/lexicon/word_vectors.h"

namespace couplet {

/// Reads word vectors in the format of that name; "auto" tells it by content (and by the name for .npy, whose words
/// stand one a line in the file of the same name ending in .vocab or .txt). fastText's .vec is word2vec text. Text and
/// word2vec binary may be compressed; standard input ("-") is text unless `format` says otherwise.
/// Damaged, truncated, or non-finite content is Error(data) with the line or byte; a format that is not known or cannot
/// be read, Error(usage). A word that occurs twice keeps its first vector.
WordVectors read_word_vectors(const std::string& path, const Run& run, std::string_view format = "auto");

/// Writes words and rows, not fastText's subwords. npy writes the words beside as .vocab; tsv has one vector a line and
/// the words beside, see tsv_labels_path(). "auto" goes by the ending. A word the format cannot hold, a format that is
/// not known or cannot be written, is Error(usage).
void write_word_vectors(const std::string& path, const WordVectors& vectors, std::string_view format = "auto");

/// Where the words of vectors written as tsv go, "words.labels.tsv" for "words.tsv", and as npy, "words.vocab".
std::string tsv_labels_path(const std::string& path);
std::string npy_words_path(const std::string& path);

enum class FormatUse { reading, writing };
/// The names that read_word_vectors or write_word_vectors know, "auto" first.
std::vector<std::string> vector_format_names(FormatUse use);
/// The name of the format that a file with this ending is written in; Error(usage) when the ending tells none.
std::string_view vector_format_of(const std::string& path);

}  // namespace couplet
