#include "couplet/methods/vectors/kernel_files.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/text/tab_fields.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A pair of labels, the smaller number first, with its values so far.
struct Mean {
  double sum = 0;
  int count = 0;
};
using PairValues = std::map<std::pair<Index, Index>, Mean>;

void add(PairValues& values, Index a, Index b, double value) {
  Mean& mean = values[std::minmax(a, b)];
  mean.sum += value;
  ++mean.count;
}

CsrMatrix<double> symmetric(const PairValues& values, const VectorD& diagonal, double scale) {
  std::vector<Triplet<double>> triplets;
  for (Index i = 0; i < diagonal.size(); ++i)
    if (diagonal[i] != 0) triplets.push_back({i, i, diagonal[i]});
  for (const auto& [pair, mean] : values) {
    const double value = mean.sum / mean.count * scale;
    if (value == 0) continue;
    triplets.push_back({pair.first, pair.second, value});
    triplets.push_back({pair.second, pair.first, value});
  }
  return CsrMatrix<double>::from_triplets(diagonal.size(), diagonal.size(), std::move(triplets));
}

}  // namespace

std::vector<std::string> read_words(const std::string& path) {
  std::vector<std::string> words;
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) {
    require_utf8(line, reader.place());
    if (!line.empty()) words.emplace_back(line);
  }
  if (words.empty()) throw Error(ErrorCode::data, path, "no words in it", "give one word a line");
  return words;
}

KnownSimilarities read_similarities(const std::string& path, const Vocabulary& labels) {
  KnownSimilarities result;
  PairValues values;
  double largest = 0;
  LineReader reader(path);
  std::string_view line;
  while (reader.next(line)) {
    if (line.empty()) continue;
    const auto fields = tab_fields(line);
    const std::optional<double> score = fields.size() >= 3 ? number(fields[2]) : std::nullopt;
    if (!score) {
      if (reader.line_number() == 1 && fields.size() >= 3) continue;
      throw Error(ErrorCode::data, reader.place(), "not word, word, score", "separate the three by tabs");
    }
    if (fields[0] == fields[1]) continue;
    largest = std::max(largest, std::abs(*score));
    const Index a = labels.find(fields[0]), b = labels.find(fields[1]);
    if (a < 0 || b < 0) {
      ++result.unknown;
      continue;
    }
    ++result.used;
    add(values, a, b, *score);
  }
  if (largest == 0) throw Error(ErrorCode::data, path, "no similarity above 0 in it");
  result.matrix = symmetric(values, VectorD::Zero(labels.size()), 1 / largest);
  return result;
}

SideKernel read_kernel(const std::string& path, const Vocabulary& labels, std::int64_t& unknown, const Run& run) {
  VectorD diagonal = VectorD::Ones(labels.size());
  PairValues values;
  LineReader reader(path);
  std::string_view line;
  std::size_t columns = 0;
  while (reader.next(line)) {
    if (line.empty()) continue;
    const auto fields = tab_fields(line);
    if (columns == 0) columns = fields.size();
    const std::optional<double> value = number(fields.back());
    if (fields.size() != columns || (columns != 2 && columns != 3) || !value)
      throw Error(ErrorCode::data, reader.place(), "neither label, weight nor label, label, value",
                  "separate them by tabs");
    const Index a = labels.find(fields[0]), b = columns == 3 ? labels.find(fields[1]) : a;
    if (a < 0 || b < 0) {
      ++unknown;
      continue;
    }
    if (a == b)
      diagonal[a] = *value;
    else
      add(values, a, b, *value);
  }
  if (columns == 0) throw Error(ErrorCode::data, path, "nothing in it", "give label, weight or label, label, value");
  return values.empty() ? SideKernel(std::move(diagonal)) : SideKernel(symmetric(values, diagonal, 1), run);
}

}  // namespace couplet
