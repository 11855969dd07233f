// Methods that learn from labelled pairs of sentences, and the tagger they may use.
#pragma once

#include "couplet/model/method.h"

namespace couplet {

Method rewriting_method();
Method rules_method();
Method tagger_method();

}  // namespace couplet
