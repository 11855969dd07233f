// Text that was cut into tokens before it came here.
#pragma once

#include <string>
#include <string_view>

#include "couplet/base/run.h"
#include "couplet/text/pipeline.h"

namespace couplet {

/// What is to be said when a text holds marks of another program (<unk>, </s>, @-@) that the pipeline would cut into
/// several words, or has a blank before its commas and the pipeline is not "space"; empty: nothing. sample: some of the
/// text, valid UTF-8.
std::string about_tokenised(std::string_view sample, const TextPipeline& pipeline);

/// Warns so.
void warn_of_tokenised(std::string_view sample, const TextPipeline& pipeline, const Run& run);

}  // namespace couplet
