// Rows as people read them on a screen: columns of one width, numbers to the right, long texts cut with a mark.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/tasks/rows.h"

namespace couplet {

/// Collects rows and lays them out together. The widths are those of the first rows; later ones that are wider stick
/// out rather than wait.
class AlignedTable {
 public:
  AlignedTable() = default;
  explicit AlignedTable(std::span<const Column> columns);

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::size_t waiting() const { return rows_.size(); }
  /// The lines of the rows that wait, the header before the first; screen: columns of the terminal.
  std::string take(std::size_t screen);

 private:
  void choose_widths(std::size_t screen);
  void append_line(const std::vector<std::string>& cells, std::string& lines) const;

  std::vector<bool> numeric_;
  std::vector<std::string> header_;
  std::vector<std::size_t> widths_;  // empty: not chosen yet
  std::vector<std::vector<std::string>> rows_;
};

/// Cells of a terminal that a text takes: two for a wide character (Chinese, Japanese, Korean), one for any other.
std::size_t display_width(std::string_view text);
/// The text in at most `width` cells, "…" in the place of what is cut off.
std::string cut_to_width(std::string_view text, std::size_t width);

}  // namespace couplet
