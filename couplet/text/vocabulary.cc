#include "couplet/text/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <utility>

#include "couplet/base/error.h"
#include "couplet/base/hash.h"

namespace couplet {
namespace {

constexpr int number_bits = 40;
constexpr std::uint64_t number_mask = (std::uint64_t{1} << number_bits) - 1;
constexpr std::size_t fewest_slots = 16;

std::uint64_t make_slot(std::uint64_t hash, std::int64_t number) {
  return (hash & ~number_mask) | static_cast<std::uint64_t>(number + 1);
}

std::int64_t number_in(std::uint64_t slot) { return static_cast<std::int64_t>(slot & number_mask) - 1; }

std::size_t slots_for(std::size_t words) { return std::max(fewest_slots, std::bit_ceil(2 * words)); }

void check_offsets(std::span<const char> bytes, std::span<const std::int64_t> offsets) {
  const auto fail = [](std::string problem) { throw Error(ErrorCode::model, "vocabulary", std::move(problem)); };
  if (offsets.empty()) fail("no offsets");
  if (offsets.size() - 1 >= number_mask) fail(fmt::format("{} words are too many", offsets.size() - 1));
  if (offsets.front() != 0) fail(fmt::format("the first offset is {}, expected 0", offsets.front()));
  for (std::size_t i = 1; i < offsets.size(); ++i)
    if (offsets[i] < offsets[i - 1]) fail(fmt::format("offset {} is smaller than the one before it", i));
  if (offsets.back() != static_cast<std::int64_t>(bytes.size()))
    fail(fmt::format("the last offset is {}, but there are {} bytes", offsets.back(), bytes.size()));
}

}  // namespace

Vocabulary::Vocabulary(std::span<const char> bytes, std::span<const std::int64_t> offsets) {
  check_offsets(bytes, offsets);
  bytes_.assign(bytes.begin(), bytes.end());
  offsets_.assign(offsets.begin(), offsets.end());
  slots_.assign(slots_for(static_cast<std::size_t>(size())), 0);
  for (std::int64_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash64(word(number));
    std::uint64_t& slot = slots_[slot_of(word(number), hash)];
    if (slot != 0)
      throw Error(ErrorCode::model, "vocabulary", fmt::format("words {} and {} are the same", number_in(slot), number));
    slot = make_slot(hash, number);
  }
}

std::int64_t Vocabulary::add(std::string_view word) {
  if (2 * offsets_.size() > slots_.size()) resize_slots(slots_for(offsets_.size()));
  const std::uint64_t hash = hash64(word);
  std::uint64_t& slot = slots_[slot_of(word, hash)];
  if (slot != 0) return number_in(slot);
  const std::int64_t number = size();
  append(word);
  slot = make_slot(hash, number);
  return number;
}

std::int64_t Vocabulary::find(std::string_view word) const {
  if (slots_.empty()) return -1;
  return number_in(slots_[slot_of(word, hash64(word))]);
}

std::string_view Vocabulary::word(std::int64_t number) const {
  const std::int64_t begin = offsets_[number];
  const std::int64_t end = offsets_[static_cast<std::size_t>(number) + 1];
  return {bytes_.data() + begin, static_cast<std::size_t>(end - begin)};
}

std::size_t Vocabulary::slot_of(std::string_view word, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint64_t tag = hash & ~number_mask;
  for (std::size_t index = hash & mask;; index = (index + 1) & mask) {
    const std::uint64_t slot = slots_[index];
    if (slot == 0) return index;
    if ((slot & ~number_mask) == tag && this->word(number_in(slot)) == word) return index;
  }
}

void Vocabulary::resize_slots(std::size_t count) {
  slots_.assign(count, 0);
  const std::size_t mask = count - 1;
  for (std::int64_t number = 0; number < size(); ++number) {
    const std::uint64_t hash = hash64(word(number));
    std::size_t index = hash & mask;
    while (slots_[index] != 0) index = (index + 1) & mask;
    slots_[index] = make_slot(hash, number);
  }
}

void Vocabulary::append(std::string_view word) {
  const std::size_t old_size = bytes_.size();
  if (old_size + word.size() > bytes_.capacity()) {
    // A new arena instead of resize(): the word may be a view into the old one.
    std::vector<char> larger;
    larger.reserve(std::max(old_size + word.size(), 2 * bytes_.capacity()));
    larger.assign(bytes_.begin(), bytes_.end());
    larger.insert(larger.end(), word.begin(), word.end());
    bytes_ = std::move(larger);
  } else {
    bytes_.resize(old_size + word.size());
    if (!word.empty()) std::memcpy(bytes_.data() + old_size, word.data(), word.size());
  }
  offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
}

void Vocabulary::write(PartWriter& writer) const {
  writer.put_list(bytes());
  writer.put_list(offsets());
}

Vocabulary Vocabulary::read(PartReader& reader) {
  const auto bytes = reader.get_list<char>();
  return {bytes, reader.get_list<std::int64_t>()};
}

}  // namespace couplet
