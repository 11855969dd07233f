#include "apps/serve/server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <microhttpd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "apps/serve/body_stream.h"
#include "apps/serve/refusal.h"
#include "apps/serve/slow_heads.h"
#include "apps/serve/work_queue.h"
#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr unsigned idle_seconds = 5;                // a silent connection is closed
constexpr double head_seconds = 10;                 // one that does not come to the end of a head, too
constexpr std::size_t connection_bytes = 64 << 10;  // for the head of a request
constexpr auto grace = std::chrono::seconds(10);    // for what runs when the server ends
constexpr const char* headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
     "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cache-Control", "no-store"},
};

/// A request on its way, and its answer. The connection has it, and the thread that answers.
struct Exchange {
  HttpRequest request;
  HttpReply reply;
  bool answered = false;  // the reply may be sent; before that no other thread looks at it
  Deadlines::Clock::time_point end;
  StopToken stop;

  ~Exchange() {
    if (reply.stream) reply.stream->close();
  }
};

Deadlines::Clock::duration duration_of(double seconds) {
  return std::chrono::duration_cast<Deadlines::Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string_view header_of(MHD_Connection* connection, const char* name) {
  const char* value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
  return value ? value : "";
}

/// What the connection reads a stream with.
struct StreamReader {
  std::shared_ptr<BodyStream> stream;
  MHD_Connection* connection;

  static ssize_t read(void* self, std::uint64_t, char* out, std::size_t most) {
    const auto& reader = *static_cast<StreamReader*>(self);
    std::size_t count = 0;
    const auto got = reader.stream->read(
        out, most, count, [&] { MHD_suspend_connection(reader.connection); },
        [connection = reader.connection] { MHD_resume_connection(connection); });
    if (got == BodyStream::Got::end) return MHD_CONTENT_READER_END_OF_STREAM;
    return static_cast<ssize_t>(count);
  }
  static void release(void* self) { delete static_cast<StreamReader*>(self); }
};

MHD_Response* response_of(MHD_Connection* connection, const HttpReply& reply) {
  if (!reply.stream)
    return MHD_create_response_from_buffer(reply.body.size(), const_cast<char*>(reply.body.data()),
                                           MHD_RESPMEM_MUST_COPY);
  constexpr std::size_t piece = 32 << 10;
  return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, piece, &StreamReader::read,
                                           new StreamReader{reply.stream, connection}, &StreamReader::release);
}

MHD_Result send(MHD_Connection* connection, const HttpReply& reply, bool close) {
  MHD_Response* response = response_of(connection, reply);
  if (!response) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply.type.c_str());
  if (reply.zipped) MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_ENCODING, "gzip");
  for (const auto& [name, value] : headers) MHD_add_response_header(response, name, value);
  if (close) MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  if (reply.status == MHD_HTTP_SERVICE_UNAVAILABLE) MHD_add_response_header(response, "Retry-After", "1");
  const MHD_Result result = MHD_queue_response(connection, static_cast<unsigned>(reply.status), response);
  MHD_destroy_response(response);
  return result;
}

}  // namespace

class Server::Daemon {
 public:
  Daemon(const ServerOptions& options, Answer answer, IsLong is_long)
      : options_(options),
        answer_(std::move(answer)),
        is_long_(std::move(is_long)),
        slow_heads_(duration_of(std::clamp(options.seconds, 1.0, head_seconds))),
        queue_(std::make_unique<WorkQueue>(options.threads, options.most_waiting)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(options.port));
    if (inet_pton(AF_INET, options.address.c_str(), &address.sin_addr) != 1)
      throw Error(ErrorCode::usage, "--listen", "'" + options.address + "' is no address", "give one like 0.0.0.0");
    daemon_ = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, nullptr, nullptr, &Daemon::on_request, this,
        MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_THREAD_POOL_SIZE, static_cast<unsigned>(options.threads),
        MHD_OPTION_CONNECTION_LIMIT, options.most_connections, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, connection_bytes, MHD_OPTION_NOTIFY_COMPLETED, &Daemon::on_completed, this,
        MHD_OPTION_NOTIFY_CONNECTION, &Daemon::on_connection, this, MHD_OPTION_END);
    if (!daemon_)
      throw Error(ErrorCode::io, fmt::format("{}:{}", options.address, options.port), "cannot be listened at",
                  "choose another --port, or end what uses it");
  }

  ~Daemon() {
    if (const int listening = MHD_quiesce_daemon(daemon_); listening >= 0) close(listening);
    const auto end = Deadlines::Clock::now() + grace;
    while (under_way_ > 0 && Deadlines::Clock::now() < end) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    deadlines_.end_all();
    queue_.reset();
    MHD_stop_daemon(daemon_);
  }

  int port() const { return MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_BIND_PORT)->port; }

 private:
  static MHD_Result on_request(void* self, MHD_Connection* connection, const char* path, const char* method,
                               const char*, const char* data, std::size_t* size, void** state) {
    try {
      return static_cast<Daemon*>(self)->take(connection, path, method, std::string_view(data ? data : "", *size), size,
                                              *reinterpret_cast<std::shared_ptr<Exchange>**>(state));
    } catch (...) {  // no exception may pass through C; the connection is closed
      return MHD_NO;
    }
  }

  static void on_connection(void* self, MHD_Connection* connection, void** state, MHD_ConnectionNotificationCode what) {
    SlowHeads& heads = static_cast<Daemon*>(self)->slow_heads_;
    const auto* socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (what == MHD_CONNECTION_NOTIFY_STARTED)
      *state = socket ? heads.add(socket->connect_fd) : nullptr;
    else if (*state)
      heads.remove(static_cast<SlowHeads::Connection*>(*state));
  }

  /// What on_connection made of it; null: nothing.
  static SlowHeads::Connection* watched(MHD_Connection* connection) {
    const auto* info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? static_cast<SlowHeads::Connection*>(info->socket_context) : nullptr;
  }

  static void on_completed(void* self, MHD_Connection* connection, void** state, MHD_RequestTerminationCode) {
    if (auto* const next = watched(connection)) next->wait();
    auto* exchange = static_cast<std::shared_ptr<Exchange>*>(*state);
    if (!exchange) return;
    --static_cast<Daemon*>(self)->under_way_;
    if ((*exchange)->answered && (*exchange)->reply.stream) (*exchange)->reply.stream->close();
    delete exchange;
    *state = nullptr;
  }

  /// Called when the head is there, for each piece of the body, at its end, and when a long answer is ready.
  MHD_Result take(MHD_Connection* connection, const char* path, const char* method, std::string_view data,
                  std::size_t* size, std::shared_ptr<Exchange>*& state) {
    if (!state) {
      if (auto* const here = watched(connection)) here->go_on();
      state = new std::shared_ptr<Exchange>(std::make_shared<Exchange>());
      const auto& exchange = *state;
      ++under_way_;
      exchange->request = {method, path, "", header_of(connection, "Accept") == "application/x-ndjson",
                           header_of(connection, "Accept-Encoding").find("gzip") != std::string_view::npos};
      exchange->end = Deadlines::Clock::now() + duration_of(options_.seconds);
      const auto refused =
          refusal_of({header_of(connection, "Host"), header_of(connection, "Origin"),
                      header_of(connection, "Authorization"), header_of(connection, "Content-Length"), path},
                     options_);
      return refused ? send(connection, *refused, true) : MHD_YES;
    }
    const std::shared_ptr<Exchange>& exchange = *state;
    if (*size > 0) {
      *size = 0;
      // A client that sends a byte now and then would stay for ever.
      if (Deadlines::Clock::now() > exchange->end) return MHD_NO;
      if (static_cast<std::int64_t>(exchange->request.body.size() + data.size()) > options_.most_bytes) return MHD_NO;
      exchange->request.body += data;
      return MHD_YES;
    }
    if (!exchange->answered && is_long_(exchange->request)) {
      MHD_suspend_connection(connection);
      const bool taken = queue_->add([this, connection, exchange] { answer_long(connection, *exchange); });
      if (taken) return MHD_YES;
      MHD_resume_connection(connection);
      exchange->reply = error_reply(MHD_HTTP_SERVICE_UNAVAILABLE, "busy", "", "too many long requests wait already",
                                    "try again in a moment");
      exchange->answered = true;
      return MHD_YES;
    }
    if (!exchange->answered) answer(*exchange);
    return send(connection, exchange->reply, false);
  }

  /// On a thread of the queue; the connection sleeps until there is a reply to send.
  void answer_long(MHD_Connection* connection, Exchange& exchange) {
    bool started = false;
    exchange.request.start = [&](HttpReply reply) {
      started = true;
      exchange.reply = std::move(reply);
      exchange.answered = true;
      MHD_resume_connection(connection);
    };
    const Deadlines::Watch watch(deadlines_, exchange.stop, exchange.end);
    HttpReply reply = answer_(exchange.request, exchange.stop);
    exchange.request.start = {};
    if (started) return;  // the stream has all of it
    exchange.reply = std::move(reply);
    exchange.answered = true;
    MHD_resume_connection(connection);
  }

  void answer(Exchange& exchange) {
    const Deadlines::Watch watch(deadlines_, exchange.stop, exchange.end);
    exchange.reply = answer_(exchange.request, exchange.stop);
    exchange.answered = true;
  }

  ServerOptions options_;
  Answer answer_;
  IsLong is_long_;
  Deadlines deadlines_;
  SlowHeads slow_heads_;
  std::unique_ptr<WorkQueue> queue_;
  std::atomic<int> under_way_{0};  // requests that are read or answered
  MHD_Daemon* daemon_ = nullptr;
};

Server::Server(const ServerOptions& options, Answer answer, IsLong is_long)
    : daemon_(std::make_unique<Daemon>(options, std::move(answer), std::move(is_long))) {}
Server::~Server() = default;
int Server::port() const { return daemon_->port(); }

}  // namespace couplet
