// The KCA family (Niitsuma & Lee 2018): one decomposition, several well-known methods by choice of difference and
// kernels.
#pragma once

#include <optional>
#include <string_view>

#include "couplet/linalg/sparse.h"
#include "couplet/methods/vectors/side_kernel.h"

namespace couplet {

/// With N the counts, n their sum, r and c the margins over n, P = N/n, E = r c^T, the difference M is
///   ca, gini, kpca   P - E                      gtest   P (log P - log E)
///   sgns             log P - log E - log k      glove   log P - log E + b_row + b_col, the biases fitted
///   context_lsa      ln(1 + N) ln(1 + rows / rows that have the column): no difference, the tf-idf of contexts
/// the logarithmic ones where N > 0, and 0 elsewhere. The kernels K_r and K_c are D(r)^-1 and D(c)^-1 for ca, the
/// identity for the others; for kpca K_r is (1 - e) I + e 11^T with e = exp(-2 a).
enum class Member { ca, gini, gtest, sgns, glove, kpca, context_lsa };

/// The method's name.
std::string_view name_of(Member member);

/// Known similarities of labels: S is symmetric, sparse, square, in the order of the table's labels. They enter as
/// G = a S + b 11^T on each side; a = 0, b = 1 is the plain member.
struct SimilarityKernel {
  CsrMatrix<double> rows, cols;
  double a_row = 0, b_row = 1, a_col = 0, b_col = 1;
};

struct FamilyOptions {
  Member member = Member::ca;
  double shift = 1;                                 // sgns: k
  bool positive = true;                             // sgns: only the positive part (shifted positive PMI)
  double context_power = 1;                         // column margins enter E to this power
  double alpha = 1;                                 // kpca: a
  SideKernel row_kernel = {}, col_kernel = {};      // the user's, on top of the member's own; default: none
  std::optional<SimilarityKernel> similarity = {};  // ca and gtest

  /// Nothing but the member's own kernels.
  bool plain() const { return row_kernel.identity() && col_kernel.identity() && !similarity; }
};

}  // namespace couplet
