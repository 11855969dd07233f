// Fits by a team, or whose segment sums are kept: who may, and what tells one such job from another.
#pragma once

#include <optional>
#include <span>

#include "couplet/base/segment_store.h"
#include "couplet/model/method.h"

namespace couplet {

/// The parameters checkpoint and partial, for methods whose every pass over the data is a sum of segments.
void add_segment_parameters(std::vector<Parameter>& parameters);

/// Error(usage) with the methods that do when `method` does not work in run.team.
void require_team_method(const Method& method, std::span<const Method> methods, const Run& run);

/// What --checkpoint and --partial ask for; nothing without them. Error(usage) when they make no sense.
std::optional<SegmentStore> segment_store_of(const Method& method, const Data& data, const Parameters& parameters,
                                             const Run& run);

}  // namespace couplet
