// How much memory reading may take, for data that is not what it seems: a compressed file of a few KB may unpack to one
// line of many GB.
#pragma once

#include <cstdint>
#include <string>

namespace couplet {

/// For the whole process; a program that has a memory budget sets it before it reads. Half of the machine's memory when
/// it is not set.
void set_reading_memory(std::int64_t bytes);

/// The longest line, record, or text of a file of its own: an eighth of that, at least 1 MB and at most 1 GB.
std::int64_t longest_text();
/// What unpacking a compressed file may need: that much, at least 128 MB (xz -9 and zstd -22 need it) and at most 1 GB.
std::int64_t unpacking_memory();

/// Error(data): what is read at `place` has no end within longest_text(), or within fewer bytes.
[[noreturn]] void refuse_long_text(const std::string& place, const std::string& what, std::int64_t most);

}  // namespace couplet
