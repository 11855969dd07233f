#include "apps/serve/body_stream.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace couplet {

constexpr std::size_t most_waiting_bytes = 1 << 20;

void BodyStream::wake_reader() {
  if (auto wake = std::exchange(wake_, nullptr)) wake();
}

bool BodyStream::write(std::string_view bytes, const StopToken& stop) {
  constexpr auto tick = std::chrono::milliseconds(100);
  std::unique_lock lock(mutex_);
  while (!closed_ && waiting_.size() - taken_ >= most_waiting_bytes)
    if (read_.wait_for(lock, tick) == std::cv_status::timeout && stop.requested()) return false;
  if (closed_) return false;
  waiting_ += bytes;
  wake_reader();
  return true;
}

bool BodyStream::offer(std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  if (waiting_.size() - taken_ + bytes.size() > most_waiting_bytes) return true;
  waiting_ += bytes;
  wake_reader();
  return true;
}

void BodyStream::end() {
  const std::lock_guard lock(mutex_);
  ended_ = true;
  wake_reader();
}

BodyStream::Got BodyStream::read(char* out, std::size_t most, std::size_t& count, const std::function<void()>& sleep,
                                 std::function<void()> wake) {
  const std::lock_guard lock(mutex_);
  count = std::min(most, waiting_.size() - taken_);
  if (count == 0) {
    if (ended_) return Got::end;
    sleep();
    wake_ = std::move(wake);
    return Got::later;
  }
  std::copy_n(waiting_.data() + taken_, count, out);
  taken_ += count;
  if (taken_ == waiting_.size() || taken_ > most_waiting_bytes / 2) {
    waiting_.erase(0, taken_);
    taken_ = 0;
  }
  read_.notify_one();
  return Got::bytes;
}

void BodyStream::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  wake_ = nullptr;
  waiting_.clear();
  taken_ = 0;
  read_.notify_all();
}

}  // namespace couplet
