#include "couplet/model/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "couplet/model/container.h"

namespace couplet {

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
