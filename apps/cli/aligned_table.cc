#include "apps/cli/aligned_table.h"

#include <algorithm>
#include <cstdint>

namespace couplet {
namespace {

constexpr std::size_t gap = 2, narrowest = 16;

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

const std::string& shown(const ScreenCell& cell, bool brief) {
  return brief && !cell.brief.empty() ? cell.brief : cell.text;
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
    header_.push_back({column.name});
    numeric_.push_back(column.type == CellType::integer || column.type == CellType::real);
  }
}

std::size_t AlignedTable::total_width() const {
  std::size_t total = gap * (widths_.size() - 1);
  for (const std::size_t width : widths_) total += width;
  return total;
}

void AlignedTable::choose_widths() {
  widths_.clear();
  for (const ScreenCell& name : header_) widths_.push_back(display_width(name.text));
  for (const Row& row : rows_)
    for (std::size_t i = 0; i < row.size(); ++i)
      widths_[i] = std::max(widths_[i], display_width(shown(row[i], brief_)));
}

bool AlignedTable::narrow_texts(std::size_t screen) {
  for (std::size_t total = total_width(); total > screen; --total) {  // the widest gives way
    std::size_t widest = widths_.size();
    for (std::size_t i = 0; i < widths_.size(); ++i)
      if (!numeric_[i] && widths_[i] > narrowest && (widest == widths_.size() || widths_[i] > widths_[widest]))
        widest = i;
    if (widest == widths_.size()) return false;
    --widths_[widest];
  }
  return true;
}

void AlignedTable::choose_layout(std::size_t screen) {
  choose_widths();
  if (!narrow_texts(screen)) {
    brief_ = true;
    choose_widths();
    narrow_texts(screen);
  }
  std::size_t used = 0;
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    if (blocks_.empty() || (used + gap + widths_[i] > screen && blocks_.back().size() > 1)) {
      blocks_.push_back(i > 0 ? Block{0} : Block{});
      used = i > 0 ? widths_[0] : 0;
    }
    used += widths_[i] + (blocks_.back().empty() ? 0 : gap);
    blocks_.back().push_back(i);
  }
}

void AlignedTable::append_line(const Block& block, const Row& cells, std::string& lines) const {
  std::string line;
  for (const std::size_t i : block) {
    const std::string& text = shown(cells[i], brief_);
    const std::string cell = numeric_[i] ? text : cut_to_width(text, widths_[i]);
    const std::size_t width = display_width(cell);
    const std::string pad(widths_[i] > width ? widths_[i] - width : 0, ' ');
    if (i != block.front()) line.append(gap, ' ');
    line += numeric_[i] ? pad + cell : cell + pad;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  lines += line + "\n";
}

void AlignedTable::append_block(const Block& block, bool with_header, std::string& lines) const {
  if (with_header) append_line(block, header_, lines);
  for (const Row& row : rows_) append_line(block, row, lines);
}

std::string AlignedTable::take(std::size_t screen) {
  std::string lines;
  if (header_.empty()) return lines;
  const bool first = blocks_.empty();
  if (first) choose_layout(screen);
  const bool several = blocks_.size() > 1;
  for (const Block& block : blocks_) {
    if (several && !(first && &block == blocks_.data()) && !rows_.empty()) lines += "\n";
    append_block(block, first || (several && !rows_.empty()), lines);
  }
  rows_.clear();
  return lines;
}

}  // namespace couplet
