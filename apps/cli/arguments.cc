#include "apps/cli/arguments.h"

#include "apps/cli/terminal.h"
#include "couplet/base/error.h"
#include "couplet/base/reading_limit.h"
#include "couplet/model/published.h"

namespace couplet {

MemoryBudget memory_of(const Parameters& common) {
  const std::string& memory = common.text("memory");
  if (memory.empty()) return MemoryBudget();
  try {
    return MemoryBudget(parse_bytes(memory));
  } catch (const Error&) {
    throw Error(ErrorCode::usage, "--memory", "'" + memory + "' is not a size", "write it like 300M or 4G");
  }
}

void tell_published(const Arguments& arguments, std::span<const Parameter> schema, const Parameters& parameters) {
  if (const std::string options = published_options(schema, parameters); !options.empty())
    arguments.terminal->tell("as published: " + options);
}

Run make_run(const Arguments& arguments) {
  constexpr std::int64_t most_threads = 4096;
  const std::int64_t threads = arguments.common.integer("threads");
  if (threads > most_threads)
    throw Error(ErrorCode::usage, "--threads", std::to_string(threads) + " is more than any machine has");
  Run run;
  run.pool = Pool(static_cast<int>(threads));
  run.memory = memory_of(arguments.common);
  set_reading_memory(run.memory.bytes());
  run.seed = static_cast<std::uint64_t>(arguments.common.integer("seed"));
  if (arguments.terminal) run.observer = arguments.terminal;
  if (arguments.stop) run.stop = arguments.stop;
  if (arguments.team) run.team = arguments.team;
  run.balance = arguments.common.flag("balance");
  return run;
}

}  // namespace couplet
