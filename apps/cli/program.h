// The program: parse, run the verb, turn whatever happens into one line and an exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "couplet/base/team.h"

namespace couplet {

/// Who runs the program.
struct Surroundings {
  Team& team = Team::solo();
  /// Another program started it and passes its output on: what looks like a terminal is none.
  bool launched = false;
  /// Called before the line that says why a process fails is written; may be empty.
  std::function<void()> before_error = {};
};

/// words: the command line without the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& words, const Surroundings& around = {});

}  // namespace couplet
