// What the verbs share: the settings of a run, and the plan of --dry-run.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "apps/cli/arguments.h"
#include "couplet/base/run.h"

namespace couplet {

/// Threads, memory and seed as asked for; progress to the terminal; Ctrl-C to the stop token.
Run make_run(const Arguments& arguments);

/// Prints what --dry-run promises, a row each: {"read", "train.tsv, 1.2 MB"}, {"memory", "300 MB"}, {"write", ...}.
void print_plan(const Arguments& arguments, const std::vector<std::pair<std::string, std::string>>& steps);

/// With --dry-run: prints the plan of a verb that only reads and writes files, and returns true: there is nothing more
/// to do.
bool only_planned(const Arguments& arguments, const std::vector<std::string>& read,
                  const std::vector<std::string>& written = {});

/// "train.tsv, 1.2 MB" for a plan; Error(io) when the file does not exist. "-" is "standard input".
std::string describe_file(const std::string& path);

/// Says on stderr how many items an answer covers, when it does not cover all: "1998 of 2000 pairs have a score".
/// skipped: bad lines.
void report_coverage(const Arguments& arguments, std::int64_t covered, std::int64_t total, const std::string& what,
                     std::int64_t skipped);

}  // namespace couplet
