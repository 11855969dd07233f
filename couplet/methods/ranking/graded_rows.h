// Rows of a query, a text and a grade.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/model/pairs.h"
#include "couplet/text/source.h"

namespace couplet {

struct GradedRows {
  PairBatch pairs;  // query and text
  std::vector<double> grades;
  std::vector<std::vector<Index>> questions;  // the rows of each, in order of first appearance
  std::int64_t skipped = 0;                   // bad lines left out
  std::uint64_t fingerprint = 0;
};

/// Reads pairs with a grade in the column `label`: 0 or more. Rows of one question share a value of the column `group`;
/// empty: the query itself. Error(data) with the place for anything else (left out with BadLine::skip), and when all
/// grades are equal within every question.
GradedRows read_graded_rows(Source source, const std::string& label, const std::string& group, const Run& run);

}  // namespace couplet
