#include "couplet/model/published.h"

#include <algorithm>

#include "couplet/base/error.h"

namespace couplet {

void add_published(std::vector<Parameter>& schema, const std::string& paper,
                   const std::vector<PublishedValue>& values) {
  for (const PublishedValue& choice : values) {
    const auto found = std::find_if(schema.begin(), schema.end(),
                                    [&](const Parameter& parameter) { return parameter.name == choice.name; });
    if (found == schema.end())
      throw Error(ErrorCode::internal, "--" + choice.name, "published, but no parameter of the method");
    if ((choice.value == found->default_value) != choice.why.empty())
      throw Error(ErrorCode::internal, "--" + choice.name,
                  "a published value needs a reason where the default differs");
    found->published = choice.value;
    found->why = choice.why;
  }
  schema.push_back({as_published_switch, ParameterType::flag, "",
                    "everything as in " + paper + ", where it says so; other values of these parameters are refused"});
}

bool is_as_published(const Parameters& parameters) {
  return parameters.known(as_published_switch) && parameters.flag(as_published_switch);
}

std::string published_options(std::span<const Parameter> schema, const Parameters& parameters) {
  std::string options;
  if (!is_as_published(parameters)) return options;
  for (const Parameter& parameter : schema) {
    if (!parameter.published) continue;
    const std::string& value = parameters.text(parameter.name);
    options += (options.empty() ? "--" : " --") + parameter.name;
    if (parameter.type != ParameterType::flag || value != "true") options += " " + (value.empty() ? "''" : value);
  }
  return options;
}

}  // namespace couplet
