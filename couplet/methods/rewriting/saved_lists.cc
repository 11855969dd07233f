#include "couplet/methods/rewriting/saved_lists.h"

#include <algorithm>

#include "couplet/base/error.h"
#include "couplet/text/utf8.h"

namespace couplet {

namespace {

[[noreturn]] void fail(const ModelFile& file, const std::string& name, const char* problem) {
  throw Error(ErrorCode::model, file.path(), name + ": " + problem, "fit the model again");
}

/// Offsets from 0 to `end`, never falling.
std::vector<std::int64_t> load_offsets(const ModelFile& file, const std::string& name, std::int64_t end) {
  const auto offsets = file.integers(name + ".offsets", -1, 1);
  if (offsets.empty() || offsets.front() != 0 || offsets.back() != end ||
      !std::is_sorted(offsets.begin(), offsets.end()))
    fail(file, name, "offsets do not fit");
  return {offsets.begin(), offsets.end()};
}

}  // namespace

void add_texts(ModelWriter& writer, const std::string& name, const std::vector<std::string>& texts) {
  std::vector<char> bytes;
  std::vector<std::int64_t> offsets{0};
  for (const std::string& text : texts) {
    bytes.insert(bytes.end(), text.begin(), text.end());
    offsets.push_back(static_cast<std::int64_t>(bytes.size()));
  }
  const auto size = static_cast<std::int64_t>(bytes.size()), count = static_cast<std::int64_t>(offsets.size());
  writer.add(name + ".bytes", std::move(bytes), {size});
  writer.add(name + ".offsets", std::move(offsets), {count});
}

std::vector<std::string> load_texts(const ModelFile& file, const std::string& name) {
  const auto bytes = file.bytes(name + ".bytes", -1, 1);
  const auto offsets = load_offsets(file, name, static_cast<std::int64_t>(bytes.size()));
  std::vector<std::string> texts;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    texts.emplace_back(bytes.data() + offsets[i], static_cast<std::size_t>(offsets[i + 1] - offsets[i]));
    if (!is_utf8(texts.back())) fail(file, name, "a text is no UTF-8");
  }
  return texts;
}

void add_lists(ModelWriter& writer, const std::string& name, const NumberLists& lists) {
  writer.add(name + ".values", lists.values, {static_cast<std::int64_t>(lists.values.size())});
  writer.add(name + ".offsets", lists.offsets, {static_cast<std::int64_t>(lists.offsets.size())});
}

NumberLists load_lists(const ModelFile& file, const std::string& name, std::int64_t size, std::int64_t limit) {
  const auto values = file.integers32(name + ".values", -1, 1);
  NumberLists lists;
  lists.offsets = load_offsets(file, name, static_cast<std::int64_t>(values.size()));
  if (size >= 0 && lists.size() != size) fail(file, name, "another number of lists than items");
  if (std::any_of(values.begin(), values.end(), [&](std::int32_t value) { return value < 0 || value >= limit; }))
    fail(file, name, "a number is out of range");
  lists.values.assign(values.begin(), values.end());
  return lists;
}

void add_text(ModelWriter& writer, const std::string& name, const std::string& text) {
  writer.add(name, std::vector<char>(text.begin(), text.end()), {static_cast<std::int64_t>(text.size())});
}

std::string load_text(const ModelFile& file, const std::string& name) {
  const auto bytes = file.bytes(name, -1, 1);
  return {bytes.begin(), bytes.end()};
}

}  // namespace couplet
