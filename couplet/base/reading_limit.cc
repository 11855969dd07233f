#include "couplet/base/reading_limit.h"

#include <algorithm>
#include <atomic>

#include "couplet/base/error.h"
#include "couplet/base/memory.h"

namespace couplet {
namespace {

constexpr std::int64_t megabyte = std::int64_t{1} << 20;
std::atomic<std::int64_t> reading_memory{0};  // 0: not set

std::int64_t memory_for_reading() {
  static const std::int64_t usual = MemoryBudget().bytes();
  const std::int64_t set = reading_memory.load();
  return set > 0 ? set : usual;
}

}  // namespace

void set_reading_memory(std::int64_t bytes) { reading_memory.store(bytes); }

std::int64_t longest_text() { return std::clamp(memory_for_reading() / 8, megabyte, 1024 * megabyte); }

std::int64_t unpacking_memory() { return std::clamp(memory_for_reading(), 128 * megabyte, 1024 * megabyte); }

void refuse_long_text(const std::string& place, const std::string& what, std::int64_t most) {
  throw Error(ErrorCode::data, place, what + " is longer than " + format_bytes(most),
              "is this text? if it is, raise --memory");
}

}  // namespace couplet
