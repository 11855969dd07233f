// Made-up pairs in files, and short ways to run the program on them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/base/topic_texts.h"
#include "tests/cli/run_program.h"

/// One text a line.
std::string lines_of_side(const std::vector<std::string>& texts);

/// Two .npy files, LEFT.npy and RIGHT.npy, of rows that go together.
std::vector<std::string> made_arrays(const TemporaryDirectory& directory, std::int64_t rows, std::int64_t cols);

/// Runs to the end, requires exit code 0, and returns standard output.
std::string succeed(const std::vector<std::string>& arguments);
/// The same with --json: one object a line.
std::vector<nlohmann::json> succeed_json(std::vector<std::string> arguments);
/// Cells of a TSV table, the header first.
std::vector<std::vector<std::string>> cells_of(const std::string& table);
/// The scores of a model for pairs in files; NaN for null.
std::vector<double> scores_of(const std::string& model, std::vector<std::string> files);

/// Runs and checks the exit code, that "couplet: MESSAGE" is all there is on standard error, that standard output has
/// no rows, and that no file came, went or changed in the directory.
void expect_failure(const TemporaryDirectory& directory, const std::vector<std::string>& arguments, int code,
                    const std::string& message);
