#include "couplet/model/fit_report.h"

#include <fmt/format.h>

#include <algorithm>

namespace couplet {

std::string ReportEntry::text() const {
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *whole);
  return fmt::format(fmt::runtime("{:" + format + "}"), std::get<double>(value));
}

const ReportEntry* FitReport::find(std::string_view name) const {
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const ReportEntry& entry) { return entry.name == name; });
  return found == entries.end() ? nullptr : &*found;
}

}  // namespace couplet
