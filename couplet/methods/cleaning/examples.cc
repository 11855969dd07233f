#include "couplet/methods/cleaning/examples.h"

#include <algorithm>
#include <cmath>

#include "couplet/methods/cleaning/spoiling.h"

namespace couplet {
namespace {

constexpr std::size_t most_examples = 20000;

void add_example(Examples& examples, std::string left, std::string right, std::size_t fold, PairContext context) {
  examples.pairs.left.texts.push_back(std::move(left));
  examples.pairs.right.texts.push_back(std::move(right));
  examples.folds.push_back(fold);
  examples.contexts.push_back(context);
}

}  // namespace

Examples corpus_examples(const CleanerModel& model, const CorpusSample& sample) {
  Examples examples;
  for (std::size_t i = 0; i < std::min(sample.left.size(), most_examples); ++i) {
    PairContext context;
    context.left_partners = model.parts().left_partners.count(normalised_hash(sample.left[i], true));
    context.right_partners = model.parts().right_partners.count(normalised_hash(sample.right[i], true));
    if (!sample.outside.empty()) context.outside = sample.outside[i];
    add_example(examples, sample.left[i], sample.right[i], model.fold_of(sample.left[i]), context);
  }
  return examples;
}

Examples spoilt_examples(const CleanerModel& model, const CorpusSample& sample, std::uint64_t seed) {
  Examples examples;
  const std::size_t ways = spoiling_names().size(), each = most_examples / ways;
  const SpoilingSource source{sample.left, sample.right};
  for (std::size_t way = 0; way < ways; ++way) {
    Random random(seed, 100 + way);
    const std::size_t wanted = std::min(each, sample.left.size() / 4 + 20);
    for (std::size_t made = 0, tried = 0; made < wanted && tried < 4 * wanted + 100; ++tried) {
      const auto i = static_cast<std::size_t>(random.below(std::ssize(sample.left)));
      auto spoilt = spoil(way, source, i, random);
      if (!spoilt) continue;
      add_example(examples, std::move(spoilt->left), std::move(spoilt->right), model.fold_of(sample.left[i]),
                  {spoilt->left_partners, spoilt->right_partners, 0, NAN});
      examples.ways.push_back(way);
      ++made;
    }
  }
  return examples;
}

}  // namespace couplet
