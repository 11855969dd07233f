// Sums of one job that several processes left in folders of their own, made a model.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "couplet/model/method.h"

namespace couplet {

/// Leaves beside the sums in a folder what they are sums of: method, options and data.
void describe_job(const std::string& folder, const std::string& identity, const Method& method, const Data& data,
                  const Parameters& parameters, const Run& run);

/// The model that the job gives: to the byte that of a fit of all the data, in any order of the folders. Sums that are
/// in none of them are computed. The data must be where it was. Error(usage) for a folder without sums, with those of
/// several jobs or of another one than the first, or of data that has changed.
Fitted merge_parts(const std::vector<std::string>& folders, std::span<const Method> methods, const Run& run);

}  // namespace couplet
