// An HTTP server for answers that a function gives: who may ask, how much, how long, and how it ends.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "couplet/base/stop.h"

namespace couplet {

class BodyStream;  // body_stream.h

struct HttpReply {
  int status = 200;
  std::string body = {};
  std::string type = "application/json";
  bool zipped = false;  // the body is gzipped
  /// In the place of the body: read until it ends.
  std::shared_ptr<BodyStream> stream = nullptr;
};

struct HttpRequest {
  std::string method, path, body;
  bool wants_lines = false;  // JSON Lines rather than one object
  bool takes_gzip = false;
  /// Sends a reply whose stream is written on while the answer is still being made; what the answer then returns is
  /// not sent. Only for long requests; may be empty.
  std::function<void(HttpReply reply)> start = {};
};

struct ServerOptions {
  std::string address = "127.0.0.1";
  int port = 7171;                    // 0: any that is free
  std::string token = {};             // demanded below /api/ as "Authorization: Bearer TOKEN"; empty: none
  int threads = 2;                    // that answer
  std::int64_t most_bytes = 8 << 20;  // of a body
  unsigned most_connections = 256;    // at once
  std::size_t most_waiting = 64;      // long requests that wait for a thread
  double seconds = 60;                // for one request, its reading included
};

/// Answers until it is destroyed. Requests are refused that come from a page of another site (Host, Origin: a browser
/// must not be talked into asking), lack the token, are too large, too many or too slow.
class Server {
 public:
  /// answer: called from several threads at once. The token is set when the time is over, or the server ends.
  using Answer = std::function<HttpReply(const HttpRequest& request, const StopToken& stop)>;
  /// is_long: requests that shall not hold up others; they wait for a thread of their own.
  using IsLong = std::function<bool(const HttpRequest& request)>;

  /// Error(io) when the address cannot be had.
  Server(const ServerOptions& options, Answer answer, IsLong is_long);
  /// Takes no more requests, and waits for those that run, up to ten seconds.
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const;

 private:
  class Daemon;
  std::unique_ptr<Daemon> daemon_;
};

/// {"error":{"code","message","place","problem","remedy"}}
HttpReply error_reply(int status, const std::string& code, const std::string& place, const std::string& problem,
                      const std::string& remedy);

}  // namespace couplet
