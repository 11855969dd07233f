// What the user typed, checked against the table of options.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/options.h"
#include "couplet/model/method.h"

namespace couplet {

class Output;     // output.h
class StopToken;  // couplet/base/stop.h
class Terminal;   // terminal.h

/// The verb with its positional arguments and options. Every option of the verb has a value: the given one or the
/// default. Asking for one the verb does not take is Error(internal).
class Arguments {
 public:
  const Verb* verb = nullptr;                               // null: `couplet` alone
  const Method* method = nullptr;                           // of verbs that take one
  std::vector<std::string> positionals;                     // without the verb and the method
  enum class Help { none, brief, full } help = Help::none;  // -h, --help
  bool version = false;                                     // --version

  // Set by main before the handler runs.
  Output* output = nullptr;
  Terminal* terminal = nullptr;
  const StopToken* stop = nullptr;

  /// True when the user gave the option.
  bool given(std::string_view name) const { return find(name).given; }
  bool flag(std::string_view name) const { return find(name).text == "true"; }
  const std::string& text(std::string_view name) const { return find(name).text; }
  /// False when the value is empty.
  bool has(std::string_view name) const { return !text(name).empty(); }
  /// The value of an option whose placeholder is N, X or SIZE; Error(usage) when it is not set.
  std::int64_t integer(std::string_view name) const;
  double real(std::string_view name) const;
  std::int64_t bytes(std::string_view name) const;

  /// The method's parameters the user gave, for Parameters::resolve.
  const std::map<std::string, std::string>& method_values() const { return method_values_; }

  /// The data options (group "data") with these files.
  Source data_files(std::vector<std::string> paths) const;

  /// For the parser. Checks the value against the option's placeholder: Error(usage).
  void set_default(const Option& option);
  void set(const Option& option, std::string value);
  void set_method_value(const std::string& name, std::string value);

 private:
  struct Value {
    std::string text;
    bool given = false;
  };
  const Value& find(std::string_view name) const;
  std::map<std::string, Value, std::less<>> values_;
  std::map<std::string, std::string> method_values_;
};

}  // namespace couplet
