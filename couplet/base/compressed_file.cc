#define ZLIB_CONST
#include "couplet/base/compressed_file.h"

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <new>

#include "couplet/base/error.h"

namespace couplet {

class CompressedFile::Compressor {
 public:
  Compressor() : buffer_(1 << 16, '\0') {}
  virtual ~Compressor() = default;
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  virtual void take(std::string_view bytes, bool finish, AtomicFile& file) = 0;

 protected:
  std::string buffer_;
};

namespace {

class GzipCompressor final : public CompressedFile::Compressor {
 public:
  GzipCompressor() {
    constexpr int as_gzip = 16, memory_level = 8;
    if (deflateInit2(&stream_, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~GzipCompressor() override { deflateEnd(&stream_); }

  void take(std::string_view bytes, bool finish, AtomicFile& file) override {
    stream_.next_in = reinterpret_cast<const Bytef*>(bytes.data());
    stream_.avail_in = static_cast<uInt>(bytes.size());
    for (;;) {
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      const int status = deflate(&stream_, finish ? Z_FINISH : Z_NO_FLUSH);
      file.write(std::string_view(buffer_).substr(0, buffer_.size() - stream_.avail_out));
      if (finish ? status == Z_STREAM_END : stream_.avail_in == 0 && stream_.avail_out > 0) return;
    }
  }

 private:
  z_stream stream_{};
};

class XzCompressor final : public CompressedFile::Compressor {
 public:
  XzCompressor() {
    if (lzma_easy_encoder(&stream_, LZMA_PRESET_DEFAULT, LZMA_CHECK_CRC64) != LZMA_OK) throw std::bad_alloc();
  }
  ~XzCompressor() override { lzma_end(&stream_); }

  void take(std::string_view bytes, bool finish, AtomicFile& file) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream_.avail_in = bytes.size();
    for (;;) {
      stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer_.data());
      stream_.avail_out = buffer_.size();
      const lzma_ret status = lzma_code(&stream_, finish ? LZMA_FINISH : LZMA_RUN);
      if (status != LZMA_OK && status != LZMA_STREAM_END) throw std::bad_alloc();
      file.write(std::string_view(buffer_).substr(0, buffer_.size() - stream_.avail_out));
      if (finish ? status == LZMA_STREAM_END : stream_.avail_in == 0 && stream_.avail_out > 0) return;
    }
  }

 private:
  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class ZstdCompressor final : public CompressedFile::Compressor {
 public:
  ZstdCompressor() : stream_(ZSTD_createCCtx()) {
    if (!stream_) throw std::bad_alloc();
  }
  ~ZstdCompressor() override { ZSTD_freeCCtx(stream_); }

  void take(std::string_view bytes, bool finish, AtomicFile& file) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    for (;;) {
      ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
      const std::size_t left = ZSTD_compressStream2(stream_, &out, &in, finish ? ZSTD_e_end : ZSTD_e_continue);
      if (ZSTD_isError(left)) throw Error(ErrorCode::internal, "zstd", ZSTD_getErrorName(left), "");
      file.write(std::string_view(buffer_).substr(0, out.pos));
      if (finish ? left == 0 : in.pos == in.size) return;
    }
  }

 private:
  ZSTD_CCtx* stream_;
};

std::unique_ptr<CompressedFile::Compressor> compressor_for(const std::string& path) {
  if (path.ends_with(".gz")) return std::make_unique<GzipCompressor>();
  if (path.ends_with(".xz")) return std::make_unique<XzCompressor>();
  if (path.ends_with(".zst")) return std::make_unique<ZstdCompressor>();
  return nullptr;
}

}  // namespace

CompressedFile::CompressedFile(const std::string& path) : file_(path), compressor_(compressor_for(path)) {}
CompressedFile::~CompressedFile() = default;

void CompressedFile::write(std::string_view bytes) {
  if (!compressor_) return file_.write(bytes);
  constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
  for (; !bytes.empty(); bytes.remove_prefix(std::min(most, bytes.size())))
    compressor_->take(bytes.substr(0, most), false, file_);
}

void CompressedFile::commit() {
  if (compressor_) compressor_->take({}, true, file_);
  file_.commit();
}

}  // namespace couplet
