#include "apps/cli/program.h"

#include <algorithm>
#include <cerrno>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "apps/cli/arguments.h"
#include "apps/cli/exit_codes.h"
#include "apps/cli/help.h"
#include "apps/cli/output.h"
#include "apps/cli/parse.h"
#include "apps/cli/signals.h"
#include "apps/cli/terminal.h"

namespace couplet {
namespace {

/// -h, --help, --version and `couplet` alone. True when there was one of them.
bool answer_about_itself(const Arguments& arguments, Output& output) {
  const bool full = arguments.help == Arguments::Help::full;
  if (arguments.version)
    output.write(version_line() + "\n");
  else if (arguments.help != Arguments::Help::none && arguments.verb)
    output.write(full ? full_help(*arguments.verb, arguments.method) : brief_help(*arguments.verb, arguments.method));
  else if (arguments.help != Arguments::Help::none)
    output.write(full ? full_help() : brief_help());
  else if (!arguments.verb)
    throw Error(ErrorCode::usage, "", "no verb given", "'couplet -h' lists the verbs");
  else
    return false;
  return true;
}

Terminal::Progress progress_of(const Arguments& arguments) {
  const std::string& word = arguments.common.text("progress");
  if (word == "always") return Terminal::Progress::always;
  return word == "never" ? Terminal::Progress::never : Terminal::Progress::automatic;
}

/// Runs the verb. When it fails half way, the rows before the failure are still shown.
int run_verb(const Arguments& arguments, Output& output) {
  try {
    return arguments.verb->handler(arguments);
  } catch (const Error&) {
    try {
      output.flush();
    } catch (const Error&) {  // the first error is the one to report
    }
    throw;
  }
}

/// A program of one process does everything.
void require_team_verb(const Arguments& arguments, const Team& team) {
  if (team.size() == 1 || arguments.method) return;
  if (arguments.verb->task && arguments.verb->task->in_team) {
    if (arguments.common.flag("balance"))
      throw Error(ErrorCode::usage, "--balance", "'" + arguments.verb->name + "' has equal shares for all processes",
                  "leave it out");
    return;
  }
  std::string names;
  for (const Verb& verb : all_verbs())
    if (verb.takes_method || !verb.method.empty() || (verb.task && verb.task->in_team))
      names += (names.empty() ? "" : ", ") + verb.name;
  throw Error(ErrorCode::usage, "", "'" + arguments.verb->name + "' does not work in a team of processes",
              "use one process; these verbs work in a team: " + names);
}

int run(const std::vector<std::string>& words, Terminal& terminal, const Surroundings& around) {
  // Before the words are understood, an error must already know how it shall be written.
  const auto options_end = std::find(words.begin(), words.end(), "--");
  const bool json = std::any_of(words.begin(), options_end, [](const auto& w) { return w == "--json" || w == "-j"; });
  terminal.configure(Terminal::Progress::never, false, false, json);
  const StopToken& stop = watch_signals(json, around.launched);

  Arguments arguments = parse_arguments(words);
  // The others say nothing but why they failed: all that they know the first one knows too.
  const bool first = around.team.is_first();
  terminal.configure(first ? progress_of(arguments) : Terminal::Progress::never,
                     arguments.common.flag("quiet") || !first, arguments.common.flag("verbose"),
                     arguments.common.flag("json"));
  Output output(arguments.common.flag("json"), terminal, !around.launched);
  int code = 0;
  if (!answer_about_itself(arguments, output)) {
    arguments.output = &output;
    arguments.terminal = &terminal;
    arguments.stop = &stop;
    arguments.team = &around.team;
    require_team_verb(arguments, around.team);
    code = run_verb(arguments, output);
  }
  output.flush();
  return code;
}

/// A file written to standard output, or to another pipe, whose reader has gone away.
bool is_broken_pipe(const Error& error) {
  return error.code() == ErrorCode::io && error.problem().ends_with(std::generic_category().message(EPIPE));
}

int fail(Terminal& terminal, const Error& error, const Surroundings& around) {
  const int code = exit_code(error.code());
  // A launcher that stops its processes says so itself, once for all.
  if (around.launched && error.code() == ErrorCode::interrupted) return code;
  if (around.before_error) around.before_error();
  terminal.error(error, code);
  return code;
}

Error out_of_memory() { return Error(ErrorCode::io, "", "out of memory", "use fewer --threads or a smaller --memory"); }

}  // namespace

int run_program(const std::vector<std::string>& words, const Surroundings& around) {
  Terminal terminal;
  try {
    return run(words, terminal, around);
  } catch (const BrokenPipe&) {
    return 0;
  } catch (const Error& error) {
    return is_broken_pipe(error) ? 0 : fail(terminal, error, around);
  } catch (const std::bad_alloc&) {
    return fail(terminal, out_of_memory(), around);
  } catch (const std::length_error&) {  // a size beyond what any memory has
    return fail(terminal, out_of_memory(), around);
  } catch (const std::system_error& error) {  // no thread could be started, a directory could not be read
    return fail(terminal, Error(ErrorCode::io, "", error.what()), around);
  } catch (const std::exception& error) {
    return fail(terminal, Error(ErrorCode::internal, "", error.what(), "this is a bug in couplet, please report it"),
                around);
  }
}

}  // namespace couplet
