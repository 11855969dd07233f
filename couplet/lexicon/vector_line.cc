#include "couplet/lexicon/vector_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <span>

#include "couplet/base/error.h"

namespace couplet {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

const char* skip_blanks(const char* at, const char* end) {
  while (at != end && is_blank(*at)) ++at;
  return at;
}

const char* skip_field(const char* at, const char* end) {
  while (at != end && !is_blank(*at)) ++at;
  return at;
}

std::string_view without_final_blanks(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  const char* const end = line.data() + line.size();
  for (const char* at = skip_blanks(line.data(), end); at != end;) {
    const char* const stop = skip_field(at, end);
    fields.emplace_back(at, stop);
    at = skip_blanks(stop, end);
  }
  return fields;
}

/// Parses the number at `at`; returns its end, or nullptr when there is none or it is not a finite float. A number too
/// small for a float is rounded to zero or to a subnormal.
const char* parse_float(const char* at, const char* end, float& value) {
  const auto [stop, problem] = std::from_chars(at, end, value);
  if (problem == std::errc{}) return std::isfinite(value) ? stop : nullptr;
  if (problem != std::errc::result_out_of_range) return nullptr;
  double wide = 0;
  if (std::from_chars(at, end, wide).ec != std::errc{} || std::fabs(wide) > 1) return nullptr;
  value = static_cast<float>(wide);
  return stop;
}

bool is_finite_float(std::string_view field) {
  float value = 0;
  return !field.empty() && parse_float(field.data(), field.data() + field.size(), value) == field.data() + field.size();
}

std::int64_t numbers_at_end(std::span<const std::string_view> fields) {
  std::int64_t count = 0;
  while (count + 1 < static_cast<std::int64_t>(fields.size()) &&
         is_finite_float(fields[fields.size() - 1 - static_cast<std::size_t>(count)]))
    ++count;
  return count;
}

/// Exactly one field, then exactly values.size() numbers; empty when the line is anything else.
std::string_view parse_plain_line(std::string_view line, std::span<float> values) {
  const char* const end = line.data() + line.size();
  const char* at = skip_field(line.data(), end);
  const std::string_view word(line.data(), at);
  for (float& value : values) {
    const char* const start = skip_blanks(at, end);
    if (start == at) return {};  // the number before did not end at a blank, or the line has ended
    at = parse_float(start, end, value);
    if (at == nullptr) return {};
  }
  return at == end ? word : std::string_view();
}

}  // namespace

std::optional<VectorHeader> parse_vector_header(std::string_view line) {
  const std::vector<std::string_view> fields = fields_of(line.substr(0, 64));
  if (fields.size() != 2 || line.size() > 64) return std::nullopt;
  std::int64_t numbers[2];
  for (std::size_t i = 0; i < 2; ++i) {
    const char* const end = fields[i].data() + fields[i].size();
    const auto [stop, problem] = std::from_chars(fields[i].data(), end, numbers[i]);
    if (problem != std::errc{} || stop != end || numbers[i] < 0) return std::nullopt;
  }
  return VectorHeader{numbers[0], numbers[1]};
}

std::int64_t count_values(std::string_view line) { return numbers_at_end(fields_of(line)); }

std::string_view parse_vector_line(std::string_view line, std::int64_t dimension, std::vector<float>& out,
                                   const std::string& name, std::int64_t line_number) {
  const auto fail = [&](const std::string& problem) {
    throw Error(ErrorCode::data, fmt::format("{}:{}", name, line_number), problem, "is the line damaged or cut short?");
  };
  const auto wrong_count = [&](std::int64_t count) {
    fail(fmt::format("{} {}, expected {}", count, count == 1 ? "value" : "values", dimension));
  };
  line = without_final_blanks(line);
  // Each value takes two bytes at least: no room is made on the word of a damaged header.
  if (dimension > static_cast<std::int64_t>(line.size() / 2)) wrong_count(count_values(line));
  out.resize(out.size() + static_cast<std::size_t>(dimension));
  const std::span<float> values = std::span(out).last(dimension);
  if (const std::string_view word = parse_plain_line(line, values); !word.empty()) return word;

  // The word has blanks, or something is wrong.
  const std::vector<std::string_view> fields = fields_of(line);
  if (fields.size() <= values.size()) wrong_count(std::max<std::int64_t>(std::ssize(fields) - 1, 0));
  const std::size_t first_value = fields.size() - values.size();
  if (first_value > 1) {
    const std::int64_t numbers = numbers_at_end(fields);
    if (numbers != dimension) wrong_count(numbers);  // also when what would be the end of the word is a number
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string_view field = fields[first_value + i];
    const char* const end = field.data() + field.size();
    if (parse_float(field.data(), end, values[i]) != end)
      fail(fmt::format("value {} is \"{}\", not a finite number", i + 1, field.substr(0, 40)));
  }
  const std::string_view last_of_word = fields[first_value - 1];
  return {line.data(), last_of_word.data() + last_of_word.size()};
}

bool fits_vector_line(std::string_view word) {
  if (word.empty() || is_blank(word.front()) || is_blank(word.back())) return false;
  if (word.find_first_of("\n\r") != std::string_view::npos) return false;
  const std::size_t blank = word.find_last_of(" \t");
  return blank == std::string_view::npos || !is_finite_float(word.substr(blank + 1));
}

}  // namespace couplet
