// Given word vectors as the start of a net's own.
#pragma once

#include <string>

#include "couplet/base/run.h"
#include "couplet/linalg/matrix.h"
#include "couplet/model/fit_report.h"
#include "couplet/text/vocabulary.h"

namespace couplet {

/// A row a word, as many numbers as both have, at the usual size of 0.1; zeros for words without a vector. Reports how
/// many have one. Error as read_word_vectors.
MatrixF start_vectors(const std::string& path, const Vocabulary& words, Index width, FitReport& report, const Run& run);

}  // namespace couplet
