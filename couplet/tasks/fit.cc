#include "couplet/tasks/fit.h"

#include "couplet/methods/registry.h"

namespace couplet {

Fitted fit(const std::string& method, const Data& data, const std::map<std::string, std::string>& parameters,
           const Run& run) {
  const Method& found = find_method(all_methods(), method);
  return fit_model(found, data, Parameters::resolve(found.parameters, parameters), all_methods(), run);
}

}  // namespace couplet
