// The body of a request: a JSON object of inputs and options, by their names.
#pragma once

#include <string>

#include "apps/serve/fits.h"
#include "couplet/tasks/task.h"

namespace couplet {

/// {"model": "NAME", "data": [["left", "right"], ...], "top": 3}. An input of data is a list of texts, of lists (a row
/// each) or of objects (columns by name); an option that names a file is the name of a collection, or such a list.
/// Options that name other files, and files to write, are refused. only_model: what "model" is when left out; may be
/// empty. Error(usage) says what is wrong, with the member as its place.
Request request_of_json(const Task& task, const std::string& body, const std::string& only_model,
                        std::int64_t most_items);

/// Whether the rows that this option's file would hold may come in its place.
bool takes_rows(const std::string& option);

/// {"name": "pairs", "method": "phsic", "data": [["left", "right"], ...], "parameters": {"whiten": 0.1}}.
FitOrder fit_order_of_json(const std::string& body, std::int64_t most_items);

}  // namespace couplet
