// verify: re-check the sums of model files and repeat their self-tests.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

Task verify_task();

}  // namespace couplet
