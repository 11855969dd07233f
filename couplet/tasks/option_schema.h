// The options of a task: a struct with its defaults, and the schema that names and describes each member.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "couplet/model/published.h"

namespace couplet {

/// How an option is written: on a command line, and in help.
struct OptionForm {
  std::string placeholder = {};  // empty: by its type
  char letter = 0;
  ParameterType type = ParameterType::text;  // of a string: text, file or output
  double minimum = -std::numeric_limits<double>::infinity(), maximum = std::numeric_limits<double>::infinity();
};

/// Binds names to members of `Options`. The default of an option is its value in a struct fresh from the constructor,
/// so that a C++ program and a command line that say nothing mean the same.
template <class Options>
class OptionSchema {
 public:
  /// member: bool, std::int64_t (>= 0), double, std::string, or std::optional of a number (not set by default).
  template <class Owner, class Value>
  OptionSchema& add(std::string name, Value Owner::*member, std::string help, OptionForm form = {}) {
    Parameter parameter{name, form.type, "", std::move(help), form.minimum, form.maximum};
    parameter.placeholder = std::move(form.placeholder);
    parameter.letter = form.letter;
    const Value value = Options().*member;
    if constexpr (std::is_same_v<Value, bool>) {
      parameter.type = ParameterType::flag;
      take(std::move(parameter), [=](Options& o, const Parameters& given) { o.*member = given.flag(name); });
    } else if constexpr (std::is_same_v<Value, std::string>) {
      parameter.default_value = value;
      take(std::move(parameter), [=](Options& o, const Parameters& given) { o.*member = given.text(name); });
    } else {
      take_number(std::move(parameter), member, value);
    }
    return *this;
  }

  /// An option whose value is one of a few words, each standing for a value of the member.
  template <class Owner, class Value>
  OptionSchema& add(std::string name, Value Owner::*member, std::vector<std::pair<std::string, Value>> words,
                    std::string help) {
    std::vector<std::string> choices;
    std::string usual;
    for (const auto& [word, value] : words) {
      choices.push_back(word);
      if (value == Options().*member) usual = word;
    }
    take(Parameter::one_of(name, usual, std::move(help), std::move(choices)), [=](Options& o, const Parameters& given) {
      for (const auto& [word, value] : words)
        if (word == given.text(name)) o.*member = value;
    });
    return *this;
  }

  /// The options of a base of `Options`.
  template <class Base>
  OptionSchema& add(const OptionSchema<Base>& base) {
    for (const auto& [parameter, set] : base.entries()) entries_.emplace_back(parameter, set);
    return *this;
  }

  /// Options that are no members: they say how to read the data (data_parameters).
  OptionSchema& add(const std::vector<Parameter>& others) {
    for (const Parameter& parameter : others) entries_.emplace_back(parameter, [](Options&, const Parameters&) {});
    return *this;
  }

  /// The choices of a paper, and the switch that takes them all (published.h). After the options they are of.
  OptionSchema& published(const std::string& paper, const std::vector<PublishedValue>& values) {
    std::vector<Parameter> all = parameters();
    add_published(all, paper, values);
    for (std::size_t i = 0; i < entries_.size(); ++i) entries_[i].first = all[i];
    return add(std::vector<Parameter>{all.back()});
  }

  std::vector<Parameter> parameters() const {
    std::vector<Parameter> all;
    for (const auto& entry : entries_) all.push_back(entry.first);
    return all;
  }

  Options read(const Parameters& given) const {
    Options options;
    for (const auto& entry : entries_) entry.second(options, given);
    return options;
  }

  using Setter = std::function<void(Options&, const Parameters&)>;
  const std::vector<std::pair<Parameter, Setter>>& entries() const { return entries_; }

 private:
  void take(Parameter parameter, Setter setter) { entries_.emplace_back(std::move(parameter), std::move(setter)); }

  template <class Owner, class Value>
  void take_number(Parameter parameter, Value Owner::*member, const Value& value) {
    constexpr bool optional = !std::is_arithmetic_v<Value>;
    constexpr bool whole = std::is_same_v<Value, std::int64_t> || std::is_same_v<Value, std::optional<std::int64_t>>;
    parameter.type = whole ? ParameterType::integer : ParameterType::real;
    if (whole && parameter.minimum < 0) parameter.minimum = 0;
    if (parameter.placeholder.empty()) parameter.placeholder = whole ? "N" : "X";
    if constexpr (!optional) parameter.default_value = fmt::format("{}", value);
    if (const auto zero = parameter.default_value.find("e-0"); zero != std::string::npos)
      parameter.default_value.erase(zero + 2, 1);  // 1e-6, as one writes it
    take(parameter, [member, name = parameter.name](Options& o, const Parameters& given) {
      if (optional && !given.has(name)) return;
      if constexpr (whole)
        o.*member = given.integer(name);
      else
        o.*member = given.real(name);
    });
  }

  std::vector<std::pair<Parameter, Setter>> entries_;
};

}  // namespace couplet
