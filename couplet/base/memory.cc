#include "couplet/base/memory.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstddef>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::array<char, 5> unit_letters{'K', 'M', 'G', 'T', 'P'};

char upper(char letter) { return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter; }

/// The factor of "", "B", "M", "MB" or "MiB" in any case; 0 for anything else.
double unit_factor(std::string_view unit) {
  if (unit.empty() || (unit.size() == 1 && upper(unit[0]) == 'B')) return 1;
  const auto letter = std::find(unit_letters.begin(), unit_letters.end(), upper(unit[0]));
  if (letter == unit_letters.end()) return 0;
  std::string_view rest = unit.substr(1);
  if (rest.size() == 2 && upper(rest[0]) == 'I') rest.remove_prefix(1);
  if (!rest.empty() && (rest.size() != 1 || upper(rest[0]) != 'B')) return 0;
  return std::ldexp(1.0, 10 * static_cast<int>(letter - unit_letters.begin() + 1));
}

}  // namespace

MemoryBudget::MemoryBudget() {
  const auto pages = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<std::int64_t>(sysconf(_SC_PAGESIZE));
  // A machine that does not tell is taken to be a small one.
  bytes_ = pages > 0 && page_bytes > 0 ? pages * page_bytes / 2 : std::int64_t{1} << 30;
}

void MemoryBudget::require(std::int64_t bytes, std::string_view what) const {
  if (bytes <= bytes_) return;
  throw Error(ErrorCode::io, "", fmt::format("{} need {}", what, format_bytes(bytes)),
              fmt::format("raise --memory (now {})", format_bytes(bytes_)));
}

std::int64_t parse_bytes(std::string_view text) {
  const auto refuse = [&](std::string_view problem) {
    return Error(ErrorCode::usage, "", fmt::format("\"{}\" {}", text, problem),
                 "write it like 512, 300M, 4G or 1.5GiB");
  };
  double number = 0;
  // chars_format::fixed still takes "inf", "nan" and a minus sign.
  const bool starts_well = !text.empty() && text[0] >= '0' && text[0] <= '9';
  const auto [rest, failure] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (!starts_well || failure != std::errc{}) throw refuse("is not a size");
  std::string_view unit = text.substr(rest - text.data());
  while (!unit.empty() && unit.front() == ' ') unit.remove_prefix(1);
  const double factor = unit_factor(unit);
  if (factor == 0) throw refuse("is not a size");
  const double bytes = std::floor(number * factor);
  if (!(bytes < 0x1p63)) throw refuse("is too large");
  return static_cast<std::int64_t>(bytes);
}

std::string format_bytes(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  // 1023.95 would be printed as 1024.0.
  while (value >= 1023.95 && unit + 1 < unit_letters.size()) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.1f} {}B", value, unit_letters[unit]);
}

}  // namespace couplet
