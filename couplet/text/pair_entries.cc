#include "couplet/text/pair_entries.h"

#include "couplet/text/radix_sort.h"

namespace couplet {

void PairLayout::sort_and_combine(std::vector<std::uint64_t>& entries, std::vector<std::uint64_t>& scratch) const {
  radix_sort(entries, scratch, weight_bits());
  const std::uint64_t most = most_weight();
  // In place: a sum never takes more entries than it had.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size();) {
    const std::uint64_t place = position(entries[i]);
    std::uint64_t sum = 0;
    do sum += weight(entries[i++]);
    while (i < entries.size() && position(entries[i]) == place);
    const std::uint64_t bare = place << weight_bits();
    for (; sum > most; sum -= most) entries[kept++] = bare | most;
    entries[kept++] = bare | sum;
  }
  entries.resize(kept);
}

}  // namespace couplet
