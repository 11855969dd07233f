#include "apps/cli/arguments.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/base/memory.h"

namespace couplet {
namespace {

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number{};
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

[[noreturn]] void reject(const Option& option, const std::string& value, const std::string& expected,
                         const std::string& remedy = "") {
  throw Error(ErrorCode::usage, "--" + option.name, "'" + value + "' is not " + expected, remedy);
}

void check_value(const Option& option, const std::string& value) {
  const std::string& placeholder = option.placeholder;
  if (const std::vector<std::string> choices = choices_of(option); !choices.empty()) {
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return;
    const std::string near = nearest_word(value, choices);
    reject(option, value, "one of " + placeholder, near.empty() ? "" : "did you mean '" + near + "'?");
  }
  if (placeholder.empty()) {
    if (value != "true" && value != "false") reject(option, value, "true or false");
  } else if (placeholder == "N") {
    const auto number = parse_number<std::int64_t>(value);
    if (!number || *number < 0) reject(option, value, "a whole number >= 0");
  } else if (placeholder == "X") {
    const auto number = parse_number<double>(value);
    if (!number || !std::isfinite(*number)) reject(option, value, "a number");
  } else if (placeholder == "SIZE") {
    try {
      parse_bytes(value);
    } catch (const Error&) {
      reject(option, value, "a size", "write it like 300M or 4G");
    }
  }
}

}  // namespace

const Arguments::Value& Arguments::find(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    throw Error(ErrorCode::internal, "", (verb ? verb->name : "couplet") + " has no option --" + std::string(name));
  return found->second;
}

std::int64_t Arguments::integer(std::string_view name) const {
  const auto number = parse_number<std::int64_t>(text(name));
  if (!number) throw Error(ErrorCode::usage, "--" + std::string(name), "a number is needed");
  return *number;
}

double Arguments::real(std::string_view name) const {
  const auto number = parse_number<double>(text(name));
  if (!number) throw Error(ErrorCode::usage, "--" + std::string(name), "a number is needed");
  return *number;
}

std::int64_t Arguments::bytes(std::string_view name) const { return parse_bytes(text(name)); }

Source Arguments::data_files(std::vector<std::string> paths) const {
  Source files;
  files.paths = std::move(paths);
  files.columns = text("columns");
  files.format = text("format");
  files.header = flag("header");
  files.on_bad_line = text("on-bad-line") == "skip" ? BadLine::skip : BadLine::stop;
  return files;
}

void Arguments::set_default(const Option& option) {
  values_.try_emplace(option.name, Value{option.default_value, false});
}

void Arguments::set(const Option& option, std::string value) {
  check_value(option, value);
  values_.insert_or_assign(option.name, Value{std::move(value), true});
}

void Arguments::set_method_value(const std::string& name, std::string value) {
  method_values_.insert_or_assign(name, std::move(value));
}

}  // namespace couplet
