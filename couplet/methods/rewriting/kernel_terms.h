// Which kernels are added up, as text: "4*pr+srk:1-4".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// One summand.
struct KernelTerm {
  enum class Kind {
    pr,       // precision and recall of the words, linear
    idf,      // the share of the left side's words, weighted by idf, that the right side has, linear
    srk,      // rewriting rules over stems
    tesrk,    // rewriting rules over the typing scheme
    overlap,  // numbers of what both sides have in common, Gaussian
    lone,     // words that one side has and the other lacks, linear
  };
  Kind kind;
  int k = 0;          // length of the k-grams of srk and tesrk; 0 otherwise
  double weight = 1;  // in the sum
  bool operator==(const KernelTerm&) const = default;
};

/// Terms separated by "+": pr, idf, overlap, lone, srk:K and tesrk:K, where K is a length or a range of them, each a
/// term of its own ("tesrk:2-4"). "4*pr" counts four times, "2*srk:1-2" twice each. Error(usage) for anything else, a
/// term twice, k not from 1 to largest_k, or a weight that is not above 0 and at most 1000.
std::vector<KernelTerm> parse_kernel_terms(std::string_view text);

/// "srk k=2".
std::string name_of(const KernelTerm& term);

/// True when a term is of that kind.
bool uses(const std::vector<KernelTerm>& terms, KernelTerm::Kind kind);

}  // namespace couplet
