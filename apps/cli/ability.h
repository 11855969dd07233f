// Asking a model for what a verb needs.
#pragma once

#include "couplet/base/error.h"
#include "couplet/model/model.h"

namespace couplet {

/// The error about a model that cannot do something ("embed texts"): it names the verbs that take the model.
Error lacks_ability(const Model& model, const char* what);

/// The model as a capability (ScoresPairs, ...), or lacks_ability().
template <class Capability>
const Capability& require(const Model& model) {
  if (const auto* found = dynamic_cast<const Capability*>(&model)) return *found;
  throw lacks_ability(model, Capability::verb);
}

}  // namespace couplet
