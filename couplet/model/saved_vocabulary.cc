#include "couplet/model/saved_vocabulary.h"

#include <fmt/format.h>

#include "couplet/base/error.h"

namespace couplet {

void add_vocabulary(ModelWriter& writer, const std::string& name, const Vocabulary& vocabulary) {
  const auto bytes = vocabulary.bytes();
  const auto offsets = vocabulary.offsets();
  writer.add(name + ".bytes", bytes, {static_cast<std::int64_t>(bytes.size())});
  writer.add(name + ".offsets", offsets, {static_cast<std::int64_t>(offsets.size())});
}

void add_vocabulary(ModelWriter& writer, const std::string& name, Vocabulary&& vocabulary) {
  const auto bytes = vocabulary.bytes();
  const auto offsets = vocabulary.offsets();
  writer.add(name + ".bytes", std::vector<char>(bytes.begin(), bytes.end()), {static_cast<std::int64_t>(bytes.size())});
  writer.add(name + ".offsets", std::vector<std::int64_t>(offsets.begin(), offsets.end()),
             {static_cast<std::int64_t>(offsets.size())});
}

Vocabulary load_vocabulary(const ModelFile& file, const std::string& name) {
  const auto bytes = file.bytes(name + ".bytes", -1, 1);
  const auto offsets = file.integers(name + ".offsets", -1, 1);
  try {
    return Vocabulary(bytes, offsets);
  } catch (const Error& error) {
    throw Error(error.code(), file.path(), fmt::format("words '{}': {}", name, error.problem()), "fit the model again");
  }
}

}  // namespace couplet
