#include "apps/serve/slow_heads.h"

#include <sys/socket.h>

namespace couplet {

SlowHeads::SlowHeads(Clock::duration most) : most_(most), watcher_([this] { watch(); }) {}

SlowHeads::~SlowHeads() {
  {
    const std::lock_guard lock(changing_);
    ending_ = true;
  }
  ended_.notify_all();
  watcher_.join();
}

SlowHeads::Connection* SlowHeads::add(int socket) {
  auto made = std::make_unique<Connection>(socket);
  Connection* const connection = made.get();
  const std::lock_guard lock(changing_);
  connections_.emplace(connection, std::move(made));
  return connection;
}

void SlowHeads::remove(Connection* connection) {
  const std::lock_guard lock(changing_);
  connections_.erase(connection);
}

void SlowHeads::watch() {
  std::unique_lock lock(changing_);
  while (!ended_.wait_for(lock, most_ / 4, [this] { return ending_; })) {
    const Clock::rep last = (Clock::now() - most_).time_since_epoch().count();
    for (const auto& [connection, unused] : connections_)
      if (connection->since_ < last)
        shutdown(connection->socket_, SHUT_RDWR);  // its thread sees the end, and closes it
  }
}

}  // namespace couplet
