// Rows as people read them on a screen: columns of one width, numbers to the right, long texts cut with a mark; columns
// that find no room beside the others follow below them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "couplet/tasks/rows.h"

namespace couplet {

/// A cell as it is shown, and with fewer digits where room is short; empty: the same.
struct ScreenCell {
  std::string text, brief = {};
};

/// Collects rows and lays them out together. What gives way, in this order, until they fit the screen: texts (to
/// a few words), digits of numbers, and then the last columns, which follow in a block of their own that begins with
/// the first column again. The layout is that of the first rows; in later ones, a number that is wider sticks out
/// rather than waits.
class AlignedTable {
 public:
  AlignedTable() = default;
  explicit AlignedTable(std::span<const Column> columns);

  void add(std::vector<ScreenCell> cells) { rows_.push_back(std::move(cells)); }
  std::size_t waiting() const { return rows_.size(); }
  /// The lines of the rows that wait, the header before the first; screen: columns of the terminal.
  std::string take(std::size_t screen);

 private:
  using Row = std::vector<ScreenCell>;
  /// Columns shown side by side, by number.
  using Block = std::vector<std::size_t>;

  void choose_layout(std::size_t screen);
  void choose_widths();
  /// False: even the narrowest texts do not fit.
  bool narrow_texts(std::size_t screen);
  std::size_t total_width() const;
  void append_block(const Block& block, bool with_header, std::string& lines) const;
  void append_line(const Block& block, const Row& cells, std::string& lines) const;

  std::vector<bool> numeric_;
  Row header_;
  bool brief_ = false;
  std::vector<std::size_t> widths_;
  std::vector<Block> blocks_;  // empty: the layout is not chosen yet
  std::vector<Row> rows_;
};

/// Cells of a terminal that a text takes: two for a wide character (Chinese, Japanese, Korean), one for any other.
std::size_t display_width(std::string_view text);
/// The text in at most `width` cells, "…" in the place of what is cut off.
std::string cut_to_width(std::string_view text, std::size_t width);

}  // namespace couplet
