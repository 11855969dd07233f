#include "couplet/model/published.h"

#include <doctest/doctest.h>

#include "tests/base/expect_error.h"

using namespace couplet;

namespace {

std::vector<Parameter> plain_schema() {
  return {{"window", ParameterType::integer, "5", "Words each side.", 1, 1000},
          {"signed", ParameterType::flag, "", "Keep negative values."},
          Parameter::one_of("weights", "dynamic", "What a context counts.", {"fixed", "dynamic"}),
          {"power", ParameterType::real, "1", "A power."},
          {"rank", ParameterType::integer, "100", "Columns kept."}};
}

std::vector<Parameter> published_schema() {
  std::vector<Parameter> all = plain_schema();
  add_published(all, "A & B 2018",
                {{"window", "2", "More is better."},
                 {"signed", "yes", "Noise."},
                 {"weights", "fixed", "Far ones say less."},
                 {"power", "1"}});
  return all;
}

}  // namespace

TEST_CASE("without the switch the defaults hold, and it is kept as not given") {
  const Parameters parameters = Parameters::resolve(published_schema(), {});
  CHECK(parameters.integer("window") == 5);
  CHECK_FALSE(is_as_published(parameters));
  CHECK(published_options(published_schema(), parameters).empty());
  CHECK(parameters.kept().back() == std::pair<std::string, std::string>{"as-published", ""});
}

TEST_CASE("the switch takes every published value, and only those") {
  const Parameters parameters = Parameters::resolve(published_schema(), {{"as-published", "true"}, {"rank", "7"}});
  CHECK(is_as_published(parameters));
  CHECK(parameters.integer("window") == 2);
  CHECK(parameters.flag("signed"));
  CHECK(parameters.text("weights") == "fixed");
  CHECK(parameters.integer("rank") == 7);
  CHECK_FALSE(parameters.given("window"));
  CHECK(published_options(published_schema(), parameters) == "--window 2 --signed --weights fixed --power 1");
  CHECK(parameters.kept() == std::vector<std::pair<std::string, std::string>>{{"window", "2"},
                                                                              {"signed", "true"},
                                                                              {"weights", "fixed"},
                                                                              {"power", "1"},
                                                                              {"rank", "7"},
                                                                              {"as-published", "true"}});
}

TEST_CASE("a given value that is the published one is no quarrel, another is refused in one line") {
  CHECK(Parameters::resolve(published_schema(), {{"as-published", "true"}, {"power", "1.0"}}).real("power") == 1);
  expect_error(ErrorCode::usage, "--window: '3' is not as published: that is '2'; leave out --window or --as-published",
               [] {
                 Parameters::resolve(published_schema(), {{"as-published", "true"}, {"window", "3"}});
               });
  expect_error(ErrorCode::usage, "--power: '2' is not as published: that is '1'; leave out --power or --as-published",
               [] {
                 Parameters::resolve(published_schema(), {{"as-published", "yes"}, {"power", "2"}});
               });
  CHECK(Parameters::resolve(published_schema(), {{"as-published", "false"}, {"window", "3"}}).integer("window") == 3);
}

TEST_CASE("a schema that contradicts itself is our fault") {
  const auto with = [](const PublishedValue& value) {
    return [=] {
      std::vector<Parameter> all = plain_schema();
      add_published(all, "A & B 2018", {value});
      Parameters::resolve(all, {{"as-published", "true"}});
    };
  };
  expect_error(ErrorCode::internal, "--widow: published, but no parameter of the method", with({"widow", "2", "Why."}));
  expect_error(ErrorCode::internal, "--window: a published value needs a reason where the default differs",
               with({"window", "2"}));
  expect_error(ErrorCode::internal, "--window: a published value needs a reason where the default differs",
               with({"window", "5", "Why."}));
  expect_error(ErrorCode::internal, "--weights: bad value in the schema: unknown value 'none'",
               with({"weights", "none", "Why."}));
}

TEST_CASE("a schema without a paper has no switch") {
  CHECK_FALSE(is_as_published(Parameters::resolve(plain_schema(), {})));
  expect_error(ErrorCode::usage,
               "--as-published: unknown option; the options are --window, --signed, --weights, --power, --rank", [] {
                 Parameters::resolve(plain_schema(), {{"as-published", "true"}});
               });
}
