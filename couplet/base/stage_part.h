// Progress of work inside a stage.
#pragma once

#include <algorithm>
#include <mutex>

#include "couplet/base/observer.h"

namespace couplet {

/// An observer for work that is a part of a stage: a stage begun here moves the outer one from `first` to `last`,
/// never back, and stages within that one move nothing. What was done before stays with the inner stage: the outer one
/// has a rate of its own. Warnings, notes and remarks go on.
class StagePart final : public Observer {
 public:
  StagePart(Observer& outer, std::int64_t first, std::int64_t last)
      : outer_(outer), first_(first), last_(last), reached_(first) {}
  void begin(std::string_view, std::int64_t total, std::string_view) override {
    if (depth_++ == 0) total_ = total;
  }
  void advance(std::int64_t done) override {
    if (depth_ != 1 || total_ <= 0) return;
    const std::int64_t reached = first_ + (last_ - first_) * std::min(done, total_) / total_;
    if (reached > reached_) outer_.advance(reached_ = reached);
  }
  void end() override { --depth_; }
  void remark(std::string_view words) override { outer_.remark(words); }
  void warn(std::string_view message) override { outer_.warn(message); }
  void note(std::string_view message) override { outer_.note(message); }

 private:
  Observer& outer_;
  std::int64_t first_, last_, reached_, total_ = 0;
  int depth_ = 0;
};

/// Steps of a stage that several threads take: the observer hears of them one at a time.
class SharedSteps {
 public:
  explicit SharedSteps(Stage& stage) : stage_(stage) {}
  void add(std::int64_t steps) {
    const std::lock_guard lock(mutex_);
    stage_.advance_to(done_ += steps);
  }

 private:
  Stage& stage_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
};

}  // namespace couplet
