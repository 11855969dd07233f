// Keeps what an observer is told of progress.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/observer.h"

namespace couplet {

/// Of each stage, by name: the steps told, and the total of its last beginning.
class RecordedProgress : public Observer {
 public:
  void begin(std::string_view stage, std::int64_t total, std::string_view) override {
    open_.emplace_back(stage);
    totals[open_.back()] = total;
    steps[open_.back()];
  }
  void advance(std::int64_t done) override { steps[open_.back()].push_back(done); }
  void end() override { open_.pop_back(); }

  /// Did the stage move, never back, and reach its total?
  bool went_through(const std::string& stage, std::size_t least_steps) const {
    const auto found = steps.find(stage);
    if (found == steps.end() || found->second.size() < least_steps) return false;
    for (std::size_t k = 1; k < found->second.size(); ++k)
      if (found->second[k] < found->second[k - 1]) return false;
    return found->second.back() == totals.at(stage);
  }

  std::map<std::string, std::vector<std::int64_t>> steps;
  std::map<std::string, std::int64_t> totals;

 private:
  std::vector<std::string> open_;
};

}  // namespace couplet
