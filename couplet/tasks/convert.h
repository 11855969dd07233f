// convert: word vectors or n-grams from a model or file to another file format.
#pragma once

#include "couplet/tasks/task.h"

namespace couplet {

Task convert_task();

}  // namespace couplet
