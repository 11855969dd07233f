#include "couplet/methods/cleaning/spoiling.h"

#include <algorithm>
#include <array>

#include "couplet/methods/cleaning/spoiling_ways.h"

namespace couplet {
namespace {

struct Way {
  const char* name;
  void (*spoil)(spoiling::Spoiling&);
};
constexpr std::array<Way, 28> ways = {{{"shuffled", spoiling::shuffled},
                                       {"another of its length", spoiling::as_long},
                                       {"end cut off", spoiling::cut_end},
                                       {"begin cut off", spoiling::cut_begin},
                                       {"emptied", spoiling::emptied},
                                       {"copied", spoiling::copied},
                                       {"nearly copied", spoiling::nearly_copied},
                                       {"swapped", spoiling::swapped},
                                       {"foreign", spoiling::foreign},
                                       {"mixed languages", spoiling::mixed_languages},
                                       {"half translated", spoiling::half_translated},
                                       {"markup", spoiling::with_markup},
                                       {"misread", spoiling::misread},
                                       {"salad", spoiling::salad},
                                       {"other numbers", spoiling::other_numbers},
                                       {"boilerplate", spoiling::boilerplate},
                                       {"more on one side", spoiling::more_on_one_side},
                                       {"repeated", spoiling::repeated},
                                       {"said twice", spoiling::said_twice},
                                       {"glued", spoiling::glued},
                                       {"apart", spoiling::apart},
                                       {"scrambled letters", spoiling::scrambled_letters},
                                       {"menu", spoiling::menu},
                                       {"numbers only", spoiling::numbers_only},
                                       {"address", spoiling::address},
                                       {"shouted", spoiling::shouted},
                                       {"one word", spoiling::one_word},
                                       {"half wrong", spoiling::half_wrong}}};

}  // namespace

std::span<const char* const> spoiling_names() {
  static const auto names = [] {
    std::array<const char*, ways.size()> all;
    std::transform(ways.begin(), ways.end(), all.begin(), [](const Way& way) { return way.name; });
    return all;
  }();
  return names;
}

std::optional<SpoiltPair> spoil(std::size_t way, const SpoilingSource& source, std::size_t i, Random& random) {
  const std::string &left = source.left[i], &right = source.right[i];
  if (spoiling::pieces_of(left).empty() || spoiling::pieces_of(right).empty()) return {};
  spoiling::Spoiling spoilt{source, i, random, {left, right}};
  ways[way].spoil(spoilt);
  SpoiltPair& pair = spoilt.pair;
  if (pair.left == left && pair.right == right) return {};
  if (ways[way].spoil == spoiling::other_numbers && (pair.left.empty() || pair.right.empty())) return {};
  return pair;
}

}  // namespace couplet
