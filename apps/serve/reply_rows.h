// The rows of a task on their way into a reply: one object, or JSON Lines that are sent while they are made.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "apps/serve/body_stream.h"
#include "apps/serve/server.h"
#include "couplet/tasks/json_rows.h"

namespace couplet {

class ReplyRows final : public RowSink {
 public:
  /// most: rows of a reply that is one object; lines that are sent as they come may be any number.
  ReplyRows(const HttpRequest& request, std::int64_t most, const StopToken& stop)
      : request_(request), left_(most), stop_(stop) {}

  void begin(std::string_view kind, std::span<const Column> columns) override { objects_.emplace(kind, columns); }
  /// Error(usage) for too many; Error(interrupted) when nobody reads them any more.
  void row(std::span<const Cell> cells) override;

  /// Rows so far that have not been sent; separated by commas, or a line each.
  const std::string& text() const { return text_; }
  /// True: the reply is under way, and text() the rest of it.
  bool started() const { return stream_ != nullptr; }
  /// Sends what is left, and `last`.
  void finish(std::string_view last = "");

 private:
  void send();
  const HttpRequest& request_;
  std::int64_t left_;
  const StopToken& stop_;
  std::optional<JsonObjects> objects_;
  std::string text_;
  std::shared_ptr<BodyStream> stream_;
};

}  // namespace couplet
