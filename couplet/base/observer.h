// How the library tells the outside what it is doing. The library itself never prints.
#pragma once

#include <cstdint>
#include <string_view>

namespace couplet {

/// Receives progress and warnings. Calls come from one thread at a time. The default ignores everything.
class Observer {
 public:
  virtual ~Observer() = default;
  /// A stage starts: "reading pairs", total units of work (0: unknown), unit "pairs".
  virtual void begin(std::string_view /*stage*/, std::int64_t /*total*/, std::string_view /*unit*/) {}
  /// So many units were done before this run, as by one that wrote a checkpoint: told once, after begin. The rate and
  /// the time left are those of the others.
  virtual void resume(std::int64_t /*done*/) {}
  /// Units done, those before this run among them.
  virtual void advance(std::int64_t /*done*/) {}
  /// How the innermost stage goes, in a few words that stand beside its progress until others come: "perplexity 92.1".
  virtual void remark(std::string_view /*words*/) {}
  virtual void end() {}
  /// Something the user should know that is not an error.
  virtual void warn(std::string_view /*message*/) {}

  /// A detail for the curious.
  virtual void note(std::string_view /*message*/) {}

  static Observer& silent();
};

/// Begins a stage and ends it when it goes out of scope.
class Stage {
 public:
  Stage(Observer& observer, std::string_view name, std::int64_t total = 0, std::string_view unit = "")
      : observer_(observer) {
    observer_.begin(name, total, unit);
  }
  ~Stage() { observer_.end(); }
  Stage(const Stage&) = delete;
  Stage& operator=(const Stage&) = delete;
  /// See Observer::resume; nothing when nothing was done.
  void resume_at(std::int64_t done) {
    if (done > 0) observer_.resume(done);
  }
  void advance_to(std::int64_t done) { observer_.advance(done); }
  void remark(std::string_view words) { observer_.remark(words); }

 private:
  Observer& observer_;
};

}  // namespace couplet
