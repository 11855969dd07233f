#define ZLIB_CONST
#include <zlib.h>

#include <algorithm>
#include <new>

#include "couplet/base/decoder.h"

namespace couplet {
namespace {

class GzipDecoder : public Input::Decoder {
 public:
  explicit GzipDecoder(std::unique_ptr<ByteSource> source) : Decoder(std::move(source)) {
    constexpr int only_gzip = 16;
    if (inflateInit2(&stream_, MAX_WBITS + only_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~GzipDecoder() override { inflateEnd(&stream_); }

  std::int64_t read(char* buffer, std::int64_t capacity) override {
    const auto room = static_cast<uInt>(std::min<std::int64_t>(capacity, 1 << 30));
    for (;;) {
      const std::string_view bytes = source().peek();
      if (between_members_) {
        if (bytes.empty()) return 0;
        if (bytes.front() == '\0') {  // tapes and block devices pad with zeros
          source().consume(1);
          continue;
        }
        inflateReset(&stream_);
        between_members_ = false;
      }
      stream_.next_in = reinterpret_cast<const Bytef*>(bytes.data());
      stream_.avail_in = static_cast<uInt>(bytes.size());
      stream_.next_out = reinterpret_cast<Bytef*>(buffer);
      stream_.avail_out = room;
      const int status = inflate(&stream_, Z_NO_FLUSH);
      source().consume(bytes.size() - stream_.avail_in);
      const std::int64_t produced = room - stream_.avail_out;
      if (status == Z_MEM_ERROR) throw std::bad_alloc();
      if (status != Z_OK && status != Z_STREAM_END && status != Z_BUF_ERROR) fail_damaged("gzip");
      between_members_ = status == Z_STREAM_END;
      if (produced > 0) return produced;
      if (bytes.empty()) fail_early("gzip");
    }
  }

 private:
  z_stream stream_{};
  bool between_members_ = false;
};

}  // namespace

std::unique_ptr<Input::Decoder> make_gzip_decoder(std::unique_ptr<ByteSource> source) {
  return std::make_unique<GzipDecoder>(std::move(source));
}

}  // namespace couplet
