#include "apps/serve/reply_rows.h"

#include "couplet/base/error.h"

namespace couplet {

constexpr std::size_t sent_at_once = 256 << 10;  // bytes; a shorter answer is one piece, with its own status

void ReplyRows::row(std::span<const Cell> cells) {
  const bool streams = request_.wants_lines && request_.start;
  if (!streams && left_-- <= 0)
    throw Error(ErrorCode::usage, "", "the answer has too many rows", "ask for less at once, or set top");
  if (!request_.wants_lines && !text_.empty()) text_ += ',';
  objects_->append(text_, cells);
  if (request_.wants_lines) text_ += '\n';
  if (streams && text_.size() >= sent_at_once) send();
}

void ReplyRows::send() {
  if (!stream_) {
    stream_ = std::make_shared<BodyStream>();
    request_.start({.type = "application/x-ndjson", .stream = stream_});
  }
  if (!stream_->write(text_, stop_)) throw Error(ErrorCode::interrupted, "", "nobody reads the answer");
  text_.clear();
}

void ReplyRows::finish(std::string_view last) {
  stream_->write(text_ + std::string(last), stop_);
  stream_->end();
}

}  // namespace couplet
