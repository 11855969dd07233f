#include "couplet/base/input.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>

#include "couplet/base/decoder.h"
#include "couplet/base/reading_limit.h"

namespace couplet {
namespace {

using namespace std::string_view_literals;

class PlainDecoder : public Input::Decoder {
 public:
  using Decoder::Decoder;
  std::int64_t read(char* buffer, std::int64_t capacity) override { return source().read(buffer, capacity); }
  bool seek(std::int64_t offset) override { return source().seek(offset); }
};

/// Zstandard data may begin with a skippable frame (pzstd writes one).
bool is_zstd(std::string_view head) {
  if (head.starts_with("\x28\xB5\x2F\xFD"sv)) return true;
  return head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1).starts_with("\x2A\x4D\x18"sv);
}

std::unique_ptr<Input::Decoder> make_decoder(const std::string& path) {
  auto source = std::make_unique<ByteSource>(path);
  const std::string_view head = source->peek(6);
  if (head.starts_with("\x1F\x8B"sv)) return make_gzip_decoder(std::move(source));
  if (head.starts_with("\xFD\x37\x7A\x58\x5A\x00"sv)) return make_xz_decoder(std::move(source));
  if (is_zstd(head)) return make_zstd_decoder(std::move(source));
  if (head.starts_with("PK\x03\x04"sv)) return make_npz_decoder(std::move(source));
  return make_plain_decoder(std::move(source));
}

/// Pipes that were looked into and not read yet, by path.
class KeptStreams {
 public:
  void keep(const std::string& path, Input input) {
    const std::lock_guard lock(mutex_);
    streams_.insert_or_assign(path, std::move(input));
  }
  std::optional<Input> take(const std::string& path) {
    const std::lock_guard lock(mutex_);
    const auto found = streams_.find(path);
    if (found == streams_.end()) return std::nullopt;
    std::optional<Input> input = std::move(found->second);
    streams_.erase(found);
    return input;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, Input> streams_;
};

KeptStreams& kept_streams() {
  static KeptStreams streams;
  return streams;
}

}  // namespace

std::unique_ptr<Input::Decoder> make_plain_decoder(std::unique_ptr<ByteSource> source) {
  return std::make_unique<PlainDecoder>(std::move(source));
}

Input::Input(const std::string& path) {
  if (std::optional<Input> kept = kept_streams().take(path))
    *this = std::move(*kept);
  else
    decoder_ = make_decoder(path);
}
Input::~Input() = default;
Input::Input(Input&&) noexcept = default;
Input& Input::operator=(Input&&) noexcept = default;

std::int64_t Input::read(char* buffer, std::int64_t capacity) {
  if (capacity <= 0) return 0;
  if (looked_at_.empty()) return decoder_->read(buffer, capacity);
  const std::size_t count = looked_at_.copy(buffer, capacity);
  looked_at_.erase(0, count);
  return static_cast<std::int64_t>(count);
}

std::string Input::first_bytes(const std::string& path, std::int64_t count) {
  Input input(path);
  std::string& bytes = input.looked_at_;
  for (std::int64_t had = std::ssize(bytes), more = 1; had < count && more > 0; had += more) {
    bytes.resize(count);
    more = input.decoder_->read(bytes.data() + had, count - had);
    bytes.resize(had + more);
  }
  std::string first = bytes.substr(0, count);
  if (!file_bytes(path)) kept_streams().keep(path, std::move(input));
  return first;
}

bool Input::seek(std::int64_t offset) { return looked_at_.empty() && decoder_->seek(offset); }

std::int64_t Input::position() const { return decoder_->source().position(); }
std::int64_t Input::size() const { return decoder_->source().size(); }
const std::string& Input::name() const { return decoder_->source().name(); }

std::string read_file(const std::string& path) {
  Input input(path);
  std::string content;
  std::size_t length = 0;
  for (;;) {
    if (length > static_cast<std::size_t>(longest_text())) refuse_long_text(input.name(), "the file", longest_text());
    if (length == content.size()) content.resize(std::max<std::size_t>(std::size_t{1} << 16, 2 * length));
    const std::int64_t count = input.read(content.data() + length, static_cast<std::int64_t>(content.size() - length));
    if (count == 0) break;
    length += static_cast<std::size_t>(count);
  }
  content.resize(length);
  return content;
}

}  // namespace couplet
