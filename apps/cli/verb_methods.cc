#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/cli/arguments.h"
#include "apps/cli/help.h"
#include "apps/cli/output.h"
#include "couplet/methods/matching/match_options.h"
#include "couplet/methods/registry.h"

namespace couplet {
namespace {

std::string type_word(ParameterType type) {
  switch (type) {
    case ParameterType::integer:
      return "integer";
    case ParameterType::real:
      return "real";
    case ParameterType::text:
      return "text";
    case ParameterType::flag:
      return "flag";
    case ParameterType::choice:
      return "choice";
    case ParameterType::file:
      return "file";
    case ParameterType::output:
      return "output";
  }
  return "";
}

nlohmann::ordered_json bound(double value) {
  return std::isfinite(value) ? nlohmann::ordered_json(value) : nlohmann::ordered_json();
}

nlohmann::ordered_json describe(const Method& method) {
  auto parameters = nlohmann::ordered_json::array();
  for (const Parameter& parameter : method.parameters) {
    parameters.push_back({{"name", parameter.name},
                          {"type", type_word(parameter.type)},
                          {"default", parameter.default_value},
                          {"minimum", bound(parameter.minimum)},
                          {"maximum", bound(parameter.maximum)},
                          {"choices", parameter.choices},
                          {"help", parameter.help}});
    if (!parameter.published) continue;
    parameters.back()["published"] = *parameter.published;
    parameters.back()["why"] = parameter.why;
  }
  return {{"name", method.name},       {"job", method.job},
          {"summary", method.summary}, {"verb", method.fit ? "fit" : method.name},
          {"data", method.data},       {"schema_version", method.schema_version},
          {"parameters", parameters},  {"examples", method.examples}};
}

/// Matching, which makes a table and no model, so that it is a verb of its own and none of all_methods().
Method matching_method() {
  const Verb& verb = find_verb("match");
  const std::span<const Parameter> parameters = match_parameters();
  return {.name = verb.name,
          .job = "matching",
          .summary = verb.summary + ": kernelized sorting, from seeds or without (a verb: couplet match)",
          .data = verb.synopsis,
          .schema_version = 1,
          .parameters = {parameters.begin(), parameters.end()},
          .examples = verb.examples,
          .plan = nullptr,
          .fit = nullptr,
          .load = nullptr};
}

}  // namespace

int run_methods(const Arguments& arguments) {
  Output& output = *arguments.output;
  if (!arguments.positionals.empty()) {
    const Method matching = matching_method();
    const std::string& name = arguments.positionals[0];
    const Method& method = name == matching.name ? matching : find_method(all_methods(), name);
    if (output.json())
      output.object("method", describe(method));
    else
      output.write(method_help(method));
    return 0;
  }
  std::vector<Method> methods(all_methods().begin(), all_methods().end());
  methods.push_back(matching_method());
  if (output.json()) {
    for (const Method& method : methods) output.object("method", describe(method));
    return 0;
  }
  using enum CellType;
  Table table(output, "method", {{"method", text}, {"job", text}, {"summary", text}});
  for (const Method& method : methods) table.row({method.name, method.job, method.summary});
  return 0;
}

}  // namespace couplet
