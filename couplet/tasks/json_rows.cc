#include "couplet/tasks/json_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace couplet {
namespace {

void append_json(std::string& line, const Cell& cell) {
  if (const auto* text = std::get_if<std::string_view>(&cell))
    line += json_string(*text);
  else if (const auto* real = std::get_if<double>(&cell))
    line += json_number(*real);
  else if (const auto* integer = std::get_if<std::int64_t>(&cell))
    fmt::format_to(std::back_inserter(line), "{}", *integer);
  else if (const auto* truth = std::get_if<bool>(&cell))
    line += *truth ? "true" : "false";
  else if (const auto* numbers = std::get_if<std::span<const double>>(&cell)) {
    line += '[';
    for (const double& value : *numbers) line += (&value == numbers->data() ? "" : ",") + json_number(value);
    line += ']';
  } else {
    line += "null";
  }
}

}  // namespace

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string json_number(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "null"; }

JsonObjects::JsonObjects(std::string_view kind, std::span<const Column> columns)
    : start_("{\"schema\":\"couplet." + std::string(kind) + "/1\"") {
  for (const Column& column : columns) keys_.push_back("," + json_string(column.name) + ":");
}

void JsonObjects::append(std::string& line, std::span<const Cell> cells) const {
  line += start_;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += keys_[i];
    append_json(line, cells[i]);
  }
  line += '}';
}

void JsonRows::row(std::span<const Cell> cells) {
  if (!text_.empty()) text_ += separator_;
  objects_.append(text_, cells);
}

}  // namespace couplet
