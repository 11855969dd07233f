// Compressing with the libraries themselves, for the tests of reading.
#pragma once

#include <string>
#include <string_view>

namespace couplet {

std::string gzip(std::string_view bytes);
std::string xz(std::string_view bytes);
std::string zstd(std::string_view bytes);

}  // namespace couplet
