// Conditional maximum-entropy models whose features are pairs of a context and a label.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "couplet/base/run.h"
#include "couplet/methods/ngram/ngram_key.h"
#include "couplet/model/container.h"

namespace couplet {

/// Features of one kind: each context, a packed key, has some labels with a weight.
struct MaxEntFamily {
  std::vector<NgramKey> contexts;    // ascending
  std::vector<std::int64_t> begins;  // of each context's labels, and the end
  std::vector<std::int32_t> labels;  // ascending within a context
  std::vector<double> weights;       // one a label
  /// Number of a context; -1: not there.
  std::int64_t find(const NgramKey& key) const;
};

/// One occurrence: the context in each family, the label, and how many labels there are to choose from.
struct MaxEntEvent {
  static constexpr std::size_t most_families = 2 * highest_order;
  NgramKey keys[most_families];
  std::int32_t label = 0;
  std::int32_t width = 0;
};

struct MaxEntOptions {
  double l1 = 0.5;                // weight of sum |w|, made smooth as sqrt(w^2 + 1e-6)
  double variance = 6;            // the other penalty is sum w^2 / (2 variance)
  std::int64_t least_count = 1;   // features that occur less often are left out
  std::int64_t iterations = 100;  // of L-BFGS at most
};

struct MaxEntReport {
  std::int64_t features = 0, left_out = 0, histories = 0, evaluations = 0;
  double first = 0, last = 0;  // mean -ln P of a label, before and after
};

/// P(label | contexts) = exp(sum of the weights of the features that hold) / Z, Z over labels 0 .. width - 1.
class MaxEnt {
 public:
  MaxEnt() = default;

  /// Minimises -sum ln P + l1 sum |w| + sum w^2 / (2 variance). The last family's context must determine the contexts
  /// of the others and the width. Features whose weight ends below 1e-3 are left out. Same bits at any number of
  /// threads.
  static MaxEnt fit(std::span<const MaxEntEvent> events, std::size_t families, const MaxEntOptions& options,
                    MaxEntReport& report, const Run& run);

  /// ln P of every label; scores has `width` elements and is overwritten.
  void distribution(std::span<const NgramKey> keys, std::span<double> scores) const;

  std::size_t families() const { return families_.size(); }
  std::size_t features() const;
  void write(ModelWriter& writer, const std::string& prefix) const;
  /// Error(model) when tensors do not fit or a label is not below `labels`.
  static MaxEnt load(const ModelFile& file, const std::string& prefix, std::size_t families, std::int32_t labels);

 private:
  std::vector<MaxEntFamily> families_;
};

}  // namespace couplet
