#include "tests/cli/pair_files.h"

#include <doctest/doctest.h>

#include <limits>
#include <map>

#include "couplet/base/npy.h"
#include "couplet/base/random.h"

namespace {

std::map<std::string, std::string> contents_of(const TemporaryDirectory& directory) {
  std::map<std::string, std::string> contents;
  for (const std::string& name : directory.names()) contents[name] = content_of(directory.file(name));
  return contents;
}

}  // namespace

std::string lines_of_side(const std::vector<std::string>& texts) {
  std::string lines;
  for (const std::string& text : texts) lines += text + "\n";
  return lines;
}

std::vector<std::string> made_arrays(const TemporaryDirectory& directory, std::int64_t rows, std::int64_t cols) {
  couplet::Random random(7);
  std::vector<double> left, right;
  for (std::int64_t i = 0; i < rows * cols; ++i) {
    const double cause = random.normal();
    left.push_back(cause + random.normal());
    right.push_back(cause + random.normal());
  }
  couplet::write_npy(directory.file("left.npy"), left, rows, cols);
  couplet::write_npy(directory.file("right.npy"), right, rows, cols);
  return {directory.file("left.npy"), directory.file("right.npy")};
}

std::string succeed(const std::vector<std::string>& arguments) {
  const Finished run = run_couplet(arguments);
  INFO(run.err);
  REQUIRE(run.code == 0);
  return run.out;
}

std::vector<nlohmann::json> succeed_json(std::vector<std::string> arguments) {
  arguments.push_back("--json");
  std::vector<nlohmann::json> objects;
  for (const std::string& line : lines_of(succeed(arguments))) objects.push_back(nlohmann::json::parse(line));
  return objects;
}

std::vector<std::vector<std::string>> cells_of(const std::string& table) {
  std::vector<std::vector<std::string>> rows;
  for (const std::string& line : lines_of(table)) {
    rows.emplace_back();
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find('\t', begin), line.size());
      rows.back().push_back(line.substr(begin, end - begin));
      begin = end + 1;
    }
  }
  return rows;
}

std::vector<double> scores_of(const std::string& model, std::vector<std::string> files) {
  files.insert(files.begin(), {"score", model});
  std::vector<double> scores;
  for (const auto& object : succeed_json(files))
    scores.push_back(object.at("score").is_null() ? std::numeric_limits<double>::quiet_NaN()
                                                  : object.at("score").get<double>());
  return scores;
}

void expect_failure(const TemporaryDirectory& directory, const std::vector<std::string>& arguments, int code,
                    const std::string& message) {
  const auto before = contents_of(directory);
  const Finished run = run_couplet(arguments);
  CHECK(run.code == code);
  CHECK(run.err == "couplet: " + message + "\n");
  CHECK(lines_of(run.out).size() <= 1);  // the head of a table at most
  CHECK((contents_of(directory) == before));
}
