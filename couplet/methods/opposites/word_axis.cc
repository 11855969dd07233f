#include "couplet/methods/opposites/word_axis.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/base/error.h"

namespace couplet {

namespace {

/// A word's vector in double at unit length; empty when the word is not known or its vector is zero.
struct Direction {
  std::vector<double> vector;
  std::string way;
};

Direction direction_of(const HasVectors& model, const std::string& word) {
  const FoundWord found = model.find_word(word);
  Direction direction{{found.vector.begin(), found.vector.end()}, found.way};
  double square = 0;
  for (const double value : direction.vector) square += value * value;
  if (square == 0) return {};
  for (double& value : direction.vector) value /= std::sqrt(square);
  return direction;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

std::vector<double> pole_vector(const HasVectors& model, const std::string& pole) {
  std::vector<double> vector = direction_of(model, pole).vector;
  if (vector.empty())
    throw Error(ErrorCode::data, "", "the model does not know '" + pole + "'", "choose another word for the axis");
  return vector;
}

PlacedWord unknown(const std::string& word) { return {word, std::numeric_limits<double>::quiet_NaN(), false, {}}; }

}  // namespace

std::vector<PlacedWord> order_on_axis(const HasVectors& model, const std::string& pole, const std::string& other_pole,
                                      const std::vector<std::string>& words) {
  std::vector<double> axis = pole_vector(model, pole);
  if (!other_pole.empty()) {
    const std::vector<double> other = pole_vector(model, other_pole);
    double square = 0;
    for (std::size_t i = 0; i < axis.size(); ++i) {
      axis[i] -= other[i];
      square += axis[i] * axis[i];
    }
    constexpr double rounding = 1e-12;
    if (square < rounding)
      throw Error(ErrorCode::data, "", "'" + pole + "' and '" + other_pole + "' are the same to the model",
                  "choose two words that differ");
    for (double& value : axis) value /= std::sqrt(square);
  }
  std::vector<PlacedWord> placed;
  for (const std::string& word : words) {
    const Direction direction = direction_of(model, word);
    placed.push_back(direction.vector.empty() ? unknown(word)
                                              : PlacedWord{word, dot(axis, direction.vector), true, direction.way});
  }
  std::stable_sort(placed.begin(), placed.end(), [](const PlacedWord& a, const PlacedWord& b) {
    return a.known != b.known ? a.known : a.known && a.value > b.value;
  });
  return placed;
}

std::vector<PlacedWord> odd_one_out(const HasVectors& model, const std::vector<std::string>& words) {
  std::vector<Direction> directions;
  std::int64_t known = 0;
  for (const std::string& word : words) {
    directions.push_back(direction_of(model, word));
    known += !directions.back().vector.empty();
  }
  if (known < 3)
    throw Error(ErrorCode::data, "", std::to_string(known) + " of the words are known",
                "give at least three words that the model knows");
  std::vector<PlacedWord> placed;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (directions[i].vector.empty()) {
      placed.push_back(unknown(words[i]));
      continue;
    }
    double sum = 0;
    for (std::size_t j = 0; j < words.size(); ++j)
      if (j != i && !directions[j].vector.empty()) sum += dot(directions[i].vector, directions[j].vector);
    placed.push_back({words[i], sum / static_cast<double>(known - 1), true, directions[i].way});
  }
  std::stable_sort(placed.begin(), placed.end(), [](const PlacedWord& a, const PlacedWord& b) {
    return a.known != b.known ? a.known : a.known && a.value < b.value;
  });
  return placed;
}

}  // namespace couplet
