// The members of the family as methods.
#pragma once

#include <vector>

#include "couplet/model/method.h"

namespace couplet {

/// ca, gini, gtest, sgns, glove, kpca.
std::vector<Method> family_methods();

/// Word vectors made elsewhere as a model, so that they can be searched, evaluated and compared like our own.
Method import_method();

}  // namespace couplet
