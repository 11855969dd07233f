#include "apps/cli/run.h"

#include <cerrno>
#include <filesystem>

#include "apps/cli/output.h"
#include "apps/cli/terminal.h"
#include "couplet/base/error.h"

namespace couplet {

Run make_run(const Arguments& arguments) {
  constexpr std::int64_t most_threads = 4096;
  const std::int64_t threads = arguments.integer("threads");
  if (threads > most_threads)
    throw Error(ErrorCode::usage, "--threads", std::to_string(threads) + " is more than any machine has");
  Run run;
  run.pool = Pool(static_cast<int>(threads));
  if (arguments.has("memory")) run.memory = MemoryBudget(arguments.bytes("memory"));
  run.seed = static_cast<std::uint64_t>(arguments.integer("seed"));
  if (arguments.terminal) run.observer = arguments.terminal;
  if (arguments.stop) run.stop = arguments.stop;
  return run;
}

void print_plan(const Arguments& arguments, const std::vector<std::pair<std::string, std::string>>& steps) {
  Table table(*arguments.output, "plan", {"step", "what"});
  for (const auto& [step, what] : steps) table.row({step, what});
}

bool only_planned(const Arguments& arguments, const std::vector<std::string>& read,
                  const std::vector<std::string>& written) {
  if (!arguments.flag("dry-run")) return false;
  std::vector<std::pair<std::string, std::string>> steps;
  for (const std::string& path : read)
    if (!path.empty()) steps.emplace_back("read", describe_file(path));
  for (const std::string& path : written)
    if (!path.empty()) steps.emplace_back("write", path);
  print_plan(arguments, steps);
  return true;
}

std::string describe_file(const std::string& path) {
  if (path == "-") return "standard input";
  std::error_code problem;
  const auto status = std::filesystem::status(path, problem);
  if (!std::filesystem::exists(status))
    throw Error(ErrorCode::io, path,
                "cannot open: " + (problem ? problem : std::error_code(ENOENT, std::generic_category())).message());
  if (!std::filesystem::is_regular_file(status)) return path;
  return path + ", " + format_bytes(static_cast<std::int64_t>(std::filesystem::file_size(path)));
}

void report_coverage(const Arguments& arguments, std::int64_t covered, std::int64_t total, const std::string& what,
                     std::int64_t skipped) {
  if (covered < total) arguments.terminal->warn(std::to_string(covered) + " of " + std::to_string(total) + " " + what);
  if (skipped > 0) arguments.terminal->warn("bad lines skipped: " + std::to_string(skipped));
}

}  // namespace couplet
