#include "couplet/text/pair_entries.h"

#include "couplet/text/radix_sort.h"

namespace couplet {

void sort_and_combine(const PairLayout& layout, std::vector<std::uint64_t>& entries,
                      std::vector<std::uint64_t>& scratch) {
  radix_sort(entries, scratch, layout.weight_bits());
  const std::uint64_t most = layout.most_weight();
  // In place: a sum never takes more entries than it had.
  std::size_t kept = 0;
  for (std::size_t i = 0; i < entries.size();) {
    const std::uint64_t position = layout.position(entries[i]);
    std::uint64_t sum = 0;
    do sum += layout.weight(entries[i++]);
    while (i < entries.size() && layout.position(entries[i]) == position);
    const std::uint64_t bare = position << layout.weight_bits();
    for (; sum > most; sum -= most) entries[kept++] = bare | most;
    entries[kept++] = bare | sum;
  }
  entries.resize(kept);
}

}  // namespace couplet
