// The sweep over the powers of the smoothing.
#pragma once

#include <chrono>
#include <optional>

#include "couplet/methods/matching/kernelized_sorting.h"

namespace couplet {

/// The published methods that sweep (or, ks, do not).
enum class SweepMethod { ks, psmooth, s_u, s_z };

struct SweepOptions {
  SweepMethod method = SweepMethod::psmooth;
  std::vector<double> powers;  // p, ascending
  Growth growth;               // of s-u and s-z
  bool all_starts = true;      // false: as published, from principal orders (ks, psmooth) or seeds (s-u, s-z) alone
  std::chrono::duration<double> time{0};  // for restarts (psmooth and ks) from random matchings; 0: none
};

/// One p: its best matching and how good that is.
struct SweepPoint {
  double power = 0;            // 0: kernels as they are
  double objective = 0;        // normalised, of the kernels smoothed with p: the largest decides
  double plain_objective = 0;  // of the unsmoothed kernels without diagonals: decides between equals
  MatchedRows right_of_left;
};

struct Sweep {
  std::vector<SweepPoint> points;
  std::size_t best = 0;  // of points
  const SweepPoint& chosen() const { return points[best]; }
};

/// ks: kernels as they are without diagonals, from the same starts as psmooth. psmooth: at each p from both principal
/// orders, from sorted similarities (profile_evidence) and from the previous p's matching. s-u, s-z: at each p grown
/// from the seeds, and from the previous p's matching. Of more than 10 values only every tenth part has the start from
/// sorted similarities and is grown again. Every start is followed by an ascent; the best objective is kept, and then
/// grown again (regrow; not ks). As published, and when growth stops early, a growth is taken as it is. Growths run in
/// parallel over p, each within one thread. Kernels >= 0 but for ks.
Sweep sweep(const KernelPair& kernels, const ObjectPairs& seeds, const SweepOptions& options, const Run& run);

/// Grows again from the surest part of a matching, as if those were seeds, for as long as that raises the objective:
/// what the ascent alone cannot mend, because many wrong matches support each other. A handful of growths of 24 steps.
void regrow(const KernelPair& kernels, const ObjectPairs& seeds, Growth growth, Ascent& best, const Run& run);

}  // namespace couplet
