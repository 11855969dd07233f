// What a fit says about itself: numbers as numbers, with how people see them.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace couplet {

struct ReportEntry {
  std::string name;
  std::variant<std::string, std::int64_t, double> value;
  std::string format = {};  // of a real, as fmt has it: ".6g"; empty: the shortest form that reads back the same
  /// The value as people see it.
  std::string text() const;
};

/// Entries in a fixed order: "pairs", "unknown left", "hsic", "seconds", ... A name may stand several times.
struct FitReport {
  std::vector<ReportEntry> entries;

  void add(std::string name, std::string text) { entries.push_back({std::move(name), std::move(text)}); }
  void add(std::string name, std::integral auto number) {
    entries.push_back({std::move(name), static_cast<std::int64_t>(number)});
  }
  void add(std::string name, std::floating_point auto number, std::string format) {
    entries.push_back({std::move(name), static_cast<double>(number), std::move(format)});
  }
  /// The first entry of that name; null when there is none.
  const ReportEntry* find(std::string_view name) const;
};

}  // namespace couplet
