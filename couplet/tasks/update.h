// add, remove, merge: models made of sums change without the other data.
#pragma once

#include <memory>
#include <vector>

#include "couplet/tasks/task.h"

namespace couplet {

/// One model from models of shards. Error with the name of the model that does not fit.
Fitted merge_models(const std::vector<std::shared_ptr<const LoadedModel>>& models, const Run& run);

Task add_task();
Task remove_task();
Task merge_task();

}  // namespace couplet
