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

/// Some bytes of a map, no longer needed: they are read again from the file if they are looked at once more.
void release_pages(std::string_view mapped);

}  // namespace couplet
