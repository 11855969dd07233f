// The Python thread that asked for long work: while the library computes on a thread of its own, this one lets others
// have the interpreter, and does what only it may do: Ctrl-C, warnings, progress, reading a caller's iterator.
#pragma once

#include <pybind11/pybind11.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <string>

#include "couplet/base/run.h"

namespace couplet::python {

namespace py = pybind11;

class Caller {
 public:
  /// settings: a dict with threads, memory (bytes, 0: half of the machine's), seed, and watcher, which has
  /// warn(message) and progress(stage, done, total, unit).
  explicit Caller(const py::dict& settings);
  ~Caller();

  /// Runs work on another thread and waits for it, with the interpreter free for others. Throws what work throws;
  /// after Ctrl-C, or when a Python function fails, work is stopped and that exception thrown.
  void run(const std::function<void(const Run& run)>& work);

  /// From the work's threads: runs `question` in the thread that waits, with the interpreter. Error(interrupted) when
  /// it fails; run() throws the true reason.
  void ask(const std::function<void()>& question);

 private:
  class Messages;
  struct Question {
    const std::function<void()>* ask;
    bool done = false;
  };
  void answer_questions();
  /// Signals, warnings, progress. A Python exception is kept, and the work told to stop.
  void look_after();
  void keep_failure();

  py::object watcher_;
  int threads_;
  std::int64_t memory_;
  std::uint64_t seed_;
  StopToken stop_;
  std::unique_ptr<Messages> messages_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Question*> questions_;
  bool ended_ = false;
  std::exception_ptr failure_;         // of the work
  std::exception_ptr python_failure_;  // of a Python function, or Ctrl-C
};

/// After a fork the threads of the pools are gone in the child: it makes new ones.
void forget_threads();

}  // namespace couplet::python
