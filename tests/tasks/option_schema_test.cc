#include "couplet/tasks/option_schema.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

enum class Way { fast, slow };

struct Base {
  std::int64_t top = 10;
};
struct Options : Base {
  bool all = false;
  double level = 0.95, tiny = 1e-6;
  std::optional<double> cut;
  std::optional<std::int64_t> count;
  std::string name = "x";
  Way way = Way::slow;
};

OptionSchema<Options> schema() {
  return OptionSchema<Options>()
      .add(OptionSchema<Base>().add("top", &Base::top, "rows", {.letter = 'k'}))
      .add("all", &Options::all, "everything")
      .add("level", &Options::level, "confidence", {.minimum = 0, .maximum = 1})
      .add("tiny", &Options::tiny, "small")
      .add("cut", &Options::cut, "where")
      .add("count", &Options::count, "how many")
      .add("name", &Options::name, "what", {.placeholder = "FILE", .type = ParameterType::file})
      .add("way", &Options::way, {{"fast", Way::fast}, {"slow", Way::slow}}, "how");
}

Options read(const std::map<std::string, std::string>& given) {
  const auto all = schema();
  const auto parameters = all.parameters();
  return all.read(Parameters::resolve(parameters, given));
}

}  // namespace

TEST_CASE("defaults are those of the struct") {
  const Options options = read({});
  CHECK(options.top == 10);
  CHECK_FALSE(options.all);
  CHECK(options.level == 0.95);
  CHECK(options.tiny == 1e-6);
  CHECK_FALSE(options.cut.has_value());
  CHECK_FALSE(options.count.has_value());
  CHECK(options.name == "x");
  CHECK(options.way == Way::slow);
  std::map<std::string, std::string> shown;
  for (const Parameter& parameter : schema().parameters()) shown[parameter.name] = parameter.default_value;
  CHECK(shown == std::map<std::string, std::string>{{"top", "10"},
                                                    {"all", ""},
                                                    {"level", "0.95"},
                                                    {"tiny", "1e-6"},
                                                    {"cut", ""},
                                                    {"count", ""},
                                                    {"name", "x"},
                                                    {"way", "slow"}});
}

TEST_CASE("what is given reaches its member") {
  const Options options = read({{"top", "3"},
                                {"all", "true"},
                                {"level", "0.5"},
                                {"cut", "-2.5"},
                                {"count", "7"},
                                {"name", "y"},
                                {"way", "fast"}});
  CHECK(options.top == 3);
  CHECK(options.all);
  CHECK(options.level == 0.5);
  CHECK(options.cut == -2.5);
  CHECK(options.count == 7);
  CHECK(options.name == "y");
  CHECK(options.way == Way::fast);
}

TEST_CASE("bad values are refused by the schema") {
  expect_error(ErrorCode::usage, "--top: -1 is out of range; give a whole number of at least 0", [] {
    read({{"top", "-1"}});
  });
  expect_error(ErrorCode::usage, "--level: 2 is out of range; give a number from 0 to 1", [] {
    read({{"level", "2"}});
  });
  expect_error(ErrorCode::usage, "--way: unknown value 'slo'; did you mean 'slow'?", [] { read({{"way", "slo"}}); });
}

TEST_CASE("a task can follow a paper too") {
  const auto with_paper = schema().published("A & B 2018", {{"level", "0.5", "Why."}, {"way", "fast", "Why."}});
  const auto parameters = with_paper.parameters();
  const auto read_published = [&](const std::map<std::string, std::string>& given) {
    return with_paper.read(Parameters::resolve(parameters, given));
  };
  CHECK(read_published({}).way == Way::slow);
  CHECK(read_published({{"as-published", "true"}}).way == Way::fast);
  CHECK(read_published({{"as-published", "true"}}).level == 0.5);
  CHECK(read_published({{"as-published", "true"}}).top == 10);
}
