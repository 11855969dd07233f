#include "couplet/methods/modelm/maxent.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/kernels/exponential.h"

namespace couplet {

std::int64_t MaxEntFamily::find(const NgramKey& key) const {
  const auto at = std::lower_bound(contexts.begin(), contexts.end(), key);
  return at != contexts.end() && *at == key ? at - contexts.begin() : -1;
}

void MaxEnt::distribution(std::span<const NgramKey> keys, std::span<double> scores) const {
  std::fill(scores.begin(), scores.end(), 0.0);
  for (std::size_t f = 0; f < families_.size(); ++f) {
    const MaxEntFamily& family = families_[f];
    const std::int64_t context = family.find(keys[f]);
    if (context < 0) continue;
    const auto begin = static_cast<std::size_t>(family.begins[context]);
    const auto end = static_cast<std::size_t>(family.begins[static_cast<std::size_t>(context) + 1]);
    for (std::size_t i = begin; i < end; ++i)
      if (static_cast<std::size_t>(family.labels[i]) < scores.size()) scores[family.labels[i]] += family.weights[i];
  }
  const double largest = *std::max_element(scores.begin(), scores.end());
  double sum = 0;
  for (const double score : scores) sum += std::exp(score - largest);
  const double normaliser = largest + std::log(sum);
  for (double& score : scores) score -= normaliser;
}

std::size_t MaxEnt::features() const {
  std::size_t count = 0;
  for (const MaxEntFamily& family : families_) count += family.labels.size();
  return count;
}

void MaxEnt::write(ModelWriter& writer, const std::string& prefix) const {
  for (std::size_t f = 0; f < families_.size(); ++f) {
    const MaxEntFamily& family = families_[f];
    std::vector<std::int64_t> keys;
    for (const NgramKey& key : family.contexts) {
      keys.push_back(static_cast<std::int64_t>(key.high));
      keys.push_back(static_cast<std::int64_t>(key.low));
    }
    const std::string name = fmt::format("{}.{}", prefix, f);
    const auto contexts = static_cast<std::int64_t>(family.contexts.size());
    const auto labels = static_cast<std::int64_t>(family.labels.size());
    writer.add(name + ".contexts", std::move(keys), {contexts, 2});
    writer.add(name + ".begins", std::span<const std::int64_t>(family.begins), {contexts + 1});
    writer.add(name + ".labels", std::span<const std::int32_t>(family.labels), {labels});
    writer.add(name + ".weights", std::span<const double>(family.weights), {labels});
  }
}

MaxEnt MaxEnt::load(const ModelFile& file, const std::string& prefix, std::size_t families, std::int32_t labels) {
  MaxEnt model;
  for (std::size_t f = 0; f < families; ++f) {
    const std::string name = fmt::format("{}.{}", prefix, f);
    const auto fail = [&](const char* problem) {
      throw Error(ErrorCode::model, file.path(), fmt::format("tensors '{}.*': {}", name, problem),
                  "fit the model again");
    };
    MaxEntFamily& family = model.families_.emplace_back();
    const auto keys = file.integers(name + ".contexts", -1, 2);
    for (std::size_t i = 0; i + 1 < keys.size(); i += 2)
      family.contexts.push_back({static_cast<std::uint64_t>(keys[i]), static_cast<std::uint64_t>(keys[i + 1])});
    const auto begins = file.integers(name + ".begins", static_cast<std::int64_t>(family.contexts.size()) + 1);
    const auto found = file.integers32(name + ".labels");
    const auto weights = file.doubles(name + ".weights", static_cast<std::int64_t>(found.size()));
    if (!std::is_sorted(family.contexts.begin(), family.contexts.end())) fail("contexts are not in order");
    if (begins.front() != 0 || begins.back() != static_cast<std::int64_t>(found.size()) ||
        !std::is_sorted(begins.begin(), begins.end()))
      fail("they do not fit together");
    if (std::any_of(found.begin(), found.end(), [&](std::int32_t l) { return l < 0 || l >= labels; }))
      fail("a label that is none");
    family.begins.assign(begins.begin(), begins.end());
    family.labels.assign(found.begin(), found.end());
    family.weights.assign(weights.begin(), weights.end());
  }
  return model;
}

}  // namespace couplet
