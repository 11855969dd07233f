// Rows of texts that a program gives in the place of a file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

class TextRows {
 public:
  explicit TextRows(std::vector<std::string> names) : names_(std::move(names)) {}
  virtual ~TextRows() = default;

  /// What the columns are called, as in the header of a file; empty: they have numbers only.
  const std::vector<std::string>& names() const { return names_; }
  /// How many rows there are; -1: not known, and they can be read once only.
  virtual std::int64_t size() const = 0;
  /// The texts of row `number` (from 0); false: there are no more. Rows that can be read once only must be asked for
  /// in order: Error(usage) otherwise. Safe from several threads where size() >= 0.
  virtual bool read(std::int64_t number, std::vector<std::string>& fields) = 0;

 private:
  std::vector<std::string> names_;
};

/// Columns of equal length that lie in memory, not copied: `owner` keeps them alive (or the caller does). Error(usage)
/// for columns of unequal length, and for another number of names than columns.
std::shared_ptr<TextRows> rows_of_columns(std::vector<std::vector<std::string_view>> columns,
                                          std::vector<std::string> names, std::shared_ptr<const void> owner);

/// Rows from a caller's function that fills in the next row, false at the end. Read once.
std::shared_ptr<TextRows> rows_of_function(std::function<bool(std::vector<std::string>&)> next,
                                           std::vector<std::string> names);

}  // namespace couplet
