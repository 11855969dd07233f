// Made-up pairs in files, and short ways to run the program on them.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/cli/run_program.h"

/// Texts on eight topics; both sides of a pair are on the same one, in words of their own. No two pairs are equal.
struct MadePairs {
  std::vector<std::string> left, right;
};
MadePairs made_pairs(std::size_t count, std::uint64_t seed = 1);
MadePairs part_of(const MadePairs& pairs, std::size_t first, std::size_t count);
std::string tsv_of(const MadePairs& pairs);
/// One text a line.
std::string lines_of_side(const std::vector<std::string>& texts);
/// Word vectors (text) for every word of made_pairs.
std::string made_vectors(int dimension);

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

/// Runs and checks the exit code, that "couplet: MESSAGE" is all there is on standard error, that standard output has no rows, and
/// that no file came, went or changed in the directory.
void expect_failure(const TemporaryDirectory& directory, const std::vector<std::string>& arguments, int code,
                    const std::string& message);
