// mine: pairs of texts that are each other's nearest.
#pragma once

#include <optional>
#include <vector>

#include "couplet/eval/mining_report.h"
#include "couplet/model/capabilities.h"
#include "couplet/model/pairs.h"
#include "couplet/tasks/intervals.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// margin: scores are divided by the mean of each text's nearest; when not given 10, of fewer than 40 texts a quarter.
std::vector<MinedPair> mine(const LoadedModel& model, const Items& left, const Items& right,
                            std::optional<std::int64_t> margin, const Run& run);

/// The same of vectors that the model made.
std::vector<MinedPair> mine(const LoadedModel& model, const Embedded& left, const Embedded& right,
                            std::optional<std::int64_t> margin, const Run& run);

Task mine_task();

}  // namespace couplet
