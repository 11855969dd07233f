// The parameter schema: options, help, model header and (later) bindings of a method all come from it.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace couplet {

/// file: one that is read; output: one that is written.
enum class ParameterType { integer, real, text, flag, choice, file, output };

/// One parameter of a method or task. `name` is the option without its dashes ("whiten" for --whiten).
struct Parameter {
  std::string name;
  ParameterType type;
  std::string default_value;  // as the user would write it; "" = not set
  std::string help;           // one sentence
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  std::vector<std::string> choices = {};      // for type choice
  bool kept_in_model = true;                  // false for paths: a model holds no paths
  char letter = 0;                            // 't' for -t; 0: none
  std::string placeholder = {};               // what help shows in the place of the value; empty: by the type
  std::optional<std::string> published = {};  // what the method's paper takes (published.h); none: it does not say
  std::string why = {};                       // one sentence: why the default is another
  std::string needs = {};                     // what it has no meaning without (add_needs)

  /// One of a few words.
  static Parameter one_of(std::string name, std::string default_value, std::string help,
                          std::vector<std::string> choices);
  /// A file that is read once, when fitting.
  static Parameter path(std::string name, std::string help);
};

/// Every parameter of a schema with its value: what the user gave, the default otherwise.
class Parameters {
 public:
  /// Throws Error(usage) for an unknown name (with the nearest known one), a value of the wrong type, out of range or
  /// not a choice, or one that has no meaning without another (add_needs). With the switch --as-published of a schema
  /// (published.h) every parameter that has a published value takes it in the place of its default; one that was given
  /// otherwise is refused.
  static Parameters resolve(std::span<const Parameter> schema, const std::map<std::string, std::string>& given);

  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  bool flag(std::string_view name) const;
  const std::string& text(std::string_view name) const;
  /// False when the schema has no such parameter.
  bool known(std::string_view name) const;
  /// False when the value is empty.
  bool has(std::string_view name) const { return !text(name).empty(); }
  /// True when the user gave it, rather than the default.
  bool given(std::string_view name) const;

  /// name, value in schema order, those kept in models only.
  std::vector<std::pair<std::string, std::string>> kept() const;

 private:
  struct Value {
    std::string name, value;
    bool given, kept;
  };
  const Value& find(std::string_view name) const;
  std::vector<Value> values_;
};

/// Says of parameters of a schema what they have no meaning without: another one that is set (neither empty nor 0 nor
/// false), "NAME=VALUE" one that has this value, "NAME~PART" one that has this in its value; with | between, any of
/// them. Parameters::resolve refuses one that was given another value than its default where that is not so.
void add_needs(std::vector<Parameter>& schema, std::initializer_list<std::pair<std::string_view, const char*>> needs);

/// The word of `known` nearest to `word` by edit distance, or "" when none is near: for "did you mean".
std::string nearest_word(std::string_view word, std::span<const std::string> known);

}  // namespace couplet
