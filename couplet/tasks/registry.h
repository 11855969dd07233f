// All tasks there are.
#pragma once

#include <span>

#include "couplet/tasks/task.h"

namespace couplet {

/// In the order of help.
std::span<const Task> all_tasks();

/// The inputs that words given one after the other stand for. Error(usage) when there are too few or too many.
std::map<std::string, std::vector<std::string>, std::less<>> assign_words(const Task& task,
                                                                          const std::vector<std::string>& words);

}  // namespace couplet
