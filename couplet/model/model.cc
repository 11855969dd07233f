#include "couplet/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "couplet/model/container.h"

namespace couplet {
namespace {

const std::string* find(const std::vector<std::pair<std::string, std::string>>& entries, std::string_view name) {
  for (const auto& [key, value] : entries)
    if (key == name) return &value;
  return nullptr;
}

}  // namespace

const std::string* ModelHeader::find_parameter(std::string_view name) const { return find(parameters, name); }
const std::string* ModelHeader::find_detail(std::string_view name) const { return find(details, name); }

const std::string& ModelHeader::parameter(std::string_view name) const {
  if (const std::string* value = find_parameter(name)) return *value;
  throw Error(ErrorCode::model, "", fmt::format("the header has no parameter '{}'", name), "fit the model again");
}

const std::string& ModelHeader::detail(std::string_view name) const {
  if (const std::string* value = find_detail(name)) return *value;
  throw Error(ErrorCode::model, "", fmt::format("the header has no detail '{}'", name), "fit the model again");
}

double ModelHeader::number(std::string_view name, double low, double high) const {
  const std::string& text = parameter(name);
  double value = 0;
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size() || !(value >= low && value <= high))
    throw Error(ErrorCode::model, fmt::format("parameter {}", name), "'" + text + "' makes no sense",
                "fit the model again");
  return value;
}

std::vector<std::vector<std::string>> Model::self_test_inputs() const {
  std::vector<std::vector<std::string>> inputs;
  for (const SelfTestCase& test : header_.self_test)
    if (!test.input.empty()) inputs.push_back(test.input);
  return inputs;
}

void save_model(const Model& model, const std::string& path) {
  ModelWriter writer(model.header());
  model.write(writer);
  writer.write(path);
}

double run_self_test(const Model& model) {
  const std::vector<SelfTestCase>& cases = model.header().self_test;
  if (cases.empty()) throw Error(ErrorCode::model, "", "the model has no self-test", "fit the model again");
  double worst = 0;
  for (const SelfTestCase& test : cases) {
    if (test.input.empty()) continue;
    const std::vector<double> actual = model.self_test(test.input);
    if (actual.size() != test.expected.size())
      throw Error(ErrorCode::model, "",
                  fmt::format("the self-test gives {} numbers, expected {}", actual.size(), test.expected.size()),
                  "fit the model again");
    for (std::size_t i = 0; i < actual.size(); ++i) {
      if (actual[i] == test.expected[i]) continue;
      const double scale = std::max(std::abs(actual[i]), std::abs(test.expected[i]));
      const double difference = std::abs(actual[i] - test.expected[i]) / scale;
      // NaN or infinity where a number was expected is no small difference.
      worst = std::max(worst, std::isfinite(actual[i]) ? difference : std::numeric_limits<double>::infinity());
    }
  }
  return worst;
}

}  // namespace couplet
