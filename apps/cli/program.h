// The program: parse, run the verb, turn whatever happens into one line and an exit code.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "couplet/base/team.h"

namespace couplet {

/// Called before the line that says why a process fails is written.
using BeforeError = std::function<void()>;

/// words: the command line without the program's name. Returns the exit code.
int run_program(const std::vector<std::string>& words, Team& team = Team::solo(), const BeforeError& before = nullptr);

}  // namespace couplet
