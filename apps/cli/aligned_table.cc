#include "apps/cli/aligned_table.h"

#include <algorithm>
#include <cstdint>

namespace couplet {
namespace {

constexpr std::size_t gap = 2, narrowest = 8;

struct Character {
  std::size_t bytes, width;
};

/// The character that a text begins with; a stray byte counts as one.
Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t bytes = byte(0) < 0x80 ? 1 : byte(0) >= 0xF0 ? 4 : byte(0) >= 0xE0 ? 3 : byte(0) >= 0xC0 ? 2 : 1;
  if (bytes > text.size()) return {text.size(), 1};
  std::uint32_t code = bytes == 1 ? byte(0) : byte(0) & (0xFFU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) code = code << 6 | (byte(i) & 0x3FU);
  const bool joins = code >= 0x300 && code <= 0x36F;  // accents that stand on the character before
  const bool wide = (code >= 0x1100 && code <= 0x115F) || (code >= 0x2E80 && code <= 0xA4CF) ||
                    (code >= 0xAC00 && code <= 0xD7A3) || (code >= 0xF900 && code <= 0xFAFF) ||
                    (code >= 0xFE30 && code <= 0xFE6F) || (code >= 0xFF00 && code <= 0xFF60) ||
                    (code >= 0x1F300 && code <= 0x1FAFF) || (code >= 0x20000 && code <= 0x3FFFD);
  return {bytes, joins ? 0U : wide ? 2U : 1U};
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const Character character = first_of(text);
    width += character.width;
    text.remove_prefix(character.bytes);
  }
  return width;
}

std::string cut_to_width(std::string_view text, std::size_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::size_t taken = 0, bytes = 0;
  while (bytes < text.size()) {
    const Character character = first_of(text.substr(bytes));
    if (taken + character.width + 1 > width) break;
    taken += character.width;
    bytes += character.bytes;
  }
  return std::string(text.substr(0, bytes)) + "…";
}

AlignedTable::AlignedTable(std::span<const Column> columns) {
  for (const Column& column : columns) {
    header_.push_back(column.name);
    numeric_.push_back(column.type == CellType::integer || column.type == CellType::real);
  }
}

void AlignedTable::choose_widths(std::size_t screen) {
  for (const std::string& name : header_) widths_.push_back(display_width(name));
  for (const auto& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i) widths_[i] = std::max(widths_[i], display_width(row[i]));
  std::size_t total = gap * (widths_.size() - 1);
  for (const std::size_t width : widths_) total += width;
  while (total > screen) {  // the widest text gives way
    std::size_t widest = widths_.size();
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (!numeric_[i] && widths_[i] > narrowest && (widest == widths_.size() || widths_[i] > widths_[widest]))
        widest = i;
    if (widest == widths_.size()) return;
    --widths_[widest];
    --total;
  }
}

void AlignedTable::append_line(const std::vector<std::string>& cells, std::string& lines) const {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::string cell = numeric_[i] ? cells[i] : cut_to_width(cells[i], widths_[i]);
    const std::size_t width = display_width(cell);
    const std::string pad(widths_[i] > width ? widths_[i] - width : 0, ' ');
    if (i > 0) line.append(gap, ' ');
    line += numeric_[i] ? pad + cell : cell + pad;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  lines += line + "\n";
}

std::string AlignedTable::take(std::size_t screen) {
  std::string lines;
  if (header_.empty()) return lines;
  if (widths_.empty()) {
    choose_widths(screen);
    append_line(header_, lines);
  }
  for (const auto& row : rows_) append_line(row, lines);
  rows_.clear();
  return lines;
}

}  // namespace couplet
