#include "couplet/model/parameters.h"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <cmath>

#include "couplet/base/error.h"

using namespace couplet;

namespace {

using Given = std::map<std::string, std::string>;

std::vector<Parameter> schema() {
  return {
      {"rank", ParameterType::integer, "100", "Columns kept.", 1, 1000},
      {"whiten", ParameterType::real, "0.10", "Ridge.", 0},
      {"pipeline", ParameterType::text, "nfkc,lower,icu", "Text pipeline."},
      {"centre", ParameterType::flag, "yes", "Subtract the mean."},
      {"kernel", ParameterType::choice, "linear", "Kernel.", -INFINITY, INFINITY, {"linear", "cosine", "rbf"}},
      {"vectors", ParameterType::file, "", "Word vectors.", -INFINITY, INFINITY, {}, false},
      {"sample", ParameterType::integer, "", "Pairs kept."},
  };
}

void check_usage(const Given& given, const std::string& text) {
  try {
    Parameters::resolve(schema(), given);
    FAIL("no error, expected: " << text);
  } catch (const Error& error) {
    CHECK(error.what() == text);
    CHECK(error.code() == ErrorCode::usage);
  }
}

/// Edits between two words by the recursive definition.
int slow_distance(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return static_cast<int>(a.size() + b.size());
  const std::string a1 = a.substr(0, a.size() - 1), b1 = b.substr(0, b.size() - 1);
  int best =
      std::min({slow_distance(a1, b) + 1, slow_distance(a, b1) + 1, slow_distance(a1, b1) + (a.back() != b.back())});
  if (a.size() > 1 && b.size() > 1 && a.back() == b1.back() && a1.back() == b.back())
    best = std::min(best, slow_distance(a1.substr(0, a1.size() - 1), b1.substr(0, b1.size() - 1)) + 1);
  return best;
}

}  // namespace

TEST_CASE("defaults of every type, in their one spelling") {
  const Parameters parameters = Parameters::resolve(schema(), {});
  CHECK(parameters.integer("rank") == 100);
  CHECK(parameters.real("whiten") == 0.1);
  CHECK(parameters.real("rank") == 100);
  CHECK(parameters.text("pipeline") == "nfkc,lower,icu");
  CHECK(parameters.flag("centre"));
  CHECK(parameters.text("kernel") == "linear");
  CHECK_FALSE(parameters.has("vectors"));
  CHECK_FALSE(parameters.has("sample"));
  CHECK_FALSE(parameters.given("rank"));
  const std::vector<std::pair<std::string, std::string>> kept = {
      {"rank", "100"},    {"whiten", "0.1"},    {"pipeline", "nfkc,lower,icu"},
      {"centre", "true"}, {"kernel", "linear"}, {"sample", ""}};
  CHECK(parameters.kept() == kept);
}

TEST_CASE("what the user gives wins, and equal settings are spelled equally") {
  const Parameters parameters = Parameters::resolve(schema(), {{"rank", "007"},
                                                               {"whiten", "1e-3"},
                                                               {"centre", "off"},
                                                               {"kernel", "rbf"},
                                                               {"vectors", "a/b.txt"},
                                                               {"sample", ""}});
  CHECK(parameters.integer("rank") == 7);
  CHECK(parameters.text("rank") == "7");
  CHECK(parameters.text("whiten") == "0.001");
  CHECK_FALSE(parameters.flag("centre"));
  CHECK(parameters.text("vectors") == "a/b.txt");
  CHECK(parameters.given("vectors"));
  CHECK(parameters.given("sample"));
  CHECK_FALSE(parameters.given("pipeline"));
  for (const auto& [name, value] : parameters.kept()) CHECK(name != "vectors");
  CHECK(Parameters::resolve(schema(), {{"whiten", "0.100"}}).kept() == Parameters::resolve(schema(), {}).kept());
}

TEST_CASE("the ends of a range belong to it") {
  CHECK(Parameters::resolve(schema(), {{"rank", "1"}}).integer("rank") == 1);
  CHECK(Parameters::resolve(schema(), {{"rank", "1000"}}).integer("rank") == 1000);
  CHECK(Parameters::resolve(schema(), {{"whiten", "0"}}).real("whiten") == 0);
}

TEST_CASE("wrong values say what would be right") {
  check_usage({{"rank", "ten"}}, "--rank: 'ten' is not a whole number; give a whole number from 1 to 1000");
  check_usage({{"rank", "1.5"}}, "--rank: '1.5' is not a whole number; give a whole number from 1 to 1000");
  check_usage({{"rank", ""}}, "--rank: '' is not a whole number; give a whole number from 1 to 1000");
  check_usage({{"rank", "0"}}, "--rank: 0 is out of range; give a whole number from 1 to 1000");
  check_usage({{"rank", "1001"}}, "--rank: 1001 is out of range; give a whole number from 1 to 1000");
  check_usage({{"rank", "99999999999999999999"}},
              "--rank: '99999999999999999999' is not a whole number; give a whole number from 1 to 1000");
  check_usage({{"whiten", "-0.5"}}, "--whiten: -0.5 is out of range; give a number of at least 0");
  check_usage({{"whiten", "nan"}}, "--whiten: 'nan' is not a number; give a number of at least 0");
  check_usage({{"whiten", "inf"}}, "--whiten: 'inf' is not a number; give a number of at least 0");
  check_usage({{"whiten", "0.1x"}}, "--whiten: '0.1x' is not a number; give a number of at least 0");
  check_usage({{"sample", "x"}}, "--sample: 'x' is not a whole number; give a whole number");
  check_usage({{"centre", "maybe"}}, "--centre: 'maybe' is neither true nor false; give true or false");
  check_usage({{"pipeline", "caf\xE9"}}, "--pipeline: 'caf\\xE9' is not UTF-8; write it in UTF-8");
  check_usage({{"kernel", "cosin"}}, "--kernel: unknown value 'cosin'; did you mean 'cosine'?");
  check_usage({{"kernel", "polynomial"}}, "--kernel: unknown value 'polynomial'; give one of linear, cosine, rbf");
}

TEST_CASE("unknown options name the nearest") {
  check_usage({{"whitne", "1"}}, "--whitne: unknown option; did you mean --whiten?");
  check_usage({{"zzzzzz", "1"}},
              "--zzzzzz: unknown option; the options are --rank, --whiten, --pipeline, --centre, --kernel, --vectors, "
              "--sample");
  CHECK_THROWS_WITH(Parameters::resolve({}, {{"a", "1"}}), "--a: unknown option; this method has no options");
}

TEST_CASE("mistakes of a method are our bugs, not the user's") {
  const Parameters parameters = Parameters::resolve(schema(), {});
  const auto is_internal = [](auto&& call) {
    try {
      call();
    } catch (const Error& error) {
      return error.code() == ErrorCode::internal;
    }
    return false;
  };
  CHECK(is_internal([&] { parameters.text("nothing"); }));
  CHECK(is_internal([&] { parameters.integer("kernel"); }));
  CHECK(is_internal([&] { parameters.integer("sample"); }));
  CHECK(is_internal([&] { parameters.real("pipeline"); }));
  CHECK(is_internal([&] { parameters.flag("kernel"); }));
  const std::vector<Parameter> bad = {{"rank", ParameterType::integer, "many", "Columns kept."}};
  CHECK(is_internal([&] { Parameters::resolve(bad, {}); }));
}

TEST_CASE("a parameter that has no meaning without another is refused, unless it stays at its default") {
  std::vector<Parameter> all = schema();
  add_needs(all, {{"rank", "kernel=rbf|kernel=cosine"}, {"sample", "vectors"}, {"whiten", "pipeline~icu"}});
  const auto refused = [&](const Given& given, const std::string& text) {
    try {
      Parameters::resolve(all, given);
      FAIL("accepted");
    } catch (const Error& error) {
      CHECK(error.code() == ErrorCode::usage);
      CHECK(error.what() == text);
    }
  };
  refused({{"rank", "7"}}, "--rank: has no meaning here; leave it out, or give --kernel rbf or --kernel cosine");
  refused({{"sample", "7"}}, "--sample: has no meaning here; leave it out, or give --vectors");
  refused({{"whiten", "1"}, {"pipeline", "lower"}},
          "--whiten: has no meaning here; leave it out, or give --pipeline with icu");
  CHECK(Parameters::resolve(all, {{"rank", "100"}}).integer("rank") == 100);
  CHECK(Parameters::resolve(all, {{"rank", "7"}, {"kernel", "cosine"}}).integer("rank") == 7);
  CHECK(Parameters::resolve(all, {{"sample", "7"}, {"vectors", "v.txt"}}).integer("sample") == 7);
  CHECK(Parameters::resolve(all, {{"whiten", "1"}}).real("whiten") == 1);
}

TEST_CASE("nearest word") {
  const std::vector<std::string> verbs = {"fit", "score", "rank", "search", "embed", "explain", "eval", "inspect"};
  CHECK(nearest_word("scroe", verbs) == "score");
  CHECK(nearest_word("serch", verbs) == "search");
  CHECK(nearest_word("inspekt", verbs) == "inspect");
  CHECK(nearest_word("fit", verbs) == "fit");
  CHECK(nearest_word("translate", verbs) == "");
  CHECK(nearest_word("x", verbs) == "");
  CHECK(nearest_word("", verbs) == "");
  CHECK(nearest_word(std::string(1000, 'x'), verbs) == "");
  const std::vector<std::string> twins = {"aab", "aac"};
  CHECK(nearest_word("aad", twins) == "aab");
}

TEST_CASE("nearest word agrees with the definition of edit distance") {
  CHECK(rc::check("first of the least distance within the limit", [] {
    const auto short_word = rc::gen::resize(5, rc::gen::container<std::string>(rc::gen::element('a', 'b', 'c')));
    const std::string word = *short_word;
    const auto known = *rc::gen::container<std::vector<std::string>>(short_word);
    std::string expected;
    int best = static_cast<int>(word.size()) / 3 + 2;
    for (const std::string& candidate : known) {
      const int distance = slow_distance(word, candidate);
      if (distance >= static_cast<int>(std::max(word.size(), candidate.size())) || distance >= best) continue;
      best = distance;
      expected = candidate;
    }
    RC_ASSERT(nearest_word(word, known) == expected);
  }));
}
