// The methods of the bridge.
#pragma once

#include <vector>

#include "couplet/model/method.h"

namespace couplet {

/// untranslated, word-by-word, cl-lsi, opca, cca, s2net.
std::vector<Method> bridge_methods();

}  // namespace couplet
