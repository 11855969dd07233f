#include "couplet/methods/s2net/sampling.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"

namespace couplet {

std::vector<Index> weighted_sample(Index n, Index size, std::span<const double> weights, Random& random) {
  if (!weights.empty() && std::ssize(weights) != n)
    throw Error(ErrorCode::internal, "weighted sample", "the weights do not fit the items");
  // Efraimidis and Spirakis (2006): the largest of u^(1/w), u uniform in (0, 1], compared as logarithms.
  struct Key {
    double key;
    Index item;
  };
  std::vector<Key> keys;
  keys.reserve(n);
  for (Index i = 0; i < n; ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (!(weight >= 0) || !std::isfinite(weight))
      throw Error(ErrorCode::data, "weighted sample", fmt::format("item {}: {} is not a weight", i, weight),
                  "weights are finite and not negative");
    const double key = std::log(1 - random.uniform()) / weight;
    if (weight > 0) keys.push_back({key, i});
  }
  const auto before = [](const Key& a, const Key& b) { return a.key != b.key ? a.key > b.key : a.item < b.item; };
  const std::size_t kept = std::min(keys.size(), static_cast<std::size_t>(std::max<Index>(0, size)));
  std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept), keys.end(), before);
  std::vector<Index> result(kept);
  std::transform(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(kept), result.begin(),
                 [](const Key& key) { return key.item; });
  std::sort(result.begin(), result.end());
  return result;
}

}  // namespace couplet
