// Two collections made ready for matching: texts as weighted terms, then kernels.
#pragma once

#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/matching/match_options.h"
#include "couplet/model/pairs.h"

namespace couplet {

/// One collection as it was read.
struct Collection {
  std::string name;  // for messages: its file
  Items items;       // texts, or rows of features, or a Gram matrix
  Index size() const { return items.size(); }
  bool has_texts() const { return items.rows.rows() == 0; }
};

/// Terms of the texts of side 0 or 1 by the options; unit rows.
CsrMatrix<double> terms_of_side(const Collection& collection, int side, bool names, const MatchOptions& options,
                                const Run& run);

/// True when texts of both collections are names.
bool are_names(const Collection& left, const Collection& right);

/// Kernels to match by: one pair, or for `auto` with features and no kernel asked for, several widths. Negative entries
/// are mended as asked for unless the method is ks. Error(data) for a collection of fewer than 2 objects.
std::vector<KernelPair> make_kernels(const Collection& left, const Collection& right, const MatchOptions& options,
                                     const Run& run);

}  // namespace couplet
