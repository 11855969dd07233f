// The memory there is decides whether a model can be fitted, never what it is.
#include <doctest/doctest.h>

#include "couplet/base/random.h"
#include "tests/methods/generated_pairs.h"

using namespace couplet;

namespace {

/// Lines of words of a large vocabulary, so that nothing is small enough to be solved at once.
std::string wide_text(const std::string& prefix, int lines, std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (int i = 0; i < lines; ++i) {
    const std::int64_t topic = i % 23;
    for (int j = 0; j < 14; ++j)
      text += (j > 0 ? " " : "") + prefix +
              std::to_string(random.uniform() < 0.6 ? 30 * topic + random.below(30) : random.below(700));
    text += '\n';
  }
  return text;
}

}  // namespace

TEST_CASE("two very different budgets, the same bytes: every method that asks how much there is") {
  const TemporaryDirectory directory;
  const std::string left = directory.put("left.txt", wide_text("l", 900, 1)),
                    right = directory.put("right.txt", wide_text("r", 900, 2));
  struct Case {
    const char* method;
    std::vector<std::string> data;
    Options options;
    std::int64_t little;  // bytes: enough, but less than a basis as large as it may become takes
  };
  const std::int64_t mega = 1 << 20;
  const Options bridge{{"dimensions", "30"}, {"min-documents", "1"}, {"drop-frequent", "0"}};
  Options tall = bridge, s2net = bridge;
  tall["terms"] = "600";  // more texts than half the terms: by Cholesky
  s2net["evaluations"] = "3";
  for (const Case& of :
       {Case{"sgns", {left}, {{"dimensions", "30"}, {"exact", ""}}, 3 * mega}, Case{"counts", {left}, {}, 3 * mega},
        Case{"ngram", {left}, {{"order", "3"}}, 8 * mega}, Case{"lsa", {left}, {{"dimensions", "30"}}, 2 * mega},
        Case{"phsic", {left, right}, {{"encoder", "lsa:30"}, {"text", "space"}}, 5 * mega},
        Case{"cl-lsi", {left, right}, bridge, 5 * mega}, Case{"opca", {left, right}, bridge, 40 * mega},
        Case{"opca", {left, right}, tall, 8 * mega}, Case{"cca", {left, right}, bridge, 40 * mega},
        Case{"s2net", {left, right}, s2net, 40 * mega}}) {
    const std::string method = of.method;
    CAPTURE(method);
    const auto bytes = [&](std::int64_t memory) {
      Run run;
      run.memory = MemoryBudget(memory);
      return saved_bytes(directory, *fit_method(of.method, of.data, of.options, run).model);
    };
    CHECK((bytes(of.little) == bytes(std::int64_t{1} << 40)));
  }
}

TEST_CASE("too little memory is refused: never another way with another result") {
  const TemporaryDirectory directory;
  const std::string left = directory.put("left.txt", wide_text("l", 900, 1)),
                    right = directory.put("right.txt", wide_text("r", 900, 2));
  Run run;
  run.memory = MemoryBudget(2 << 20);
  try {
    fit_method("opca", {left, right}, {{"dimensions", "30"}, {"terms", "600"}}, run);
    FAIL("was fitted");
  } catch (const Error& error) {
    CHECK(error.code() == ErrorCode::io);
    CHECK(error.problem().starts_with("the matrices of the generalised eigenproblem need "));
    CHECK(error.remedy() == "raise --memory (now 2.0 MB)");
  }
}
