// A body that is made while it is sent.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "couplet/base/stop.h"

namespace couplet {

/// One writes, the connection reads; either may end it. Safe between the two threads.
class BodyStream {
 public:
  /// Adds bytes; waits while the reader lags by more than a megabyte. False: nobody reads any more, or the time is
  /// over.
  bool write(std::string_view bytes, const StopToken& stop);
  /// The same without waiting: bytes that do not fit are left out. For news that soon is old.
  bool offer(std::string_view bytes);
  /// No more will come.
  void end();

  enum class Got { bytes, later, end };
  /// Up to `most` bytes into out. later: nothing is there yet; `wake` is called once when that changes, and `sleep`
  /// was called first, both under the lock of the stream.
  Got read(char* out, std::size_t most, std::size_t& count, const std::function<void()>& sleep,
           std::function<void()> wake);
  /// Nobody reads any more: what is written is forgotten, and the writer told.
  void close();

 private:
  void wake_reader();
  std::mutex mutex_;
  std::condition_variable read_;
  std::string waiting_;
  std::size_t taken_ = 0;  // of waiting_
  bool ended_ = false, closed_ = false;
  std::function<void()> wake_;
};

}  // namespace couplet
