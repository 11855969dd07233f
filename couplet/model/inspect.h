// A model file described: for people and for programs.
#pragma once

#include <string>

#include "couplet/model/container.h"

namespace couplet {

/// Method, data, parameters, details and tensors, one a line; ends with a newline. Values longer than a line are cut,
/// and control characters are spelled out, so that a strange file cannot upset a terminal.
std::string inspect_text(const ModelFile& file);

/// The same, complete, as one JSON object on one line that ends with a newline:
/// {"format", "method", "schema", "library", "seed", "data":{"rows","fingerprint"}, "parameters":{}, "details":{},
///  "self_test":[{"input","expected"}], "bytes", "tensors":[{"name","dtype","shape","bytes","checksum"}]}
std::string inspect_json(const ModelFile& file);

}  // namespace couplet
