// The header of a .npy file: a Python dictionary in text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

struct NpyHeader {
  std::string descr;  // "<f4"; empty when it is not one string (structured types)
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
};

/// Parses "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }" and blanks after it; the keys in any order,
/// each once. `path` is for the Error(data) that anything else gets.
NpyHeader parse_npy_header(std::string_view text, const std::string& path);

/// The whole head of a file, magic and padding included.
std::string format_npy_header(std::string_view descr, std::int64_t rows, std::int64_t cols);

}  // namespace couplet
