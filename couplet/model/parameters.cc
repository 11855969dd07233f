#include "couplet/model/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "couplet/base/error.h"
#include "couplet/model/published.h"
#include "couplet/text/utf8.h"

namespace couplet {
namespace {

[[noreturn]] void fail(const Parameter& parameter, std::string problem, std::string remedy) {
  throw Error(ErrorCode::usage, "--" + parameter.name, std::move(problem), std::move(remedy));
}

/// The number when the whole text is one.
template <class T>
std::optional<T> parse(std::string_view text) {
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// "give a whole number from 1 to 100", with the bounds there are.
std::string range_remedy(const Parameter& parameter, const char* kind) {
  std::string text = fmt::format("give {}", kind);
  const bool low = std::isfinite(parameter.minimum), high = std::isfinite(parameter.maximum);
  if (low && high) return text + fmt::format(" from {} to {}", parameter.minimum, parameter.maximum);
  if (low) return text + fmt::format(" of at least {}", parameter.minimum);
  if (high) return text + fmt::format(" of at most {}", parameter.maximum);
  return text;
}

template <class T>
std::string canonical_number(const Parameter& parameter, const std::string& value, const char* kind) {
  const std::optional<T> number = parse<T>(value);
  if (!number || !std::isfinite(static_cast<double>(*number)))
    fail(parameter, fmt::format("'{}' is not {}", value, kind), range_remedy(parameter, kind));
  const auto real = static_cast<double>(*number);
  if (real < parameter.minimum || real > parameter.maximum)
    fail(parameter, fmt::format("{} is out of range", value), range_remedy(parameter, kind));
  return fmt::format("{}", *number);
}

std::string canonical_flag(const Parameter& parameter, const std::string& value) {
  for (const char* yes : {"true", "yes", "on", "1"}) {
    if (value == yes) return "true";
  }
  for (const char* no : {"false", "no", "off", "0"}) {
    if (value == no) return "false";
  }
  fail(parameter, fmt::format("'{}' is neither true nor false", value), "give true or false");
}

std::string canonical_choice(const Parameter& parameter, const std::string& value) {
  if (std::find(parameter.choices.begin(), parameter.choices.end(), value) != parameter.choices.end()) return value;
  const std::string near = nearest_word(value, parameter.choices);
  fail(parameter, fmt::format("unknown value '{}'", value),
       near.empty() ? fmt::format("give one of {}", fmt::join(parameter.choices, ", "))
                    : fmt::format("did you mean '{}'?", near));
}

/// The value in its one spelling, so that equal settings give equal model bytes: "0.10" becomes "0.1", "yes" "true".
std::string canonical(const Parameter& parameter, const std::string& value) {
  // Where the default is "not set", a user may also write it out as the empty value.
  if (value.empty() && parameter.default_value.empty()) return value;
  switch (parameter.type) {
    case ParameterType::integer:
      return canonical_number<std::int64_t>(parameter, value, "a whole number");
    case ParameterType::real:
      return canonical_number<double>(parameter, value, "a number");
    case ParameterType::flag:
      return canonical_flag(parameter, value);
    case ParameterType::choice:
      return canonical_choice(parameter, value);
    case ParameterType::text:
      if (!is_utf8(value)) fail(parameter, fmt::format("'{}' is not UTF-8", value), "write it in UTF-8");
      break;
    case ParameterType::file:  // names of files may be any bytes
    case ParameterType::output:
      break;
  }
  return value;
}

/// A value of the schema itself: what is wrong with it is our fault.
std::string canonical_own(const Parameter& parameter, const std::string& value) {
  try {
    return canonical(parameter, value);
  } catch (const Error& error) {
    throw Error(ErrorCode::internal, error.place(), "bad value in the schema: " + error.problem());
  }
}

/// The published value; one that was given otherwise is refused.
std::string as_published(const Parameter& parameter, const std::string* given) {
  std::string value = canonical_own(parameter, *parameter.published);
  if (given && canonical(parameter, *given) != value)
    fail(parameter, fmt::format("'{}' is not as published: that is '{}'", *given, value),
         fmt::format("leave out --{} or --{}", parameter.name, as_published_switch));
  return value;
}

[[noreturn]] void fail_unknown(std::span<const Parameter> schema, const std::string& name) {
  std::vector<std::string> names;
  for (const Parameter& parameter : schema) names.push_back(parameter.name);
  const std::string near = nearest_word(name, names);
  std::string remedy = near.empty() ? fmt::format("the options are --{}", fmt::join(names, ", --"))
                                    : fmt::format("did you mean --{}?", near);
  if (names.empty()) remedy = "this method has no options";
  throw Error(ErrorCode::usage, "--" + name, "unknown option", remedy);
}

/// Whether one of the conditions of Parameter::needs holds.
bool holds(std::string_view condition, const Parameters& parameters) {
  const std::size_t sign = condition.find_first_of("=~");
  const std::string& value = parameters.text(condition.substr(0, sign));
  if (sign == std::string_view::npos) return !value.empty() && value != "0" && value != "false";
  const std::string_view wanted = condition.substr(sign + 1);
  return condition[sign] == '=' ? value == wanted : value.find(wanted) != std::string::npos;
}

void require_needs(const Parameter& parameter, const Parameters& parameters) {
  std::string wanted;
  for (std::string_view rest = parameter.needs; !rest.empty();) {
    const std::string_view condition = rest.substr(0, rest.find('|'));
    if (holds(condition, parameters)) return;
    rest.remove_prefix(std::min(rest.size(), condition.size() + 1));
    std::string shown(condition);
    if (const std::size_t sign = shown.find_first_of("=~"); sign != std::string::npos)
      shown.replace(sign, 1, shown[sign] == '=' ? " " : " with ");
    wanted += fmt::format("{}--{}", wanted.empty() ? "" : " or ", shown);
  }
  fail(parameter, "has no meaning here", fmt::format("leave it out, or give {}", wanted));
}

/// Edits (insert, delete, replace, swap neighbours) that turn one word into the other. Three rows of the table.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, row);
  }
  return previous[b.size()];
}

}  // namespace

Parameter Parameter::one_of(std::string name, std::string default_value, std::string help,
                            std::vector<std::string> choices) {
  Parameter parameter{std::move(name), ParameterType::choice, std::move(default_value), std::move(help)};
  parameter.choices = std::move(choices);
  return parameter;
}

Parameter Parameter::path(std::string name, std::string help) {
  Parameter parameter{std::move(name), ParameterType::file, "", std::move(help)};
  parameter.kept_in_model = false;
  return parameter;
}

Parameters Parameters::resolve(std::span<const Parameter> schema, const std::map<std::string, std::string>& given) {
  const auto known = [&](const std::string& name) {
    return std::any_of(schema.begin(), schema.end(),
                       [&](const Parameter& parameter) { return parameter.name == name; });
  };
  for (const auto& [name, value] : given) {
    if (!known(name)) fail_unknown(schema, name);
  }
  const auto asked = std::find_if(schema.begin(), schema.end(),
                                  [](const Parameter& parameter) { return parameter.name == as_published_switch; });
  const bool published =
      asked != schema.end() && given.contains(asked->name) && canonical(*asked, given.at(asked->name)) == "true";
  Parameters result;
  for (const Parameter& parameter : schema) {
    const std::string default_value = canonical_own(parameter, parameter.default_value);
    const auto found = given.find(parameter.name);
    const std::string* own = found != given.end() ? &found->second : nullptr;
    const bool fixed = published && parameter.published;
    std::string value = fixed ? as_published(parameter, own) : own ? canonical(parameter, *own) : default_value;
    result.values_.push_back({parameter.name, std::move(value), own != nullptr, parameter.kept_in_model});
  }
  for (const Parameter& parameter : schema)
    if (!parameter.needs.empty() && result.given(parameter.name) &&
        result.text(parameter.name) != canonical_own(parameter, parameter.default_value))
      require_needs(parameter, result);
  return result;
}

void add_needs(std::vector<Parameter>& schema, std::initializer_list<std::pair<std::string_view, const char*>> needs) {
  for (Parameter& parameter : schema)
    for (const auto& need : needs)
      if (need.first == parameter.name) parameter.needs = need.second;
}

const Parameters::Value& Parameters::find(std::string_view name) const {
  for (const Value& value : values_) {
    if (value.name == name) return value;
  }
  throw Error(ErrorCode::internal, fmt::format("--{}", name), "the method has no such parameter");
}

bool Parameters::known(std::string_view name) const {
  return std::any_of(values_.begin(), values_.end(), [&](const Value& value) { return value.name == name; });
}

std::int64_t Parameters::integer(std::string_view name) const {
  if (const auto number = parse<std::int64_t>(find(name).value)) return *number;
  throw Error(ErrorCode::internal, fmt::format("--{}", name), "used as a whole number but is none");
}

double Parameters::real(std::string_view name) const {
  if (const auto number = parse<double>(find(name).value)) return *number;
  throw Error(ErrorCode::internal, fmt::format("--{}", name), "used as a number but is none");
}

bool Parameters::flag(std::string_view name) const {
  const std::string& value = find(name).value;
  if (value == "true" || value == "false") return value == "true";
  if (value.empty()) return false;
  throw Error(ErrorCode::internal, fmt::format("--{}", name), "used as a flag but is none");
}

const std::string& Parameters::text(std::string_view name) const { return find(name).value; }

bool Parameters::given(std::string_view name) const { return find(name).given; }

std::vector<std::pair<std::string, std::string>> Parameters::kept() const {
  std::vector<std::pair<std::string, std::string>> result;
  for (const Value& value : values_) {
    if (value.kept) result.emplace_back(value.name, value.value);
  }
  return result;
}

std::string nearest_word(std::string_view word, std::span<const std::string> known) {
  // Nobody mistypes a word this long, and the cost grows with the square of it.
  if (word.size() > 100) return "";
  std::size_t best = word.size() / 3 + 1;
  std::string nearest;
  for (const std::string& candidate : known) {
    if (candidate.size() > 100) continue;
    const std::size_t distance = edit_distance(word, candidate);
    // Replacing every letter is no likeness; the first of equals wins.
    if (distance >= std::max(word.size(), candidate.size())) continue;
    if (distance < best || (distance == best && nearest.empty())) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace couplet
