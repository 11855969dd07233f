// Sparse rows as scipy.sparse.save_npz writes them (a zip file of .npy arrays), read as lines "column:value
// column:value".
#include <fmt/format.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/base/decoder.h"
#include "couplet/base/npy_header.h"

namespace couplet {
namespace {

class NpzDecoder final : public Input::Decoder {
 public:
  explicit NpzDecoder(std::unique_ptr<ByteSource> source) : Decoder(std::move(source)) {
    std::string bytes;
    for (std::string_view part = this->source().peek(1 << 16); !part.empty(); part = this->source().peek(1 << 16)) {
      require_room(bytes.size() + part.size());
      bytes += part;
      this->source().consume(part.size());
    }
    const std::map<std::string, std::string> arrays = unzipped(bytes);
    if (text_of(arrays, "format") != "csr") refuse("is not in rows (csr)");
    offsets_ = integers_of(arrays, "indptr");
    columns_ = integers_of(arrays, "indices");
    values_ = reals_of(arrays, "data");
    const auto entries = static_cast<std::int64_t>(columns_.size());
    bool sound =
        !offsets_.empty() && offsets_.front() == 0 && offsets_.back() == entries && values_.size() == columns_.size();
    for (std::size_t i = 1; i < offsets_.size(); ++i) sound = sound && offsets_[i - 1] <= offsets_[i];
    for (std::size_t e = 0; e < columns_.size(); ++e) sound = sound && columns_[e] >= 0 && std::isfinite(values_[e]);
    if (!sound) fail_damaged("npz");
  }

  std::int64_t read(char* buffer, std::int64_t capacity) override {
    while (at_ == line_.size()) {
      if (row_ + 1 >= offsets_.size()) return 0;
      line_.clear();
      at_ = 0;
      for (std::int64_t e = offsets_[row_]; e < offsets_[row_ + 1]; ++e)
        line_ += fmt::format("{}{}:{}", e > offsets_[row_] ? " " : "", columns_[e], values_[e]);
      line_ += '\n';
      ++row_;
    }
    const auto count = std::min<std::size_t>(line_.size() - at_, static_cast<std::size_t>(capacity));
    std::memcpy(buffer, line_.data() + at_, count);
    at_ += count;
    return static_cast<std::int64_t>(count);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ErrorCode::data, source().name(), "a zip file that " + what,
                "give sparse rows that scipy.sparse.save_npz wrote of a csr matrix, or unpack it first");
  }
  void require_room(std::size_t bytes) const {
    if (static_cast<std::int64_t>(bytes) > unpacking_memory()) fail_large("npz");
  }

  std::uint64_t number(std::string_view bytes, std::size_t at, std::size_t size) const {
    if (at > bytes.size() || bytes.size() - at < size) fail_damaged("npz");
    std::uint64_t value = 0;
    for (std::size_t i = size; i > 0; --i) value = value << 8 | static_cast<unsigned char>(bytes[at + i - 1]);
    return value;
  }
  std::string_view part(std::string_view bytes, std::uint64_t at, std::uint64_t size) const {
    if (at > bytes.size() || bytes.size() - at < size) fail_damaged("npz");
    return bytes.substr(at, size);
  }

  /// The members by their names without ".npy", found by the directory at the end.
  std::map<std::string, std::string> unzipped(std::string_view bytes) const {
    const std::size_t end = bytes.rfind("PK\x05\x06");
    if (end == std::string_view::npos) fail_early("npz");
    const std::uint64_t count = number(bytes, end + 10, 2);
    std::size_t at = number(bytes, end + 16, 4);
    std::map<std::string, std::string> members;
    for (std::uint64_t i = 0; i < count; ++i) {
      if (part(bytes, at, 4) != "PK\x01\x02") fail_damaged("npz");
      const std::uint64_t method = number(bytes, at + 10, 2), packed = number(bytes, at + 20, 4),
                          plain = number(bytes, at + 24, 4), name_size = number(bytes, at + 28, 2),
                          more = number(bytes, at + 30, 2) + number(bytes, at + 32, 2),
                          local = number(bytes, at + 42, 4);
      const std::string_view name = part(bytes, at + 46, name_size);
      const std::uint64_t begin = local + 30 + number(bytes, local + 26, 2) + number(bytes, local + 28, 2);
      const std::string_view content = part(bytes, begin, packed);
      require_room(plain);
      if (name.ends_with(".npy"))
        members[std::string(name.substr(0, name.size() - 4))] =
            method == 0 ? std::string(content) : inflated(content, plain);
      at += 46 + name_size + more;
    }
    return members;
  }

  std::string inflated(std::string_view packed, std::uint64_t plain) const {
    std::string bytes(plain, '\0');
    z_stream stream{};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail_large("npz");
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream.avail_in = static_cast<uInt>(packed.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    const int state = inflate(&stream, Z_FINISH);
    const bool whole = state == Z_STREAM_END && stream.total_out == plain;
    inflateEnd(&stream);
    if (!whole) fail_damaged("npz");
    return bytes;
  }

  /// The numbers of an array of one dimension: its type and its bytes.
  std::pair<std::string, std::string_view> array_of(const std::map<std::string, std::string>& members,
                                                    const char* name) const {
    const auto found = members.find(name);
    if (found == members.end()) refuse("holds no sparse rows");
    const std::string_view bytes = found->second;
    if (!bytes.starts_with("\x93NUMPY")) fail_damaged("npz");
    const std::size_t size_bytes = number(bytes, 6, 1) == 1 ? 2 : 4;
    const std::uint64_t size = number(bytes, 8, size_bytes);
    const NpyHeader header = parse_npy_header(part(bytes, 8 + size_bytes, size), source().name());
    return {header.descr, bytes.substr(8 + size_bytes + size)};
  }
  std::string text_of(const std::map<std::string, std::string>& members, const char* name) const {
    return std::string(array_of(members, name).second);
  }
  template <class From, class To>
  static void copy(std::string_view bytes, std::vector<To>& to) {
    to.resize(bytes.size() / sizeof(From));
    for (std::size_t i = 0; i < to.size(); ++i) {
      From value;
      std::memcpy(&value, bytes.data() + i * sizeof(From), sizeof(From));
      to[i] = static_cast<To>(value);
    }
  }
  template <class To>
  std::vector<To> numbers_of(const std::map<std::string, std::string>& members, const char* name) const {
    const auto [type, bytes] = array_of(members, name);
    std::vector<To> numbers;
    if (type == "<i4")
      copy<std::int32_t>(bytes, numbers);
    else if (type == "<i8")
      copy<std::int64_t>(bytes, numbers);
    else if (type == "<f4")
      copy<float>(bytes, numbers);
    else if (type == "<f8")
      copy<double>(bytes, numbers);
    else
      refuse("holds numbers of another type (" + type + ")");
    return numbers;
  }
  std::vector<std::int64_t> integers_of(const std::map<std::string, std::string>& members, const char* name) const {
    if (array_of(members, name).first.starts_with("<f")) fail_damaged("npz");
    return numbers_of<std::int64_t>(members, name);
  }
  std::vector<double> reals_of(const std::map<std::string, std::string>& members, const char* name) const {
    return numbers_of<double>(members, name);
  }

  std::vector<std::int64_t> offsets_, columns_;
  std::vector<double> values_;
  std::string line_;
  std::size_t at_ = 0, row_ = 0;
};

}  // namespace

std::unique_ptr<Input::Decoder> make_npz_decoder(std::unique_ptr<ByteSource> source) {
  return std::make_unique<NpzDecoder>(std::move(source));
}

}  // namespace couplet
