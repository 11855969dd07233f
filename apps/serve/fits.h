// Models fitted in the background, one after the other, with their progress as events.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "apps/serve/body_stream.h"
#include "couplet/base/parallel.h"
#include "couplet/model/data.h"

namespace couplet {

/// What to fit.
struct FitOrder {
  std::string name, method;
  std::map<std::string, std::string> parameters;
  Data data;
};

class Fits {
 public:
  /// done: called with the model's file when it is there. Error(io) when the folder is none.
  Fits(std::string folder, Pool pool, std::function<void(const std::string& name, const std::string& file)> done);
  ~Fits() { end(); }

  /// Cancels all, waits for the one that runs, and takes no more. Others may go on asking.
  void end();

  /// Its number. Error(usage) for a method, name or parameter that there is not, when too many wait, or after the end.
  std::int64_t add(FitOrder order);
  /// [{"fit","name","method","state","progress",...}]: what was asked for.
  std::string describe() const;
  /// One of them; empty when there is none of that number.
  std::string describe(std::int64_t number) const;
  /// Server-sent events: its state now, and each time it changes; ends when it is done, failed or cancelled. Null when
  /// there is none of that number.
  std::shared_ptr<BodyStream> events(std::int64_t number);
  /// False when there is none of that number.
  bool cancel(std::int64_t number);

 private:
  struct Fit;
  class Progress;
  void work();
  void run(Fit& fit);
  void change(Fit& fit, const std::function<void()>& how);
  std::string describe(const Fit& fit) const;

  std::string folder_;
  Pool pool_;
  std::function<void(const std::string&, const std::string&)> done_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<std::shared_ptr<Fit>> fits_;  // by number
  bool ending_ = false;
  std::jthread thread_;
};

}  // namespace couplet
