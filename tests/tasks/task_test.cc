#include "couplet/tasks/task.h"

#include <doctest/doctest.h>

#include <set>

#include "couplet/tasks/collection.h"
#include "couplet/tasks/file_check.h"
#include "couplet/tasks/registry.h"
#include "couplet/text/text_rows.h"
#include "tests/base/expect_error.h"
#include "tests/base/temporary_directory.h"

using namespace couplet;

namespace {

using Words = std::vector<std::string>;

Task task_of(std::vector<TaskInput> inputs, std::vector<Parameter> parameters = {}) {
  return {.name = "try",
          .synopsis = "A B",
          .summary = "",
          .details = "",
          .examples = {},
          .inputs = std::move(inputs),
          .parameters = std::move(parameters)};
}

Request request_of(const Task& task, const Words& words, const std::map<std::string, std::string>& given = {}) {
  return {.words = assign_words(task, words), .options = Parameters::resolve(task.parameters, given)};
}

}  // namespace

TEST_CASE("words are assigned to inputs: each has its least, the first that takes more the rest") {
  const Task systems = task_of({{"systems", InputShape::system, 2, -1}, {"gold", InputShape::data}});
  auto assigned = assign_words(systems, {"a", "b", "c", "g"});
  CHECK(assigned["systems"] == Words{"a", "b", "c"});
  CHECK(assigned["gold"] == Words{"g"});
  const Task report = task_of({{"model", InputShape::model}, {"part", InputShape::text, 0, 1}});
  CHECK(assign_words(report, {"m"})["part"].empty());
  CHECK(assign_words(report, {"m", "rows"})["part"] == Words{"rows"});
  expect_error(ErrorCode::usage, "too few arguments; use: couplet try A B", [&] { assign_words(report, {}); });
  expect_error(ErrorCode::usage, "unexpected argument 'x'; use: couplet try A B", [&] {
    assign_words(report, {"m", "rows", "x"});
  });
}

TEST_CASE("a request makes a source as its data options say") {
  const Task task = task_of({{"data", InputShape::data, 1, 2}}, data_parameters());
  const Source source =
      request_of(task, {"l.tsv", "r.tsv"}, {{"columns", "2"}, {"header", "true"}, {"on-bad-line", "skip"}})
          .source("data");
  CHECK(source.paths == Words{"l.tsv", "r.tsv"});
  CHECK(source.columns == "2");
  CHECK(source.header);
  CHECK(source.on_bad_line == BadLine::skip);
  const Task lines = task_of({{"data", InputShape::data}}, bad_line_parameters());
  CHECK(request_of(lines, {"l.tsv"}).source("data").format == "auto");
  expect_error(ErrorCode::internal, "the task has no input 'other'", [&] { request_of(lines, {"x"}).word("other"); });
}

TEST_CASE("what a door has is read in the place of files") {
  const Task task = task_of({{"data", InputShape::data}}, data_parameters());
  const MatrixD rows = MatrixD::Random(3, 2);
  Request request = request_of(task, {"memory"}, {{"columns", "1"}});
  request.given["data"] = texts_in_memory({"a", "b"});
  CHECK(request.source("data").rows->size() == 2);
  CHECK(request.data("data").columns == "1");
  request.given["data"].vectors = {rows};
  request.given["data"].rows = nullptr;
  expect_error(ErrorCode::usage, "data: is numbers, and this takes texts; give the texts themselves",
               [&] { request.source("data"); });
  CHECK(read_collection(request.given["data"], 0, Run()).rows == rows);
  expect_error(ErrorCode::usage, "this is read from a file only; write it to a file",
               [&] { request.given["data"].file(); });
}

TEST_CASE("a plan names the files read and written, with what the task adds between") {
  const TemporaryDirectory directory;
  const std::string model = directory.put("m.couplet", "12345"), seeds = directory.put("s.tsv", "");
  Parameter written{"output", ParameterType::output, "", ""};
  Task task =
      task_of({{"model", InputShape::model}, {"query", InputShape::text}}, {written, Parameter::path("seeds", "")});
  task.plan = [](const Request&) -> std::vector<std::pair<std::string, std::string>> { return {{"memory", "little"}}; };
  const Request request = request_of(task, {model, "a word"}, {{"output", "o.tsv"}, {"seeds", seeds}});
  const auto steps = plan_of(task, request, files_of(task, request));
  REQUIRE(steps.size() == 4);
  CHECK(steps[0] == std::pair<std::string, std::string>{"read", model + ", 5 B"});
  CHECK(steps[1] == std::pair<std::string, std::string>{"read", seeds + ", 0 B"});
  CHECK(steps[2] == std::pair<std::string, std::string>{"memory", "little"});
  CHECK(steps[3] == std::pair<std::string, std::string>{"write", "o.tsv"});
  expect_error(ErrorCode::io, "none.couplet: cannot open: No such file or directory", [&] {
    const Request missing = request_of(task, {"none.couplet", "a word"});
    plan_of(task, missing, files_of(task, missing));
  });
}

TEST_CASE("every task is described in full, and its options have defaults that its own schema accepts") {
  std::set<std::string> names;
  for (const Task& task : all_tasks()) {
    CAPTURE(task.name);
    CHECK(names.insert(task.name).second);
    CHECK_FALSE(task.summary.empty());
    CHECK_FALSE(task.examples.empty());
    CHECK(bool(task.run));
    CHECK_FALSE(task.inputs.empty());
    std::set<std::string> options;
    for (const Parameter& parameter : task.parameters) {
      CAPTURE(parameter.name);
      CHECK(options.insert(parameter.name).second);
      CHECK_FALSE(parameter.help.empty());
    }
    CHECK_NOTHROW(Parameters::resolve(task.parameters, {}));
  }
}
