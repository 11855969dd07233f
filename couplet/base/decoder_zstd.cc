#include <zstd.h>
#include <zstd_errors.h>

#include <bit>
#include <new>

#include "couplet/base/decoder.h"

namespace couplet {
namespace {

class ZstdDecoder : public Input::Decoder {
 public:
  explicit ZstdDecoder(std::unique_ptr<ByteSource> source) : Decoder(std::move(source)), stream_(ZSTD_createDStream()) {
    if (!stream_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax,
                           static_cast<int>(std::bit_width(static_cast<std::uint64_t>(unpacking_memory()))) - 1);
  }
  ~ZstdDecoder() override { ZSTD_freeDStream(stream_); }

  std::int64_t read(char* buffer, std::int64_t capacity) override {
    for (;;) {
      const std::string_view bytes = source().peek();
      if (bytes.empty() && between_frames_) return 0;
      ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
      ZSTD_outBuffer out{buffer, static_cast<std::size_t>(capacity), 0};
      const std::size_t status = ZSTD_decompressStream(stream_, &out, &in);
      source().consume(in.pos);
      if (ZSTD_isError(status)) fail_with(ZSTD_getErrorCode(status));
      between_frames_ = status == 0;
      if (out.pos > 0) return static_cast<std::int64_t>(out.pos);
      if (bytes.empty() && !between_frames_) fail_early("zstd");
    }
  }

 private:
  [[noreturn]] void fail_with(ZSTD_ErrorCode code) {
    if (code == ZSTD_error_memory_allocation) throw std::bad_alloc();
    if (code == ZSTD_error_frameParameter_windowTooLarge) fail_large("zstd");
    fail_damaged("zstd");
  }

  ZSTD_DStream* stream_;
  bool between_frames_ = true;
};

}  // namespace

std::unique_ptr<Input::Decoder> make_zstd_decoder(std::unique_ptr<ByteSource> source) {
  return std::make_unique<ZstdDecoder>(std::move(source));
}

}  // namespace couplet
