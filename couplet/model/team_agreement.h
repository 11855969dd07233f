// Whether the processes of a team have the same before them.
#pragma once

#include <span>
#include <string>

#include "couplet/base/run.h"

namespace couplet {

/// Every process reads its part of these files, so all must see the same ones, with processors that round alike.
/// Error(usage) in all processes when a file can be read only once, when what they see differs in names, sizes, or the
/// beginning or end of a file, or when they use other kernels. Nothing for one process. Call it in all of them.
void require_agreement(std::span<const std::string> paths, const Run& run);

}  // namespace couplet
