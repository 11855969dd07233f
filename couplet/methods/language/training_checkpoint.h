// What every checkpoint of a training run has in common.
#pragma once

#include <string>

#include "couplet/model/model.h"

namespace couplet {

/// method: of the checkpoint's header, such as "rnnlm-checkpoint". Error(model) with the path when the file is another
/// method's, or was written with other parameters, another seed or on other data.
void require_same_training(const std::string& path, const std::string& method, const ModelHeader& expected,
                           const ModelHeader& found);

}  // namespace couplet
