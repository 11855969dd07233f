#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/methods/opposites/pilsa.h"

namespace couplet {

std::unique_ptr<Model> load_pilsa(const ModelFile& file, const Loading&) {
  SignedEntries entries = SignedEntries::load(file);
  const auto text = file.bytes("inflections", -1, 1);
  Inflections inflections = Inflections::from_text({text.data(), text.size()}, [](std::string_view) { return true; });
  if (!file.has("vectors"))
    return std::make_unique<SignedModel>(file.header(), std::move(entries), std::move(inflections),
                                         file.parameter("lookup") == "true");
  const std::int64_t words = entries.words().size();
  const auto singular = file.floats("singular_values", -1, 1);
  const auto k = static_cast<std::int64_t>(singular.size());
  const auto lengths = file.floats("lengths", words, 1);
  const auto positive = [](float value) { return value > 0; };
  if (singular.empty() || !std::all_of(singular.begin(), singular.end(), positive) ||
      !std::all_of(lengths.begin(), lengths.end(), positive))
    throw Error(ErrorCode::model, file.path(), "singular values or lengths are not all positive",
                "fit the model again");
  PilsaModel::Numbers numbers{.vectors = file.floats("vectors", words, k),
                              .projection = {},
                              .lengths = {lengths.begin(), lengths.end()},
                              .singular = {singular.begin(), singular.end()},
                              .owner = file.owner()};
  if (file.has("projection")) numbers.projection = file.floats("projection", entries.matrix().rows(), k);
  StandIns stand_ins = StandIns::load(file, words);
  return std::make_unique<PilsaModel>(file.header(), std::move(entries), std::move(inflections), std::move(stand_ins),
                                      std::move(numbers));
}

}  // namespace couplet
