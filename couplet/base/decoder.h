// The formats that Input can read. Each decoder turns a ByteSource into plain bytes.
#pragma once

#include <cstdint>
#include <memory>

#include "couplet/base/byte_source.h"
#include "couplet/base/error.h"
#include "couplet/base/input.h"
#include "couplet/base/memory.h"
#include "couplet/base/reading_limit.h"

namespace couplet {

class Input::Decoder {
 public:
  explicit Decoder(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}
  virtual ~Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;

  /// Up to `capacity` (> 0) plain bytes; 0 only at the end.
  virtual std::int64_t read(char* buffer, std::int64_t capacity) = 0;
  /// Goes on at the plain byte `offset` where that can be found without reading all before it.
  virtual bool seek(std::int64_t) { return false; }

  ByteSource& source() { return *source_; }
  const ByteSource& source() const { return *source_; }

 protected:
  [[noreturn]] void fail_early(const char* format) const { fail(format, "data ends early"); }
  [[noreturn]] void fail_damaged(const char* format) const { fail(format, "data is damaged"); }
  [[noreturn]] void fail_large(const char* format) const {
    throw Error(
        ErrorCode::io, source_->name(),
        std::string("the ") + format + " data needs more than " + format_bytes(unpacking_memory()) + " to unpack",
        "compress it with a smaller window, or raise --memory");
  }

 private:
  [[noreturn]] void fail(const char* format, const char* what) const {
    throw Error(ErrorCode::data, source_->name(), std::string("the ") + format + " " + what,
                "copy or download the file again");
  }

  std::unique_ptr<ByteSource> source_;
};

std::unique_ptr<Input::Decoder> make_plain_decoder(std::unique_ptr<ByteSource> source);
std::unique_ptr<Input::Decoder> make_gzip_decoder(std::unique_ptr<ByteSource> source);
std::unique_ptr<Input::Decoder> make_xz_decoder(std::unique_ptr<ByteSource> source);
std::unique_ptr<Input::Decoder> make_zstd_decoder(std::unique_ptr<ByteSource> source);
/// Sparse rows of a .npz file as lines "column:value column:value". The whole file is read at once.
std::unique_ptr<Input::Decoder> make_npz_decoder(std::unique_ptr<ByteSource> source);

}  // namespace couplet
