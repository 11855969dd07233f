// index: a collection prepared for a model, and kept in a file.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

Task index_task();

}  // namespace couplet
