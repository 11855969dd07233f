// A promise about how much memory a run may take.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace couplet {

/// Bytes a run may use for what grows with the data. Checked before large allocations, not enforced by the allocator.
class MemoryBudget {
 public:
  /// Half of the machine's memory.
  MemoryBudget();
  explicit MemoryBudget(std::int64_t bytes) : bytes_(bytes) {}
  std::int64_t bytes() const { return bytes_; }
  /// Throws Error(io) when `what` needs more than the budget: "ICD features need 3.1 GB; raise --memory (now 2.0 GB)".
  void require(std::int64_t bytes, std::string_view what) const;

 private:
  std::int64_t bytes_;
};

/// "512", "300M", "4G", "1.5GiB" to bytes (powers of 1024). Throws Error(usage).
std::int64_t parse_bytes(std::string_view text);
/// 1536 -> "1.5 KB".
std::string format_bytes(std::int64_t bytes);

}  // namespace couplet
