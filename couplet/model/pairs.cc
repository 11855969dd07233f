#include "couplet/model/pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>
#include <variant>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/base/input.h"
#include "couplet/base/npy.h"
#include "couplet/text/binary_label.h"
#include "couplet/text/grade.h"
#include "couplet/text/text_rows.h"

namespace couplet {
namespace {

/// A pipe or device gives its bytes once: it may be neither looked into beforehand nor read twice.
bool is_file(const std::string& path) { return file_bytes(path).has_value(); }

std::string_view bytes_of(const MatrixD& rows) {
  return {reinterpret_cast<const char*>(rows.data()), static_cast<std::size_t>(rows.size()) * sizeof(double)};
}

/// True for two .npy files or matrices, false for texts.
bool holds_rows(const Data& files) {
  if (!files.vectors.empty()) {
    if (files.vectors.size() != 2)
      throw Error(ErrorCode::usage, files.name(),
                  fmt::format("{} {}, expected a left and a right one", files.vectors.size(),
                              files.vectors.size() == 1 ? "matrix" : "matrices"));
    return true;
  }
  std::vector<std::string> npy;
  for (const std::string& path : files.paths) {
    if (is_file(path) && is_npy(path)) npy.push_back(path);
  }
  if (npy.empty()) return false;
  if (files.paths.size() != 2)
    throw Error(ErrorCode::usage, npy[0], "an .npy file holds one side of the pairs", "give two, LEFT.npy RIGHT.npy");
  if (npy.size() != 2)
    throw Error(ErrorCode::usage, npy[0], "one side is an .npy file and the other is not",
                "give two .npy files or two texts");
  if (!files.columns.empty())
    throw Error(ErrorCode::usage, "--columns", ".npy files have no columns to choose", "leave it out");
  return true;
}

/// One side: a file or memory.
using Numbers = std::variant<NpyReader, RowsView>;

Index rows_of(const Numbers& numbers) {
  return std::visit([](const auto& side) { return Index{side.rows()}; }, numbers);
}
Index cols_of(const Numbers& numbers) {
  return std::visit([](const auto& side) { return Index{side.cols()}; }, numbers);
}

}  // namespace

/// What texts and vectors have in common; the number of pairs read is also the place for .npy.
struct PairInput::State {
  explicit State(Data given) : data(std::move(given)) {}
  virtual ~State() = default;
  virtual std::optional<PairBatch> next(Index count) = 0;
  virtual void restart() = 0;
  virtual std::uint64_t fingerprint() const = 0;
  virtual std::int64_t skipped() const { return 0; }
  virtual std::int64_t negatives() const { return 0; }
  virtual std::int64_t position() const = 0;
  virtual std::int64_t total() const = 0;
  /// Columns of the two sides; nothing for texts.
  virtual std::optional<std::pair<Index, Index>> cols() const { return std::nullopt; }

  Data data;
  Index pairs_read = 0;

  struct Texts;
  struct Rows;
};

struct PairInput::State::Texts final : State {
  Texts(Data given, const std::string& label) : State(std::move(given)), labelled(!label.empty()) {
    if (labelled) data.further = {label};
    reader.emplace(data);
  }

  std::optional<PairBatch> next(Index count) override {
    PairBatch batch;
    batch.first = pairs_read;
    while (batch.left.texts.size() < static_cast<std::size_t>(count) && reader->next(pair)) {
      const double weight = labelled ? weight_of_pair() : 1;
      if (!(weight > 0)) continue;
      // No byte of UTF-8 is FE or FF: texts and pairs cannot run into each other.
      hash.add(pair.left);
      hash.add("\xFE");
      hash.add(pair.right);
      hash.add("\xFF");
      batch.left.texts.push_back(std::move(pair.left));
      batch.right.texts.push_back(std::move(pair.right));
      batch.weights.push_back(weight);
      ++pairs_read;
    }
    if (pairs_read == 0 && zeros > 0 && data.segment.whole())
      throw Error(ErrorCode::data, data.name(), "every label is 0", "give at least two pairs of label 1");
    if (batch.left.texts.empty()) return std::nullopt;
    if (std::all_of(batch.weights.begin(), batch.weights.end(), [](double weight) { return weight == 1; }))
      batch.weights.clear();
    return batch;
  }
  void restart() override {
    reader.emplace(data);
    hash = Fingerprint();
    zeros = bad = 0;
  }
  /// Counts what is left out.
  double weight_of_pair() {
    const std::optional<double> grade = grade_of(pair.extra.back());
    if (grade) {
      zeros += *grade == 0;
      return *grade;
    }
    if (data.on_bad_line == BadLine::stop)
      throw Error(ErrorCode::data, reader->place(), label_problem(pair.extra.back(), grade_range),
                  "choose the column with --label");
    ++bad;
    return 0;
  }
  std::int64_t negatives() const override { return zeros; }
  std::uint64_t fingerprint() const override { return hash.value(); }
  std::int64_t skipped() const override { return reader->skipped() + bad; }
  std::int64_t position() const override { return reader->position(); }
  std::int64_t total() const override { return reader->size(); }

  std::optional<PairReader> reader;
  TextPair pair;
  Fingerprint hash;
  bool labelled;
  std::int64_t zeros = 0, bad = 0;  // pairs left out: of label 0, of no label
};

struct PairInput::State::Rows final : State {
  explicit Rows(Data given) : State(std::move(given)), left(side(0)), right(side(1)) {
    if (rows_of(left) != rows_of(right))
      throw Error(ErrorCode::data, name(1),
                  fmt::format("{} rows but {} has {}", rows_of(right), name(0), rows_of(left)),
                  "row i of one must belong to row i of the other");
    for (const std::size_t i : {0, 1})
      if (rows_of(left) > 0 && cols_of(i == 0 ? left : right) == 0)
        throw Error(ErrorCode::data, name(i), fmt::format("{} rows without a number", rows_of(left)));
    std::tie(begin, end) = data.segment.of(rows_of(left));
  }

  std::optional<PairBatch> next(Index count) override {
    const Index rows = std::min<Index>(count, end - begin - pairs_read);
    if (rows == 0) return std::nullopt;
    PairBatch batch;
    batch.first = pairs_read;
    read(left, rows, batch.left.rows, left_hash);
    read(right, rows, batch.right.rows, right_hash);
    pairs_read += rows;
    return batch;
  }
  void restart() override {
    left_hash = Fingerprint();
    right_hash = Fingerprint();
  }
  /// One hash a side, so that it does not depend on the size of the blocks; the widths, so that rows cannot run
  /// together.
  std::uint64_t fingerprint() const override {
    const auto [left_cols, right_cols] = *cols();
    return hash64(fmt::format("{} {} {} {}", left_cols, left_hash.value(), right_cols, right_hash.value()));
  }
  std::int64_t position() const override { return pairs_read; }
  std::int64_t total() const override { return end - begin; }
  std::optional<std::pair<Index, Index>> cols() const override { return {{cols_of(left), cols_of(right)}}; }

  Numbers side(std::size_t i) const {
    if (data.vectors.empty()) return NpyReader(data.paths[i]);
    return data.vectors[i];
  }
  std::string name(std::size_t i) const {
    return data.vectors.empty() ? data.paths[i] : i == 0 ? "the left matrix" : "the right matrix";
  }
  void read(const Numbers& numbers, Index rows, MatrixD& out, Fingerprint& hash) const {
    out.resize(rows, cols_of(numbers));
    std::visit(
        [&](const auto& side) { side.read(begin + pairs_read, rows, std::span<double>(out.data(), out.size())); },
        numbers);
    hash.add(bytes_of(out));
  }

  Numbers left, right;
  Index begin = 0, end = 0;  // of the segment
  Fingerprint left_hash, right_hash;
};

PairInput::PairInput(Data data, const std::string& label) {
  if (holds_rows(data)) {
    if (!label.empty())
      throw Error(ErrorCode::usage, "--label", "vectors have no column of labels", "give texts, or leave it out");
    state_ = std::make_unique<State::Rows>(std::move(data));
  } else {
    state_ = std::make_unique<State::Texts>(std::move(data), label);
  }
}
PairInput::~PairInput() = default;
PairInput::PairInput(PairInput&&) noexcept = default;

std::optional<PairBatch> PairInput::next(Index count) {
  if (count < 1) throw Error(ErrorCode::internal, "", fmt::format("{} pairs asked for", count));
  return state_->next(count);
}

void PairInput::rewind() {
  const auto refuse = [](const std::string& name) {
    throw Error(ErrorCode::usage, name, "it can be read only once and this method reads its data twice", "give a file");
  };
  const Data& data = state_->data;
  for (const std::string& path : data.paths)
    if (!is_file(path)) refuse(path == "-" ? "standard input" : path);
  if (data.rows && data.rows->size() < 0) refuse("what gives the rows");
  state_->restart();
  state_->pairs_read = 0;
}

bool PairInput::has_rows() const { return state_->cols().has_value(); }
Index PairInput::left_cols() const { return state_->cols().value_or(std::pair<Index, Index>{}).first; }
Index PairInput::right_cols() const { return state_->cols().value_or(std::pair<Index, Index>{}).second; }
std::int64_t PairInput::skipped() const { return state_->skipped(); }
std::int64_t PairInput::negatives() const { return state_->negatives(); }
std::uint64_t PairInput::fingerprint() const { return state_->fingerprint(); }
std::int64_t PairInput::position() const { return state_->position(); }
std::int64_t PairInput::total() const { return state_->total(); }
std::string_view PairInput::unit() const { return has_rows() ? "rows" : state_->data.unit(); }

namespace {

/// Of two files of text the second must be read from its beginning to find where a segment begins in it: few segments.
std::int64_t segments_of(const Data& data, const PairInput& input) {
  if (input.has_rows() && data.segment.whole())
    return segments_for(input.total() * input.left_cols() * std::int64_t{sizeof(double)});
  const std::int64_t segments = segments_of(data);
  return data.paths.size() == 2 ? std::min<std::int64_t>(segments, 16) : segments;
}

}  // namespace

PairPasses::PairPasses(Data data, std::string label)
    : data_(std::move(data)), label_(std::move(label)), whole_(data_, label_), segments_(segments_of(data_, whole_)) {}

PairInput& PairPasses::from_beginning_of(const Segment& segment) {
  Data part = data_;
  part.segment = segment;
  part_.emplace(std::move(part), label_);
  return *part_;
}

PairInput& PairPasses::from_beginning() {
  if (read_) whole_.rewind();
  read_ = true;
  return whole_;
}

}  // namespace couplet
