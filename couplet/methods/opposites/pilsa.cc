#include "couplet/methods/opposites/pilsa.h"

#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {

namespace {

using Shares = std::vector<std::pair<Index, double>>;

double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

double dot(std::span<const float> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/// Both lists ascend; equal entries are added.
Shares added(const Shares& one, const Shares& two) {
  Shares all;
  for (auto a = one.begin(), b = two.begin(); a != one.end() || b != two.end();) {
    if (b == two.end() || (a != one.end() && a->first < b->first)) {
      all.push_back(*a++);
    } else if (a == one.end() || b->first < a->first) {
      all.push_back(*b++);
    } else {
      all.emplace_back(a->first, a->second + b->second);
      ++a;
      ++b;
    }
  }
  return all;
}

}  // namespace

PilsaModel::PilsaModel(ModelHeader header, SignedEntries entries, Inflections inflections, StandIns stand_ins,
                       Numbers numbers)
    : OppositesModel(std::move(header), std::move(entries), std::move(inflections), std::move(stand_ins)),
      vectors_(this->entries().words(), static_cast<std::int64_t>(numbers.singular.size()), numbers.vectors,
               std::nullopt, std::move(numbers.owner)),
      projection_(numbers.projection),
      lengths_(numbers.lengths.begin(), numbers.lengths.end()),
      saved_lengths_(std::move(numbers.lengths)),
      singular_(std::move(numbers.singular)),
      leak_(this->header().number("leak", 0, 1)) {}

std::vector<double> PilsaModel::sum_of(const FoundForms& found) const {
  std::vector<double> sum(singular_.size(), 0);
  for (const std::int64_t word : found.words) {
    const auto row = vectors_.row(word);
    for (std::size_t j = 0; j < sum.size(); ++j) sum[j] += static_cast<double>(row[j]);
  }
  return sum;
}

std::vector<double> PilsaModel::vector_of(const FoundForms& found) const {
  std::vector<double> sum = sum_of(found);
  if (found.words.size() > 1) {
    const double length = std::sqrt(dot(std::span<const double>(sum), sum));
    for (double& value : sum) value = length > 0 ? value / length : 0;
  }
  return sum;
}

double PilsaModel::similarity(const FoundForms& left, const FoundForms& right) const {
  const std::vector<double> x = vector_of(left), y = vector_of(right);
  return dot(std::span<const double>(x), y);
}

FoundWord PilsaModel::find_word(const std::string& text) const {
  const FoundForms found = finder().find(text);
  if (found.words.empty()) return {};
  const std::vector<double> vector = vector_of(found);
  return {found.way, found.words.size() == 1 ? found.words[0] : -1, {vector.begin(), vector.end()}};
}

/// The terms w_ix (e_i . y) / (|x| |y|), one for each entry of x; they add up to cos(x, y).
///
/// Notation: x = E^T w_x with w_x the column of W, e_i the rows of E, which is U + leak R or the refined projection.
Shares PilsaModel::terms(const FoundForms& from, const FoundForms& to) const {
  double scale = 1;
  if (from.words.size() > 1) {
    const std::vector<double> sum = sum_of(from);
    const double length = std::sqrt(dot(std::span<const double>(sum), sum));
    scale = length > 0 ? 1 / length : 0;
  }
  Shares terms = column(from, lengths_);
  for (auto& [entry, value] : terms) value *= scale;
  multiply_entries(terms, vector_of(to));
  return terms;
}

/// U is not kept: by U = W V S^-1 it follows from the word vectors, which are V S + leak W^T R before scaling to unit
/// length.
void PilsaModel::multiply_entries(Shares& terms, const std::vector<double>& y) const {
  const auto k = singular_.size();
  if (!projection_.empty()) {
    for (auto& [entry, value] : terms) value *= dot(projection_.subspan(static_cast<std::size_t>(entry) * k, k), y);
    return;
  }
  const SignSketch sketch(static_cast<std::int64_t>(k));
  const auto& matrix = entries().matrix();
  std::vector<double> scaled = y;  // S^-2 y
  for (std::size_t j = 0; j < scaled.size(); ++j) {
    const auto s = static_cast<double>(singular_[j]);
    scaled[j] = s > 0 ? scaled[j] / (s * s) : 0;
  }
  std::vector<double> sketched(matrix.rows(), std::numeric_limits<double>::quiet_NaN());  // r_i . S^-2 y, as needed
  const auto word_term = [&](std::int64_t word) {                                         // (row of V S) . S^-2 y
    double leaked = 0;
    for (const auto& [entry, weight] : column_of(word)) {
      double& product = sketched[entry];
      if (std::isnan(product)) product = sketch.dot(entry, scaled);
      leaked += weight * product;
    }
    return dot(vectors_.row(word), scaled) * lengths_[word] - leak_ * leaked;
  };
  for (auto& [entry, value] : terms) {
    double product = leak_ * sketch.dot(entry, y);
    for (std::int64_t i = matrix.offsets()[entry]; i < matrix.offsets()[entry + 1]; ++i)
      product += static_cast<double>(matrix.values()[i]) * word_term(matrix.columns()[i]);
    value *= product;
  }
}

Shares PilsaModel::shares(const FoundForms& left, const FoundForms& right) const {
  // Either word's entries account for the score; an entry's share is the mean of what it has in both.
  Shares shares = added(terms(left, right), terms(right, left));
  for (auto& [entry, value] : shares) value /= 2;
  return shares;
}

void PilsaModel::write(ModelWriter& writer) const {
  OppositesModel::write(writer);
  writer.add("vectors", vectors_.values(), {vectors_.size(), vectors_.dimension()});
  writer.add("lengths", std::span<const float>(saved_lengths_), {vectors_.size()});
  writer.add("singular_values", std::span<const float>(singular_), {vectors_.dimension()});
  if (!projection_.empty()) writer.add("projection", projection_, {entries().matrix().rows(), vectors_.dimension()});
}

}  // namespace couplet
