// The description of the API, from the same schemas as help and manual pages.
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/serve/api.h"
#include "apps/serve/request_json.h"
#include "couplet/base/version.h"

namespace couplet {
namespace {

using Json = nlohmann::ordered_json;

Json schema_of(const Parameter& parameter) {
  using enum ParameterType;
  Json schema = {{"description", parameter.help}};
  switch (parameter.type) {
    case integer:
    case real:
      schema["type"] = parameter.type == integer ? "integer" : "number";
      if (std::isfinite(parameter.minimum)) schema["minimum"] = parameter.minimum;
      if (std::isfinite(parameter.maximum)) schema["maximum"] = parameter.maximum;
      if (!parameter.default_value.empty()) schema["default"] = std::stod(parameter.default_value);
      break;
    case flag:
      schema["type"] = "boolean";
      schema["default"] = false;
      break;
    case choice:
      schema["enum"] = parameter.choices;
      [[fallthrough]];
    default:
      schema["type"] = "string";
      if (!parameter.default_value.empty()) schema["default"] = parameter.default_value;
  }
  return schema;
}

/// Texts, rows, or objects.
Json data_schema() {
  const Json cell = {{"type", {"string", "number", "boolean"}}};
  return {{"type", "array"},
          {"minItems", 1},
          {"items",
           {{"anyOf",
             {{{"type", "string"}},
              {{"type", "array"}, {"items", cell}},
              {{"type", "object"}, {"additionalProperties", cell}}}}}}};
}

Json described(Json schema, const std::string& help) {
  schema["description"] = help;
  return schema;
}

Json schema_of(const TaskInput& input) {
  if (input.prepared) return {{"anyOf", {{{"type", "string"}}, data_schema()}}};
  if (input.shape == InputShape::data) return data_schema();
  const Json one = {{"type", "string"}};
  if (input.most == 1) return one;
  return {{"anyOf", {one, {{"type", "array"}, {"items", one}}}}};
}

Json body_of(const Task& task) {
  Json properties = Json::object(), required = Json::array();
  for (const TaskInput& input : task.inputs) {
    properties[input.name] = schema_of(input);
    // With one model only, it need not be named.
    if (input.least > 0 && input.shape != InputShape::model) required.push_back(input.name);
  }
  for (const Parameter& parameter : task.parameters) {
    if (parameter.type == ParameterType::output) continue;
    if (parameter.name == "among")
      properties["among"] = {{"description", parameter.help}, {"anyOf", {{{"type", "string"}}, data_schema()}}};
    else if (parameter.name == "seeds" || parameter.name == "forbidden")
      properties[parameter.name] = {
          {"description", parameter.help},
          {"type", "array"},
          {"items", {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}, {"minItems", 2}}}};
    else if (takes_rows(parameter.name))
      properties[parameter.name] = described(data_schema(), parameter.help);
    else if (parameter.type != ParameterType::file)
      properties[parameter.name] = schema_of(parameter);
  }
  return {{"type", "object"}, {"properties", properties}, {"required", required}, {"additionalProperties", false}};
}

Json reply(const std::string& description, const Json& schema) {
  return {{"description", description}, {"content", {{"application/json", {{"schema", schema}}}}}};
}

/// One object, or lines that come as they are made.
Json rows_reply() {
  Json both = reply("the rows", {{"$ref", "#/components/schemas/Rows"}});
  both["content"]["application/x-ndjson"] = {{"schema", {{"type", "string"}}}};
  return both;
}

Json operation(const std::string& summary, const std::string& status, const Json& answer, const Json& error) {
  return {{"summary", summary}, {"responses", {{status, answer}, {"404", reply("there is no such thing", error)}}}};
}

Json in_path(const char* name, const char* type) {
  return {{{"name", name}, {"in", "path"}, {"required", true}, {"schema", {{"type", type}}}}};
}

/// What is no task: one model described, and fits in the background.
void add_other_paths(Json& paths, const Json& error) {
  const Json object = {{"type", "object"}}, text = {{"type", "string"}};
  paths["/api/v1/models/{name}"] = {
      {"parameters", in_path("name", "string")},
      {"get", operation("what is in the file of a model", "200", reply("as inspect --json", object), error)}};
  Json fit =
      operation("fit a model in the background; only with --allow-fit", "202", reply("its state", object), error);
  fit["requestBody"] = {
      {"required", true},
      {"content",
       {{"application/json",
         {{"schema",
           {{"type", "object"},
            {"properties", {{"name", text}, {"method", text}, {"data", data_schema()}, {"parameters", object}}},
            {"required", {"name", "method", "data"}},
            {"additionalProperties", false}}}}}}}};
  paths["/api/v1/fit"] = {{"post", fit}};
  paths["/api/v1/fits"] = {{"get", operation("fits that were asked for", "200", reply("their states", object), error)}};
  paths["/api/v1/fits/{fit}"] = {{"parameters", in_path("fit", "integer")},
                                 {"get", operation("one fit", "200", reply("its state", object), error)},
                                 {"delete", operation("end it", "200", reply("its state", object), error)}};
  const Json events = {{"description", "its state, each time it changes"},
                       {"content", {{"text/event-stream", {{"schema", text}}}}}};
  paths["/api/v1/fits/{fit}/events"] = {{"parameters", in_path("fit", "integer")},
                                        {"get", operation("its progress as events", "200", events, error)}};
}

}  // namespace

std::string open_api_json() {
  const Json error = {{"$ref", "#/components/schemas/Error"}};
  Json paths = {{"/api/v1/models",
                 {{"get",
                   {{"summary", "what is served"},
                    {"responses", {{"200", reply("models and collections", {{"type", "object"}})}}}}}}}};
  for (const Task* task : served_tasks())
    paths["/api/v1/" + task->name] = {
        {"post",
         {{"summary", task->summary},
          {"description", task->details},
          {"requestBody", {{"required", true}, {"content", {{"application/json", {{"schema", body_of(*task)}}}}}}},
          {"responses",
           {{"200", rows_reply()},
            {"400", reply("the request makes no sense", error)},
            {"503", reply("too much to do, or it took too long", error)}}}}}};
  const Json text = {{"type", "string"}};
  add_other_paths(paths, error);
  const Json rows = {{"type", "object"},
                     {"properties",
                      {{"rows", {{"type", "array"}, {"items", {{"type", "object"}}}}},
                       {"warnings", {{"type", "array"}, {"items", text}}},
                       {"yes", {{"type", "boolean"}, {"description", "false: it ran, and the answer is no"}}}}}};
  const Json problem = {
      {"type", "object"},
      {"properties",
       {{"error",
         {{"type", "object"},
          {"properties",
           {{"code", text}, {"message", text}, {"place", text}, {"problem", text}, {"remedy", text}}}}}}}};
  const Json description = {{"openapi", "3.1.0"},
                            {"info", {{"title", "Couplet"}, {"version", library_version}}},
                            {"paths", paths},
                            {"components", {{"schemas", {{"Rows", rows}, {"Error", problem}}}}}};
  return description.dump();
}

}  // namespace couplet
