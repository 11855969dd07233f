// JSON read with suspicion: bounded depth and size, no key twice. The only place of this room that knows the JSON
// library.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// A JSON value; objects keep the order of the text.
struct JsonValue {
  enum class Kind { null, boolean, number, string, array, object };
  Kind kind = Kind::null;
  bool boolean = false;
  double number = 0;
  std::int64_t integer = 0;  // the same number, when is_integer
  bool is_integer = false;   // written without fraction or exponent, and fits 64 bits with a sign
  std::string text;
  std::vector<std::string> keys;  // of an object, one for each of items
  std::vector<JsonValue> items;   // of an array or an object
};

/// Parses a whole JSON text. Error(model) without place for: a syntax error (with its byte), invalid UTF-8, a NUL byte,
/// nesting deeper than max_depth, a key that occurs twice in an object, more than a million values. Memory: about 150
/// bytes a value.
JsonValue parse_json(std::string_view text, int max_depth);

/// The text as a JSON string with its quotes. Error(usage) when it is not valid UTF-8.
std::string quote_json(std::string_view text);

/// {"name":"value",...} in the given order.
template <class Pairs>
std::string object_json(const Pairs& pairs) {
  std::string out = "{";
  for (const auto& [name, value] : pairs) {
    if (out.size() > 1) out += ',';
    out += quote_json(name) + ':' + quote_json(value);
  }
  return out + '}';
}

/// Shortest decimal form that reads back as the same double. `value` must be finite.
std::string number_json(double value);

}  // namespace couplet
