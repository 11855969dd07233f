// The picture of eval and compare: how systems tell right from wrong at every score.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "couplet/tasks/gold.h"

namespace couplet {

/// ROC and precision-recall curves of systems measured on the same gold data, as SVG, each with its name. Error(usage)
/// when the gold data has no right and wrong items.
std::string operating_picture(const std::vector<std::pair<std::string, const Measured*>>& systems,
                              const std::string& gold);

}  // namespace couplet
