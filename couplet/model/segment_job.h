// Fits by a team, or whose segment sums are kept: who may, and what tells one such job from another.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/segment_store.h"
#include "couplet/model/method.h"

namespace couplet {

/// The parameters checkpoint and partial, for methods whose every pass over the data is a sum of segments.
void add_segment_parameters(std::vector<Parameter>& parameters);

/// Error(usage) with the methods that do when `method` does not work in run.team.
void require_team_method(const Method& method, std::span<const Method> methods, const Run& run);

/// All files in a folder and in those inside it, by their names.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder);
/// Its size and a hash of all of it, of a folder those of its files: the same wherever it lies.
std::string identity_of_file(const std::string& path);
/// Of all its files, and how they are read.
std::string identity_of_source(const Source& source);
/// Error(usage) about --checkpoint for data that is in no file, or can be read only once.
void require_rereadable(const Source& source);

/// Everything that the sums of a fit depend on.
std::string job_identity(const Method& method, const Data& data, const Parameters& parameters, const Run& run);

/// What --checkpoint and --partial ask for; nothing without them. Error(usage) when they make no sense.
std::optional<SegmentStore> segment_store_of(const Method& method, const Data& data, const Parameters& parameters,
                                             const Run& run);

}  // namespace couplet
