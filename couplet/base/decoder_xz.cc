#include <lzma.h>

#include <new>

#include "couplet/base/decoder.h"

namespace couplet {
namespace {

class XzDecoder : public Input::Decoder {
 public:
  explicit XzDecoder(std::unique_ptr<ByteSource> source) : Decoder(std::move(source)) {
    if (lzma_stream_decoder(&stream_, static_cast<std::uint64_t>(unpacking_memory()), LZMA_CONCATENATED) != LZMA_OK)
      throw std::bad_alloc();
  }
  ~XzDecoder() override { lzma_end(&stream_); }

  std::int64_t read(char* buffer, std::int64_t capacity) override {
    while (!at_end_) {
      const std::string_view bytes = source().peek();
      stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
      stream_.avail_in = bytes.size();
      stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer);
      stream_.avail_out = static_cast<std::size_t>(capacity);
      const lzma_ret status = lzma_code(&stream_, bytes.empty() ? LZMA_FINISH : LZMA_RUN);
      source().consume(bytes.size() - stream_.avail_in);
      const std::int64_t produced = capacity - static_cast<std::int64_t>(stream_.avail_out);
      if (status == LZMA_MEM_ERROR) throw std::bad_alloc();
      if (status == LZMA_MEMLIMIT_ERROR) fail_large("xz");
      if (status != LZMA_OK && status != LZMA_STREAM_END && status != LZMA_BUF_ERROR) fail_damaged("xz");
      at_end_ = status == LZMA_STREAM_END;
      if (produced > 0) return produced;
      if (bytes.empty() && !at_end_ && status == LZMA_BUF_ERROR) fail_early("xz");
    }
    return 0;
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<Input::Decoder> make_xz_decoder(std::unique_ptr<ByteSource> source) {
  return std::make_unique<XzDecoder>(std::move(source));
}

}  // namespace couplet
