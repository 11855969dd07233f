// Which kernels are added up, as text: "pr+srk:1-4".
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace couplet {

/// One summand.
struct KernelTerm {
  enum class Kind {
    pr,     // precision and recall of the words, linear
    idf,    // the share of the left side's words, weighted by idf, that the right side has, linear
    srk,    // rewriting rules over stems
    tesrk,  // rewriting rules over the typing scheme
  };
  Kind kind;
  int k = 0;  // length of the k-grams of srk and tesrk; 0 otherwise
  bool operator==(const KernelTerm&) const = default;
};

/// Terms separated by "+": pr, idf, srk:K and tesrk:K, where K is a length or a range of them, each a term of its own ("tesrk:2-4").
/// Error(usage) for anything else, a term twice, or k not from 1 to largest_k.
std::vector<KernelTerm> parse_kernel_terms(std::string_view text);

/// "srk k=2".
std::string name_of(const KernelTerm& term);

/// True when a term is of that kind.
bool uses(const std::vector<KernelTerm>& terms, KernelTerm::Kind kind);

}  // namespace couplet
