// fit: a model from data, by the name of its method.
#pragma once

#include <map>
#include <string>

#include "couplet/model/data.h"
#include "couplet/model/method.h"

namespace couplet {

/// fit("phsic", pairs_in_memory(left, right), {{"whiten", "0.1"}}). Error(usage) for a method or parameter that there is
/// not ('couplet methods' lists them).
Fitted fit(const std::string& method, const Data& data, const std::map<std::string, std::string>& parameters = {},
           const Run& run = Run());

}  // namespace couplet
