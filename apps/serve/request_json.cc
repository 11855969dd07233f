#include "apps/serve/request_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "couplet/base/error.h"
#include "couplet/text/text_rows.h"

namespace couplet {
namespace {

using Json = nlohmann::ordered_json;  // columns come in the order they are written in

[[noreturn]] void refuse(const std::string& member, const std::string& problem, const std::string& remedy) {
  throw Error(ErrorCode::usage, member, problem, remedy);
}

/// Numbers and truths as the command line has them.
std::string word_of(const std::string& member, const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "true" : "false";
  if (value.is_number()) return value.dump();
  refuse(member, "is neither a text nor a number", "give one value");
}

std::vector<std::string> words_of(const std::string& member, const Json& value) {
  std::vector<std::string> words;
  if (!value.is_array()) return {word_of(member, value)};
  for (const Json& item : value) words.push_back(word_of(member, item));
  return words;
}

constexpr const char* data_remedy = R"(give ["text", ...], [["left", "right"], ...] or [{"left": "..."}, ...])";

Source source_of(const std::string& member, const Json& value, std::int64_t most) {
  if (!value.is_array() || value.empty()) refuse(member, "is no list of texts", data_remedy);
  if (static_cast<std::int64_t>(value.size()) > most)
    refuse(member, fmt::format("has more than {} items", most), "send them in parts");
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> columns;
  const Json& first = value[0];
  if (first.is_object())
    for (const auto& [name, unused] : first.items()) names.push_back(name);
  columns.resize(first.is_object() ? names.size() : first.is_array() ? first.size() : 1);
  for (std::size_t row = 0; row < value.size(); ++row) {
    const Json& item = value[row];
    const std::string place = fmt::format("{}[{}]", member, row);
    if (item.type() != first.type() || (!first.is_string() && item.size() != columns.size()))
      refuse(place, "has another form than the first", data_remedy);
    if (item.is_string()) {
      columns[0].push_back(item.get<std::string>());
    } else if (item.is_object() || item.is_array()) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        if (item.is_object() && !item.contains(names[c])) refuse(place, "has no '" + names[c] + "'", data_remedy);
        columns[c].push_back(word_of(place, item.is_object() ? item[names[c]] : item[c]));
      }
    } else {
      refuse(place, "is no text", data_remedy);
    }
  }
  if (columns.empty()) refuse(member, "has rows without a text", data_remedy);
  return columns_in_memory(std::move(columns), std::move(names));
}

Json parsed(const std::string& body) {
  constexpr int deepest = 8;
  const auto too_deep = [](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest) refuse("", "the JSON is nested too deep", data_remedy);
    return true;
  };
  try {
    Json json = Json::parse(body.empty() ? "{}" : body, too_deep);
    if (!json.is_object()) refuse("", "the body is no JSON object", R"(send {"data": ..., "top": ...})");
    return json;
  } catch (const Json::parse_error& error) {
    refuse("", fmt::format("the body is no JSON (byte {})", error.byte), "send a JSON object in UTF-8");
  }
}

}  // namespace

bool takes_rows(const std::string& option) {
  return option == "among" || option == "seeds" || option == "forbidden" || option == "extra-rows" ||
         option == "extra-columns";
}

Request request_of_json(const Task& task, const std::string& body, const std::string& only_model,
                        std::int64_t most_items) {
  Json json = parsed(body);
  Request request;
  request.may_read_files = false;
  for (const TaskInput& input : task.inputs) {
    const std::string& name = input.name;
    const bool names_model = input.shape == InputShape::model || input.shape == InputShape::system;
    std::vector<std::string>& words = request.words[name];
    if (!json.contains(name)) {
      if (names_model && input.most == 1 && !only_model.empty())
        words = {only_model};
      else if (input.least > 0)
        refuse(name, "is missing", names_model ? "name one of the models" : data_remedy);
      continue;
    }
    if (input.prepared && json[name].is_string()) {
      words = {json[name].get<std::string>()};  // the name of a collection
    } else if (input.shape == InputShape::data) {
      request.given[name] = source_of(name, json[name], most_items);
      words = {"the request"};
    } else {
      words = words_of(name, json[name]);
      if (words.size() < static_cast<std::size_t>(input.least) ||
          (input.most >= 0 && words.size() > static_cast<std::size_t>(input.most)))
        refuse(name, fmt::format("has {} values", words.size()), "see the description of the task");
    }
    json.erase(name);
  }
  std::map<std::string, std::string> options;
  for (const auto& [name, value] : json.items()) {
    const auto known = std::find_if(task.parameters.begin(), task.parameters.end(),
                                    [&, n = &name](const Parameter& parameter) { return parameter.name == *n; });
    const bool file = known != task.parameters.end() && known->type == ParameterType::file;
    if ((file && name != "among" && (!takes_rows(name) || !value.is_array())) ||
        (known != task.parameters.end() && known->type == ParameterType::output))
      refuse(name, "names a file, which a request may not", "leave it out");
    if (file && value.is_array()) {
      request.given[name] = source_of(name, value, most_items);
      options[name] = "the request";
    } else {
      options[name] = word_of(name, value);
    }
  }
  request.options = Parameters::resolve(task.parameters, options);
  return request;
}

FitOrder fit_order_of_json(const std::string& body, std::int64_t most_items) {
  const Json json = parsed(body);
  FitOrder order;
  for (const auto& [name, value] : json.items()) {
    if (name == "name")
      order.name = word_of(name, value);
    else if (name == "method")
      order.method = word_of(name, value);
    else if (name == "data")
      order.data = source_of(name, value, most_items);
    else if (name == "parameters" && value.is_object())
      for (const auto& [option, word] : value.items()) order.parameters[option] = word_of(option, word);
    else
      refuse(name, "is nothing that a fit takes", "it takes name, method, data and parameters (an object)");
  }
  for (const char* needed : {"name", "method", "data"})
    if (!json.contains(needed)) refuse(needed, "is missing", "a fit takes name, method, data and parameters");
  return order;
}

}  // namespace couplet
