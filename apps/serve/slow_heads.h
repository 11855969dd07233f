// Connections whose next request does not come to the end of its head: sent byte by byte, it would hold one for ever.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

namespace couplet {

/// Shuts the sockets of connections that wait longer for the end of a head than they may.
class SlowHeads {
 public:
  using Clock = std::chrono::steady_clock;

  /// One connection; its threads say what it does.
  class Connection {
   public:
    explicit Connection(int socket) : socket_(socket) { wait(); }
    /// For the head of a request, from now on.
    void wait() { since_ = Clock::now().time_since_epoch().count(); }
    /// It is there.
    void go_on() { since_ = never; }

   private:
    friend class SlowHeads;
    static constexpr Clock::rep never = INT64_MAX;
    int socket_;
    std::atomic<Clock::rep> since_;
  };

  explicit SlowHeads(Clock::duration most);
  ~SlowHeads();

  Connection* add(int socket);
  /// Before its socket is closed: its number may then be another's.
  void remove(Connection* connection);

 private:
  void watch();

  const Clock::duration most_;
  std::mutex changing_;
  std::condition_variable ended_;
  bool ending_ = false;
  std::map<Connection*, std::unique_ptr<Connection>> connections_;
  std::thread watcher_;
};

}  // namespace couplet
