// search --axis and --odd-one-out: the words that were given, in order.
#pragma once

#include "apps/cli/arguments.h"
#include "couplet/model/capabilities.h"

namespace couplet {

/// Prints the words (the positional arguments behind the model, or one a line of standard input) in their order;
/// unknown ones last, without a score. Returns the exit code: 1 when none is known. Error(usage) for options that do
/// not go together.
int print_word_order(Arguments& arguments, const HasVectors& model);

}  // namespace couplet
