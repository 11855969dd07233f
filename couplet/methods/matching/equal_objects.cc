#include "couplet/methods/matching/equal_objects.h"

#include <algorithm>
#include <map>

namespace couplet {
namespace {

std::vector<char> have_equals(const std::vector<Index>& equals) {
  std::vector<char> result(equals.size(), 0);
  for (std::size_t i = 0; i < equals.size(); ++i)
    if (equals[i] != static_cast<Index>(i)) result[i] = result[equals[i]] = 1;
  return result;
}

}  // namespace

std::vector<Index> first_equals(const MatrixF& kernel) {
  std::vector<Index> equals(kernel.rows());
  for (Index i = 0; i < kernel.rows(); ++i) {
    Index& first = equals[i];
    first = i;
    for (Index j = 0; j < i; ++j) {
      const double apart =
          static_cast<double>(kernel(i, i)) + static_cast<double>(kernel(j, j)) - 2 * static_cast<double>(kernel(i, j));
      if (apart > 1e-6 * static_cast<double>(std::max(kernel(i, i), kernel(j, j)))) continue;
      first = equals[j];
      break;
    }
  }
  return equals;
}

void order_equals(const std::vector<Index>& left_equals, const std::vector<Index>& right_equals,
                  const std::vector<char>& is_seed, std::vector<Index>& right_of_left) {
  // Right objects of one kind go to their partners in rising order, then left ones of one kind likewise.
  const auto settle = [&](auto&& kind_of) {
    std::map<Index, std::vector<std::size_t>> lefts;
    for (std::size_t i = 0; i < right_of_left.size(); ++i)
      if (right_of_left[i] >= 0 && !is_seed[i]) lefts[kind_of(i)].push_back(i);
    for (const auto& [kind, members] : lefts) {
      std::vector<Index> partners;
      for (const std::size_t i : members) partners.push_back(right_of_left[i]);
      std::sort(partners.begin(), partners.end());
      for (std::size_t k = 0; k < members.size(); ++k) right_of_left[members[k]] = partners[k];
    }
  };
  settle([&](std::size_t i) { return right_equals[right_of_left[i]]; });
  settle([&](std::size_t i) { return left_equals[i]; });
}

void mark_ties(const std::vector<Index>& left_equals, const std::vector<Index>& right_equals,
               std::vector<Match>& matches) {
  const std::vector<char> left = have_equals(left_equals), right = have_equals(right_equals);
  for (Match& match : matches) match.tied = !match.seed && (left[match.left] || right[match.right]);
}

}  // namespace couplet
