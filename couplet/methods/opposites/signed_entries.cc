#include "couplet/methods/opposites/signed_entries.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_sparse.h"
#include "couplet/model/saved_vocabulary.h"

namespace couplet {

namespace {

constexpr SparseNames saved_names{.columns = "words", .values = "weights"};

/// What an entry says of one word: the strongest relation on each side.
struct Standing {
  double weight[2] = {0, 0};  // in favour, opposed
  bool direct[2] = {false, false};
};

bool is_direct(const ThesaurusMember& member) {
  return member.relation == (member.opposed ? Relation::antonym : Relation::synonym);
}

/// The signed weight of a word by the rule of SignedEntries::build; 0: left out.
double decided(const Standing& standing) {
  const double plus = standing.weight[0], minus = standing.weight[1];
  if (plus != minus) return plus > minus ? plus : -minus;
  if (standing.direct[0] != standing.direct[1]) return standing.direct[0] ? plus : -minus;
  return 0;
}

struct Cell {
  std::int32_t word;
  double value;
};

/// The cells of one entry, words ascending.
void decide(std::span<const ThesaurusMember> members, const RelationWeights& relations,
            std::span<const std::int32_t> numbers, std::vector<std::pair<std::int32_t, Standing>>& standings,
            std::vector<Cell>& cells, SignedCounts& counts) {
  standings.clear();
  for (const ThesaurusMember& member : members) {
    const double weight = relations[member.relation] * static_cast<double>(member.weight);
    if (weight == 0) continue;
    Standing standing;
    standing.weight[member.opposed] = weight;
    standing.direct[member.opposed] = is_direct(member);
    standings.emplace_back(numbers[member.word], standing);
  }
  std::sort(standings.begin(), standings.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  cells.clear();
  for (std::size_t i = 0; i < standings.size();) {
    Standing all;
    const std::int32_t word = standings[i].first;
    for (; i < standings.size() && standings[i].first == word; ++i)
      for (const int side : {0, 1}) {
        all.weight[side] = std::max(all.weight[side], standings[i].second.weight[side]);
        all.direct[side] |= standings[i].second.direct[side];
      }
    if (const double value = decided(all); value != 0)
      cells.push_back({word, value});
    else
      ++counts.contradictions;
  }
}

/// Weights times idf, every row scaled to its thesaurus's weight, or multiplied by it.
std::vector<float> weighted(const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& columns,
                            const std::vector<double>& values, const std::vector<double>& row_weights,
                            std::int64_t words, bool scaled) {
  std::vector<std::int64_t> df(words, 0);
  for (const std::int32_t column : columns) ++df[column];
  const auto rows = static_cast<double>(row_weights.size());
  std::vector<float> out(values.size());
  std::vector<double> row;
  for (std::size_t i = 0; i < row_weights.size(); ++i) {
    row.clear();
    double square = 0;
    for (std::int64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      row.push_back(values[k] * std::log1p(rows / static_cast<double>(df[columns[k]])));
      square += row.back() * row.back();
    }
    const double scale = scaled ? row_weights[i] / std::sqrt(square) : row_weights[i];
    for (std::size_t k = 0; k < row.size(); ++k) out[offsets[i] + k] = static_cast<float>(row[k] * scale);
  }
  return out;
}

}  // namespace

RelationWeights RelationWeights::parse(std::string_view text) {
  RelationWeights result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = part.find('=');
    const Relation relation = parse_relation(part.substr(0, equals));
    double weight = 1;
    if (equals != std::string_view::npos) {
      const std::string_view number = part.substr(equals + 1);
      const auto [stop, failure] = std::from_chars(number.data(), number.data() + number.size(), weight);
      if (failure != std::errc() || stop != number.data() + number.size() || !(weight >= 0 && weight <= 1000))
        throw Error(ErrorCode::usage, "--relations", "'" + std::string(part) + "' has no weight from 0 to 1000",
                    "write for instance hypernym=0.2");
    }
    result.weights_[static_cast<std::size_t>(relation)] = weight;
  }
  return result;
}

SignedEntries SignedEntries::build(std::span<const Thesaurus> thesauri, const RelationWeights& relations,
                                   std::span<const double> thesaurus_weights, SignedCounts& counts, const Run& run,
                                   const RowOptions& rows) {
  if (thesauri.size() != thesaurus_weights.size())
    throw Error(ErrorCode::internal, "SignedEntries", "weights and thesauri differ in number");
  SignedEntries result;
  counts = {};
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<double> values, row_weights;
  std::vector<std::int32_t> numbers;
  std::vector<std::pair<std::int32_t, Standing>> standings;
  std::vector<Cell> cells;
  for (std::size_t t = 0; t < thesauri.size(); ++t) {
    const Thesaurus& thesaurus = thesauri[t];
    counts.entries += thesaurus.size();
    if (thesaurus_weights[t] == 0) continue;
    numbers.clear();
    for (std::int64_t i = 0; i < thesaurus.words().size(); ++i)
      numbers.push_back(static_cast<std::int32_t>(result.words_.add(thesaurus.words().word(i))));
    for (std::int64_t entry = 0; entry < thesaurus.size(); ++entry) {
      if (entry % 4096 == 0) run.stop->check();
      decide(thesaurus.members(entry), relations, numbers, standings, cells, counts);
      if (cells.size() < 2) {
        ++counts.too_small;
        continue;
      }
      counts.opposed += std::any_of(cells.begin(), cells.end(), [](const Cell& c) { return c.value < 0; });
      for (const Cell& cell : cells) {
        columns.push_back(cell.word);
        values.push_back(rows.polarity ? cell.value : std::abs(cell.value));
      }
      offsets.push_back(static_cast<std::int64_t>(columns.size()));
      row_weights.push_back(thesaurus_weights[t]);
      result.labels_.append(thesaurus.name()).append(": ").append(thesaurus.label(entry));
      result.label_offsets_.push_back(static_cast<std::int64_t>(result.labels_.size()));
    }
  }
  if (row_weights.empty())
    throw Error(ErrorCode::data, "", "no entry with two words that count",
                "name more relations in --relations, or give another thesaurus");
  std::vector<float> weights = weighted(offsets, columns, values, row_weights, result.words_.size(), rows.scaled);
  result.matrix_ = CsrMatrix<float>(static_cast<Index>(row_weights.size()), result.words_.size(), std::move(offsets),
                                    std::move(columns), std::move(weights));
  // Words that stand in no entry that counts have nothing to say.
  std::vector<bool> used(result.words_.size(), false);
  for (const std::int32_t column : result.matrix_.columns()) used[column] = true;
  return result.with_words(used);
}

SignedEntries SignedEntries::with_words(const std::vector<bool>& keep) const {
  SignedEntries result;
  std::vector<std::int32_t> number(words_.size(), -1);
  for (std::int64_t i = 0; i < words_.size(); ++i)
    if (keep[i]) number[i] = static_cast<std::int32_t>(result.words_.add(words_.word(i)));
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (Index i = 0; i < matrix_.rows(); ++i) {
    for (std::int64_t k = matrix_.offsets()[i]; k < matrix_.offsets()[i + 1]; ++k)
      if (const std::int32_t column = number[matrix_.columns()[k]]; column >= 0) {
        columns.push_back(column);
        values.push_back(matrix_.values()[k]);
      }
    offsets.push_back(static_cast<std::int64_t>(columns.size()));
  }
  result.matrix_ =
      CsrMatrix<float>(matrix_.rows(), result.words_.size(), std::move(offsets), std::move(columns), std::move(values));
  result.labels_ = labels_;
  result.label_offsets_ = label_offsets_;
  return result;
}

std::string SignedEntries::label(Index entry) const {
  return labels_.substr(label_offsets_[entry], label_offsets_[entry + 1] - label_offsets_[entry]);
}

void SignedEntries::write(ModelWriter& writer) const {
  add_vocabulary(writer, "words", words_);
  add_sparse(writer, "entries", matrix_, saved_names);
  writer.add("entries.labels", std::span<const char>(labels_), {static_cast<Index>(labels_.size())});
  writer.add("entries.label_offsets", std::span<const std::int64_t>(label_offsets_), {matrix_.rows() + 1});
}

SignedEntries SignedEntries::load(const ModelFile& file) {
  SignedEntries result;
  result.words_ = load_vocabulary(file, "words");
  result.matrix_ = load_sparse<float>(file, "entries", -1, result.words_.size(), saved_names);
  const auto labels = file.bytes("entries.labels", -1, 1);
  const auto label_offsets = file.integers("entries.label_offsets", result.matrix_.rows() + 1, 1);
  if (label_offsets.front() != 0 || label_offsets.back() != static_cast<std::int64_t>(labels.size()) ||
      !std::is_sorted(label_offsets.begin(), label_offsets.end()))
    throw Error(ErrorCode::model, file.path(), "the labels of the entries do not fit", "fit the model again");
  result.labels_.assign(labels.begin(), labels.end());
  result.label_offsets_.assign(label_offsets.begin(), label_offsets.end());
  return result;
}

std::string SignedEntries::fingerprint() const {
  const auto bytes = [](const auto& values) {
    return std::string_view(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0]));
  };
  Fingerprint print;
  print.add(bytes(words_.bytes()));
  print.add(bytes(words_.offsets()));
  print.add(bytes(matrix_.offsets()));
  print.add(bytes(matrix_.columns()));
  print.add(bytes(matrix_.values()));
  return hex64(print.value());
}

}  // namespace couplet
