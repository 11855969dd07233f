// The files a user's kernels come from.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/methods/vectors/side_kernel.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// Words, one a line; blank lines are passed over. Error(data) for an empty file.
std::vector<std::string> read_words(const std::string& path);

/// Known similarities as a symmetric matrix over labels.
struct KnownSimilarities {
  CsrMatrix<double> matrix;  // divided by the largest magnitude in the file; a pair given twice has the mean
  std::int64_t used = 0;     // pairs both of whose words are labels
  std::int64_t unknown = 0;  // the others
};
/// TSV: word, word, score and perhaps further columns; a first line whose third field is no number is a header. A word
/// with itself is passed over. Error(data) with the line.
KnownSimilarities read_similarities(const std::string& path, const Vocabulary& labels);

/// TSV: label, weight; or label, label, value. Labels not named have weight 1. Names that are no label are counted in
/// `unknown`. Error(data) with the line, or as SideKernel.
SideKernel read_kernel(const std::string& path, const Vocabulary& labels, std::int64_t& unknown, const Run& run);

}  // namespace couplet
