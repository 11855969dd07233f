// The parameters of a matching, and what they mean.
#pragma once

#include <chrono>
#include <span>
#include <string>
#include <vector>

#include "couplet/methods/matching/kernel_pair.h"
#include "couplet/methods/matching/seeded_assignment.h"
#include "couplet/methods/matching/text_features.h"
#include "couplet/model/parameters.h"

namespace couplet {

enum class MatchMethod { automatic, ks, psmooth, s_u, s_z, mcca };

struct MatchOptions {
  MatchMethod method = MatchMethod::automatic;
  std::vector<std::string> pipelines = {"auto"};  // one for both sides, or one each
  std::vector<std::string> stemmers;              // none, one for both, or one each
  std::vector<std::string> stop_words;            // "top:N" or files: none, one for both, or one each
  std::string romanise = "auto";                  // auto (names only), on, off
  TermWeighting weighting;
  std::string kernel = "auto";
  bool gram = false;
  Negatives negatives = Negatives::refuse;
  bool surface = true;
  std::vector<double> powers;
  Index step = 0;  // 0: chosen by the number of objects
  Sureness sureness = Sureness::margin;
  double until = 1;        // of s-u and s-z: the share of the pairs at which growth stops
  bool all_starts = true;  // more starts than published, ascents and growing again
  std::chrono::duration<double> time{0};
  Index neighbours = 0;        // 0: dense up to 5000 objects a side, 50 beyond
  ObjectPairs forbidden = {};  // pairs that shall not be matched: in range, no seeds
};

/// The schema: options of `couplet match`.
std::span<const Parameter> match_parameters();

/// Error(usage) names the parameter that makes no sense.
MatchOptions match_options(const Parameters& parameters);

}  // namespace couplet
