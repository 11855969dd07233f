#include "couplet/methods/cooccurrence/pair_sample.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"
#include "couplet/model/saved_matrix.h"

namespace couplet {

namespace {

bool key_less(const PairSample::Entry& entry, std::uint64_t key) { return entry.key < key; }

/// Models of schema 1 have floats, which reasons do not add up with.
MatrixD load_features(const ModelFile& file, const std::string& name, Index rows, Index cols) {
  if (file.tensor(name).dtype != DType::f32) return load_matrix<double>(file, name, rows, cols);
  return load_matrix<float>(file, name, rows, cols).cast<double>();
}

}  // namespace

std::uint64_t PairSample::key_of(std::string_view left, std::string_view right) {
  return hash64(left, hash64(right, 0x73616d706c65));
}

std::uint64_t PairSample::threshold() const {
  return size() < capacity_ ? std::numeric_limits<std::uint64_t>::max() : (entries_.empty() ? 0 : entries_.back().key);
}

void PairSample::offer(Entry entry) {
  if (entry.key >= threshold()) return;
  const auto at = std::lower_bound(entries_.begin(), entries_.end(), entry.key, key_less);
  if (at != entries_.end() && at->key == entry.key) return;
  entries_.insert(at, std::move(entry));
  if (size() > capacity_) entries_.pop_back();
}

void PairSample::add(const PairSample& other) {
  for (const Entry& entry : other.entries_) offer(entry);
}

void PairSample::remove(const PairSample& other) {
  std::erase_if(entries_, [&](const Entry& entry) {
    const auto at = std::lower_bound(other.entries_.begin(), other.entries_.end(), entry.key, key_less);
    return at != other.entries_.end() && at->key == entry.key;
  });
}

void PairSample::write(PartWriter& writer) const {
  writer.put(capacity_);
  writer.put(size());
  for (const Entry& entry : entries_) {
    writer.put(entry.key);
    for (const VectorD* values : {&entry.left, &entry.right})
      writer.put_list(std::span<const double>(values->data(), static_cast<std::size_t>(values->size())));
    for (const std::string* text : {&entry.left_text, &entry.right_text}) writer.put_text(*text);
    writer.put(entry.weight);
  }
}

PairSample PairSample::read(PartReader& reader) {
  PairSample sample(reader.get<Index>());
  for (auto size = reader.get<Index>(); size > 0; --size) {
    Entry& entry = sample.entries_.emplace_back();
    entry.key = reader.get<std::uint64_t>();
    for (VectorD* values : {&entry.left, &entry.right}) {
      const auto list = reader.get_list<double>();
      *values = VectorD::Map(list.data(), static_cast<Index>(list.size()));
    }
    for (std::string* text : {&entry.left_text, &entry.right_text}) *text = reader.get_text();
    entry.weight = reader.get<double>();
  }
  return sample;
}

MatrixD PairSample::stack(VectorD Entry::*side) const {
  MatrixD rows(size(), entries_.empty() ? 0 : (entries_[0].*side).size());
  for (Index i = 0; i < size(); ++i) rows.row(i) = (entries_[i].*side).transpose();
  return rows;
}

void PairSample::write(ModelWriter& writer, Index with_texts) const {
  if (entries_.empty()) return;
  const Index dx = entries_[0].left.size(), dy = entries_[0].right.size();
  std::vector<std::int64_t> keys, offsets{0};
  std::vector<double> left, right, weights;
  std::vector<char> texts;
  for (Index i = 0; i < size(); ++i) {
    const Entry& entry = entries_[i];
    keys.push_back(std::bit_cast<std::int64_t>(entry.key));
    left.insert(left.end(), entry.left.begin(), entry.left.end());
    right.insert(right.end(), entry.right.begin(), entry.right.end());
    weights.push_back(entry.weight);
    if (i >= with_texts) continue;
    for (const std::string* text : {&entry.left_text, &entry.right_text}) {
      texts.insert(texts.end(), text->begin(), text->end());
      offsets.push_back(static_cast<std::int64_t>(texts.size()));
    }
  }
  if (std::any_of(weights.begin(), weights.end(), [](double weight) { return weight != 1; }))
    writer.add("sample.weights", std::move(weights), {size()});
  writer.add("sample.keys", std::move(keys), {size()});
  writer.add("sample.left", std::move(left), {size(), dx});
  writer.add("sample.right", std::move(right), {size(), dy});
  const auto text_bytes = static_cast<std::int64_t>(texts.size()),
             offset_count = static_cast<std::int64_t>(offsets.size());
  writer.add("sample.texts", std::move(texts), {text_bytes});
  writer.add("sample.text_offsets", std::move(offsets), {offset_count});
}

PairSample PairSample::load(const ModelFile& file, Index capacity, Index dx, Index dy) {
  PairSample sample(capacity);
  if (!file.has("sample.keys")) return sample;
  const auto keys = file.integers("sample.keys");
  const auto count = static_cast<Index>(keys.size());
  const MatrixD left = load_features(file, "sample.left", count, dx),
                right = load_features(file, "sample.right", count, dy);
  const bool weighted = file.has("sample.weights");
  const std::span<const double> weights =
      weighted ? file.doubles("sample.weights", count, 1) : std::span<const double>();
  const auto texts = file.bytes("sample.texts");
  const auto offsets = file.integers("sample.text_offsets");
  bool sound = !offsets.empty() && offsets.front() == 0 && offsets.back() == static_cast<std::int64_t>(texts.size()) &&
               std::is_sorted(offsets.begin(), offsets.end()) && count <= capacity;
  for (Index i = 1; i < count; ++i)
    sound = sound && std::bit_cast<std::uint64_t>(keys[i - 1]) < std::bit_cast<std::uint64_t>(keys[i]);
  sound = sound && std::all_of(weights.begin(), weights.end(), [](double weight) { return weight > 0; });
  if (!sound) throw Error(ErrorCode::model, "sample", "its keys or texts are out of order", "fit the model again");
  const auto text = [&](Index number) {
    if (number + 1 >= static_cast<Index>(offsets.size())) return std::string();
    return std::string(texts.data() + offsets[number], static_cast<std::size_t>(offsets[number + 1] - offsets[number]));
  };
  for (Index i = 0; i < count; ++i)
    sample.entries_.push_back({std::bit_cast<std::uint64_t>(keys[i]), left.row(i).transpose(), right.row(i).transpose(),
                               text(2 * i), text(2 * i + 1), weighted ? weights[i] : 1});
  return sample;
}

}  // namespace couplet
