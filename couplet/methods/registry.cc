#include "couplet/methods/registry.h"

#include <vector>

#include "couplet/methods/cooccurrence/phsic.h"
#include "couplet/methods/cooccurrence/pmi.h"

namespace couplet {

std::span<const Method> all_methods() {
  static const std::vector<Method> methods = {
      phsic_method(),
      pmi_method(),
  };
  return methods;
}

}  // namespace couplet
