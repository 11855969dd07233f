#define ZLIB_CONST
#include "couplet/base/gzip_file.h"

#include <zlib.h>

#include <algorithm>
#include <new>

namespace couplet {

struct GzipFile::Compressor {
  Compressor() : buffer(1 << 16, '\0') {
    constexpr int as_gzip = 16, memory_level = 8;
    if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + as_gzip, memory_level,
                     Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  ~Compressor() { deflateEnd(&stream); }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;

  z_stream stream{};
  std::string buffer;
};

GzipFile::GzipFile(const std::string& path) : file_(path) {
  if (path.ends_with(".gz")) compressor_ = std::make_unique<Compressor>();
}
GzipFile::~GzipFile() = default;

void GzipFile::write(std::string_view bytes) {
  if (!compressor_) return file_.write(bytes);
  constexpr std::size_t most = std::size_t{1} << 30;  // zlib counts in 32 bits
  for (; !bytes.empty(); bytes.remove_prefix(std::min(most, bytes.size()))) deflate_all(bytes.substr(0, most), false);
}

void GzipFile::commit() {
  if (compressor_) deflate_all({}, true);
  file_.commit();
}

void GzipFile::deflate_all(std::string_view bytes, bool finish) {
  z_stream& stream = compressor_->stream;
  std::string& buffer = compressor_->buffer;
  stream.next_in = reinterpret_cast<const Bytef*>(bytes.data());
  stream.avail_in = static_cast<uInt>(bytes.size());
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = static_cast<uInt>(buffer.size());
    const int status = deflate(&stream, finish ? Z_FINISH : Z_NO_FLUSH);
    file_.write(std::string_view(buffer).substr(0, buffer.size() - stream.avail_out));
    if (finish ? status == Z_STREAM_END : stream.avail_in == 0 && stream.avail_out > 0) return;
  }
}

}  // namespace couplet
