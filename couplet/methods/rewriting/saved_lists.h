// Texts and lists of numbers as tensors of a model file.
#pragma once

#include <string>
#include <vector>

#include "couplet/methods/rewriting/sense_table.h"
#include "couplet/model/container.h"

namespace couplet {

/// NAME.bytes and NAME.offsets.
void add_texts(ModelWriter& writer, const std::string& name, const std::vector<std::string>& texts);
/// Error(model) when the offsets do not fit the bytes or a text is no UTF-8.
std::vector<std::string> load_texts(const ModelFile& file, const std::string& name);

/// NAME.values and NAME.offsets.
void add_lists(ModelWriter& writer, const std::string& name, const NumberLists& lists);
/// `size` lists of numbers from 0 to `limit` - 1; Error(model) otherwise. size -1: any.
NumberLists load_lists(const ModelFile& file, const std::string& name, std::int64_t size, std::int64_t limit);

/// One text as bytes.
void add_text(ModelWriter& writer, const std::string& name, const std::string& text);
std::string load_text(const ModelFile& file, const std::string& name);

}  // namespace couplet
