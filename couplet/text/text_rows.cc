#include "couplet/text/text_rows.h"

#include <fmt/format.h>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr const char* rows_given = "the rows given";

class MemoryRows final : public TextRows {
 public:
  MemoryRows(std::vector<std::vector<std::string_view>> columns, std::vector<std::string> names,
             std::shared_ptr<const void> owner)
      : TextRows(std::move(names)), columns_(std::move(columns)), owner_(std::move(owner)) {
    if (!this->names().empty() && this->names().size() != columns_.size())
      throw Error(ErrorCode::usage, rows_given,
                  fmt::format("{} names for {} columns", this->names().size(), columns_.size()));
    for (const auto& column : columns_)
      if (column.size() != columns_[0].size())
        throw Error(ErrorCode::usage, rows_given,
                    fmt::format("columns of {} and {} texts", columns_[0].size(), column.size()),
                    "text i of every column must belong to the same row");
  }

  std::int64_t size() const override { return columns_.empty() ? 0 : std::ssize(columns_[0]); }
  bool read(std::int64_t number, std::vector<std::string>& fields) override {
    if (number >= size()) return false;
    fields.resize(columns_.size());
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i].assign(columns_[i][number]);
    return true;
  }

 private:
  std::vector<std::vector<std::string_view>> columns_;
  std::shared_ptr<const void> owner_;
};

class FunctionRows final : public TextRows {
 public:
  FunctionRows(std::function<bool(std::vector<std::string>&)> next, std::vector<std::string> names)
      : TextRows(std::move(names)), next_(std::move(next)) {}

  std::int64_t size() const override { return -1; }
  bool read(std::int64_t number, std::vector<std::string>& fields) override {
    if (number != done_)
      throw Error(ErrorCode::usage, rows_given, "they can be read only once and this method reads its data twice",
                  "give them in memory, or a file");
    if (!next_(fields)) return false;
    ++done_;
    return true;
  }

 private:
  std::function<bool(std::vector<std::string>&)> next_;
  std::int64_t done_ = 0;
};

}  // namespace

std::shared_ptr<TextRows> rows_of_columns(std::vector<std::vector<std::string_view>> columns,
                                          std::vector<std::string> names, std::shared_ptr<const void> owner) {
  return std::make_shared<MemoryRows>(std::move(columns), std::move(names), std::move(owner));
}

std::shared_ptr<TextRows> rows_of_function(std::function<bool(std::vector<std::string>&)> next,
                                           std::vector<std::string> names) {
  return std::make_shared<FunctionRows>(std::move(next), std::move(names));
}

}  // namespace couplet
