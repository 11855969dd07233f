#include <algorithm>
#include <cmath>

#include "couplet/methods/opposites/pilsa.h"

namespace couplet {

SignedModel::SignedModel(ModelHeader header, SignedEntries entries, Inflections inflections, bool lookup)
    : OppositesModel(std::move(header), std::move(entries), std::move(inflections), {}), lookup_(lookup) {
  const auto& matrix = this->entries().matrix();
  lengths_.assign(matrix.cols(), 0);
  for (Index k = 0; k < matrix.nonzeros(); ++k) {
    const auto value = static_cast<double>(matrix.values()[k]);
    lengths_[matrix.columns()[k]] += value * value;
  }
  for (double& length : lengths_) length = std::sqrt(length);
}

std::vector<std::pair<Index, double>> SignedModel::shares(const FoundForms& left, const FoundForms& right) const {
  const auto x = column(left, lengths_), y = column(right, lengths_);
  std::vector<std::pair<Index, double>> products;
  double squares_x = 0, squares_y = 0;
  for (const auto& [entry, value] : x) squares_x += value * value;
  for (const auto& [entry, value] : y) squares_y += value * value;
  const double scale = std::sqrt(squares_x * squares_y);
  for (auto a = x.begin(), b = y.begin(); a != x.end() && b != y.end();) {
    if (a->first == b->first) {
      products.emplace_back(a->first, scale > 0 ? a->second * b->second / scale : 0);
      ++a;
      ++b;
    } else {
      ++(a->first < b->first ? a : b);
    }
  }
  if (!lookup_) return products;
  // The entries that decide, in equal shares.
  const auto against = std::count_if(products.begin(), products.end(), [](const auto& p) { return p.second < 0; });
  std::erase_if(products, [&](const auto& p) { return against > 0 ? p.second >= 0 : p.second <= 0; });
  for (auto& [entry, value] : products) value = (against > 0 ? -1.0 : 1.0) / static_cast<double>(products.size());
  return products;
}

double SignedModel::similarity(const FoundForms& left, const FoundForms& right) const {
  const auto parts = shares(left, right);
  if (lookup_) return parts.empty() ? 0 : parts.front().second < 0 ? -1 : 1;
  double sum = 0;
  for (const auto& [entry, value] : parts) sum += value;
  return std::clamp(sum, -1.0, 1.0);
}

}  // namespace couplet
