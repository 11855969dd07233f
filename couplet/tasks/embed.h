// embed: vectors whose comparisons are the scores.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

Task embed_task();

}  // namespace couplet
