// What the user typed, checked against the schemas.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "apps/cli/verbs.h"
#include "couplet/base/run.h"

namespace couplet {

class Output;     // output.h
class StopToken;  // couplet/base/stop.h
class Terminal;   // terminal.h

/// The verb with its positional arguments and options.
struct Arguments {
  const Verb* verb = nullptr;                               // null: `couplet` alone
  const Method* method = nullptr;                           // of verbs that take one
  std::vector<std::string> positionals;                     // without the verb and the method
  enum class Help { none, brief, full } help = Help::none;  // -h, --help
  bool version = false;                                     // --version
  Parameters common;                                        // common_parameters()
  Parameters own;                                           // the verb's
  std::map<std::string, std::string> method_values;         // the method's parameters that were given

  // Set by main before the handler runs.
  Output* output = nullptr;
  Terminal* terminal = nullptr;
  const StopToken* stop = nullptr;
  Team* team = nullptr;
};

/// --memory; Error(usage) when it is no size.
MemoryBudget memory_of(const Parameters& common);

/// With --as-published: one line with the options that it sets.
void tell_published(const Arguments& arguments, std::span<const Parameter> schema, const Parameters& parameters);

/// Threads, memory and seed as asked for; progress to the terminal; Ctrl-C to the stop token.
Run make_run(const Arguments& arguments);

}  // namespace couplet
