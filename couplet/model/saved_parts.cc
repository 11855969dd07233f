#include "couplet/model/saved_parts.h"

#include <cstring>
#include <vector>

#include "couplet/base/error.h"

namespace couplet {

void add_part(ModelWriter& writer, const std::string& name, const Model& part) {
  ModelWriter own(part.header());
  part.write(own);
  const std::string bytes = own.encoded();
  // 64-bit numbers stand first in a file, so that the part's own tensors are aligned.
  std::vector<std::int64_t> numbers((bytes.size() + 7) / 8, 0);
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  const auto size = static_cast<std::int64_t>(numbers.size());
  writer.add(name, std::move(numbers), {size});
  writer.add(name + ".bytes", std::vector<std::int64_t>{static_cast<std::int64_t>(bytes.size())}, {1});
}

std::unique_ptr<Model> load_part(const ModelFile& file, const std::string& name, const Loading& loading) {
  const auto numbers = file.integers(name);
  const std::int64_t bytes = file.integers(name + ".bytes", 1)[0];
  if (bytes < 0 || static_cast<std::size_t>(bytes) > numbers.size_bytes())
    throw Error(ErrorCode::model, file.path(), "tensor '" + name + "' is shorter than the model in it",
                "fit the model again");
  const ModelFile part(file.path() + " (" + name + ")",
                       {reinterpret_cast<const char*>(numbers.data()), static_cast<std::size_t>(bytes)}, file.owner());
  return load_model(part, {loading.methods, loading.depth + 1});
}

}  // namespace couplet
