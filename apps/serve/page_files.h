// The page and the examples, as bytes of the program (cmake/embed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace couplet {

struct PageFile {
  std::string_view path;  // "/style.css"
  std::string_view bytes;
  std::string_view zipped;  // the same, gzipped
};

std::span<const PageFile> page_files();

}  // namespace couplet
