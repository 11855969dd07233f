// Whole models inside a model file: for methods that join others.
#pragma once

#include <memory>
#include <string>

#include "couplet/model/container.h"
#include "couplet/model/method.h"

namespace couplet {

/// Adds the tensor NAME (the bytes of the part's own model file, as 64-bit numbers) and NAME.bytes (how many).
void add_part(ModelWriter& writer, const std::string& name, const Model& part);

/// The model of that name; its tensors lie where the file's do. Error(model) when it is damaged, or as load_model.
std::unique_ptr<Model> load_part(const ModelFile& file, const std::string& name, const Loading& loading);

}  // namespace couplet
