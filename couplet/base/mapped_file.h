// A file seen as memory.
#pragma once

#include <string>
#include <string_view>

namespace couplet {

/// Read-only memory map of a whole file. Throws Error(io) when it cannot be opened. Movable.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  ~MappedFile();
  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  std::string_view bytes() const { return {data_, size_}; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  const char* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace couplet
