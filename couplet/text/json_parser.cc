#include <fmt/format.h>
#include <fmt/ranges.h>
#include <simdjson.h>

#include "couplet/base/error.h"
#include "couplet/text/field_parser.h"

namespace couplet {
namespace {

constexpr std::size_t most_keys_shown = 12;

class JsonParser : public FieldParser {
 public:
  explicit JsonParser(std::vector<std::string> keys) : keys_(std::move(keys)) {}

  bool parse(std::string_view line, const LineReader& reader, std::vector<std::string>& fields) override {
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) return false;
    simdjson::dom::element document;
    simdjson::dom::object object;
    if (parser_.parse(line.data(), line.size()).get(document) != simdjson::SUCCESS)
      throw Error(ErrorCode::data, reader.place(), "broken JSON", "each line must be one JSON object");
    if (document.get(object) != simdjson::SUCCESS)
      throw Error(ErrorCode::data, reader.place(), "not a JSON object", "each line must be one JSON object");
    fields.resize(keys_.size());
    for (std::size_t i = 0; i < keys_.size(); ++i) take(object, keys_[i], reader, fields[i]);
    return true;
  }

 private:
  static void take(const simdjson::dom::object& object, const std::string& key, const LineReader& reader,
                   std::string& field) {
    simdjson::dom::element value;
    if (object.at_key(key).get(value) != simdjson::SUCCESS)
      throw Error(ErrorCode::data, reader.place(), fmt::format("no key \"{}\"", key), keys_of(object));
    std::string_view text;
    if (value.get(text) == simdjson::SUCCESS) {
      field.assign(text);
    } else if (value.is_number() || value.is_bool()) {
      field = simdjson::minify(value);
    } else {
      throw Error(
          ErrorCode::data, reader.place(),
          fmt::format("the value of \"{}\" is {}", key, value.is_null() ? "null" : "a list or an object, not a text"),
          "give a string, a number, true or false, or leave such lines out with --on-bad-line skip");
    }
  }

  static std::string keys_of(const simdjson::dom::object& object) {
    std::vector<std::string_view> names;
    for (const auto& [name, value] : object) {
      if (names.size() == most_keys_shown) {
        names.emplace_back("...");
        break;
      }
      names.push_back(name);
    }
    if (names.empty()) return "the object has no keys";
    return fmt::format("the object has {}; name keys with --columns", fmt::join(names, ", "));
  }

  std::vector<std::string> keys_;
  simdjson::dom::parser parser_;
};

}  // namespace

std::unique_ptr<FieldParser> make_json_parser(std::vector<std::string> keys) {
  return std::make_unique<JsonParser>(std::move(keys));
}

}  // namespace couplet
