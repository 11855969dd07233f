// One line of a text file of word vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// The first line of a word2vec or fastText .vec file.
struct VectorHeader {
  std::int64_t words, dimension;
};

/// Beyond, it is no dimension of word vectors: readers refuse it before they make room for a row.
constexpr std::int64_t most_dimensions = 1 << 24;

/// A header is two whole numbers and nothing else.
std::optional<VectorHeader> parse_vector_header(std::string_view line);

/// How many values follow the word, in a file that has no header to say so: the numbers at the end of the line, the
/// first field being the word in any case. 0 when there are none.
std::int64_t count_values(std::string_view line);

/// Parses "word v1 ... vD" (blanks or tabs between), appends the D = dimension values to out and returns the word, a
/// part of the line. The word may contain blanks (as in GloVe 840B): the values are the last D fields. Throws
/// Error(data, "name:line") when the number of values is not D or a value is not a finite float.
std::string_view parse_vector_line(std::string_view line, std::int64_t dimension, std::vector<float>& out,
                                   const std::string& name, std::int64_t line_number);

/// True when parse_vector_line gives back the word from a line written with it.
bool fits_vector_line(std::string_view word);

}  // namespace couplet
