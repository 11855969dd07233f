// Two numbers that stand for everything in a model file. Answers depend on a few numbers of a large model; a self-test
// that is to notice any wrong one needs these too. A forger can repair them, as all sums: only a signature, which is
// not the file's affair, would stop that.
#pragma once

#include <vector>

#include "couplet/model/container.h"

namespace couplet {

/// Each below 2^32; of every value of every tensor, of parameters and details, not of the self-test. Two models that
/// differ in any of these have others. Cost: that of writing the model.
std::vector<double> numbers_of_whole(const Model& model);

/// False when the file has such numbers in its self-test (the case without an input) and they are not its own: a value
/// is not the one that was fitted, although every sum is right. Cheap.
bool is_as_fitted(const ModelFile& file);

}  // namespace couplet
