// What the paper of a method takes for its parameters, where it says so: the switch --as-published.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "couplet/model/parameters.h"

namespace couplet {

inline constexpr const char* as_published_switch = "as-published";

/// One choice of a paper.
struct PublishedValue {
  std::string name;      // of the parameter
  std::string value;     // as a user would write it
  std::string why = {};  // one sentence: why our default is another; empty where it is the same
};

/// Puts a paper's choices into a schema, and adds the switch that takes them all; Parameters::resolve does so. paper:
/// "Niitsuma & Lee 2018". Error(internal) for a name that the schema has not, or a reason without a difference.
void add_published(std::vector<Parameter>& schema, const std::string& paper, const std::vector<PublishedValue>& values);

/// True when the switch was given.
bool is_as_published(const Parameters& parameters);

/// "--window 2 --weights fixed": what the switch set; empty when it was not given.
std::string published_options(std::span<const Parameter> schema, const Parameters& parameters);

}  // namespace couplet
