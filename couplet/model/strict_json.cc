#include "couplet/model/strict_json.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <unordered_set>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::int64_t most_values = 1'000'000;

[[noreturn]] void fail(std::string problem) { throw Error(ErrorCode::model, "", std::move(problem)); }

/// Builds the tree from the parser's events, so that a hostile text is refused while it is read, not after.
class TreeBuilder : public nlohmann::json_sax<nlohmann::json> {
 public:
  explicit TreeBuilder(int max_depth) : max_depth_(max_depth) {}

  bool null() override {
    place({});
    return true;
  }
  bool boolean(bool value) override {
    JsonValue node = of(JsonValue::Kind::boolean);
    node.boolean = value;
    place(std::move(node));
    return true;
  }
  bool number_integer(number_integer_t value) override {
    JsonValue node = of(JsonValue::Kind::number);
    node.number = static_cast<double>(value);
    node.integer = value;
    node.is_integer = true;
    place(std::move(node));
    return true;
  }
  bool number_unsigned(number_unsigned_t value) override {
    JsonValue node = of(JsonValue::Kind::number);
    node.number = static_cast<double>(value);
    node.is_integer = value <= static_cast<number_unsigned_t>(INT64_MAX);
    node.integer = node.is_integer ? static_cast<std::int64_t>(value) : 0;
    place(std::move(node));
    return true;
  }
  bool number_float(number_float_t value, const string_t&) override {
    JsonValue node = of(JsonValue::Kind::number);
    node.number = value;
    place(std::move(node));
    return true;
  }
  bool string(string_t& value) override {
    JsonValue node = of(JsonValue::Kind::string);
    node.text = std::move(value);
    place(std::move(node));
    return true;
  }
  bool binary(binary_t&) override { fail("JSON with binary values"); }
  bool start_object(std::size_t) override { return open(JsonValue::Kind::object); }
  bool start_array(std::size_t) override { return open(JsonValue::Kind::array); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    if (!open_.back().seen.insert(name).second) fail(fmt::format("JSON key {} occurs twice", quote_json(name)));
    open_.back().value.keys.push_back(std::move(name));
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
    fail(fmt::format("invalid JSON at byte {}", position));
  }

  JsonValue take() { return std::move(root_); }

 private:
  struct Level {
    JsonValue value;
    std::unordered_set<std::string> seen;
  };

  static JsonValue of(JsonValue::Kind kind) {
    JsonValue value;
    value.kind = kind;
    return value;
  }
  void count() {
    if (++values_ > most_values) fail(fmt::format("JSON with more than {} values", most_values));
  }
  void place(JsonValue&& node) {
    count();
    if (open_.empty()) {
      root_ = std::move(node);
    } else {
      open_.back().value.items.push_back(std::move(node));
    }
  }
  bool open(JsonValue::Kind kind) {
    if (static_cast<int>(open_.size()) >= max_depth_) fail(fmt::format("JSON nested deeper than {}", max_depth_));
    open_.push_back({of(kind), {}});
    return true;
  }
  bool close() {
    JsonValue finished = std::move(open_.back().value);
    open_.pop_back();
    place(std::move(finished));
    return true;
  }

  int max_depth_;
  std::int64_t values_ = 0;
  std::vector<Level> open_;
  JsonValue root_;
};

}  // namespace

JsonValue parse_json(std::string_view text, int max_depth) {
  // The library takes a NUL for the end of the text and would ignore what follows it.
  if (const auto nul = text.find('\0'); nul != text.npos) fail(fmt::format("invalid JSON at byte {}", nul + 1));
  TreeBuilder builder(max_depth);
  if (!nlohmann::json::sax_parse(text.begin(), text.end(), &builder)) fail("invalid JSON");
  return builder.take();
}

std::string quote_json(std::string_view text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::exception&) {
    throw Error(ErrorCode::usage, "", "a text for the model file is not valid UTF-8", "give it in UTF-8");
  }
}

std::string number_json(double value) { return fmt::format("{}", value); }

}  // namespace couplet
