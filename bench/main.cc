// couplet_bench NAME [...]: runs one benchmark. Ratios in one run; see docs/develop.md.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <map>
#include <string_view>

#include "bench/benchmarks.h"
#include "couplet/base/freed_memory.h"

using namespace couplet::bench;

int main(int argc, char** argv) try {
  couplet::keep_freed_memory();  // as the program does
  const std::map<std::string_view, int (*)(int, char**)> benchmarks{{"assignment", run_assignment},
                                                                    {"bootstrap", run_bootstrap},
                                                                    {"collection", run_collection},
                                                                    {"context", run_context},
                                                                    {"counting", run_counting},
                                                                    {"generalised_eigen", run_generalised_eigen},
                                                                    {"icd", run_icd},
                                                                    {"ngram", run_ngram},
                                                                    {"phsic", run_phsic},
                                                                    {"project", run_project},
                                                                    {"rewriting", run_rewriting},
                                                                    {"rnnlm", run_rnnlm},
                                                                    {"s2net", run_s2net},
                                                                    {"score", run_score},
                                                                    {"table", run_table},
                                                                    {"tokenise", run_tokenise}};
  const auto found = benchmarks.find(argc > 1 ? argv[1] : "");
  if (found != benchmarks.end()) return found->second(argc - 1, argv + 1);
  fmt::print(stderr, "couplet_bench: name one of");
  for (const auto& [name, run] : benchmarks) fmt::print(stderr, " {}", name);
  fmt::print(stderr, "\n");
  return 2;
} catch (const std::exception& error) {
  fmt::print(stderr, "couplet_bench: {}\n", error.what());
  return 1;
}
