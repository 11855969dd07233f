// Parts of a join that learn from the same graded rows as the join itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "couplet/linalg/matrix.h"
#include "couplet/methods/ranking/graded_rows.h"
#include "couplet/model/method.h"

namespace couplet {

struct LearnedPart {
  std::unique_ptr<Model> model;  // fitted on all rows
  VectorD held_out;              // each row's score by a model that saw no row of its query
};

/// One for each of the methods named: "phsic,s2net". The join must learn how far a part can be trusted with queries it
/// has not seen, so what it learns from are scores by models of the other folds (fold_of: the fold of each question).
/// Error(usage) for a method that does not take grades.
std::vector<LearnedPart> learn_parts(const GradedRows& rows, const std::vector<int>& fold_of,
                                     const std::string& methods, const Fitting& fitting);

}  // namespace couplet
