// The parameters of the family, and what a model's header says about its coordinates.
#pragma once

#include <string_view>
#include <vector>

#include "couplet/methods/vectors/decomposition.h"
#include "couplet/model/model.h"
#include "couplet/model/parameters.h"

namespace couplet {

/// How counts come from text or tables: shared by `counts` and every member.
std::vector<Parameter> counting_parameters();
/// Counting, kernels, decomposition and coordinates of one member.
std::vector<Parameter> family_parameters(Member member);

/// "f", "u", "g", "v" or "sum"; Error(usage) otherwise.
Coordinates parse_coordinates(std::string_view name);

struct CoordinatesChoice {
  Coordinates which;
  double power;
};
/// From --coordinates and --power. Without a power: 1 for f, g and sum, 0 for u and v.
CoordinatesChoice coordinates_in(const Parameters& parameters);
/// The same from the parameters of a saved model; Error(model) when they make no sense.
CoordinatesChoice coordinates_in(const ModelHeader& header);

}  // namespace couplet
