#include "couplet/methods/rewriting/rewriting_gram.h"

#include <algorithm>
#include <optional>

namespace couplet {

MatrixD rewriting_gram(const RewritingIndex& index, std::span<const SymbolPair> queries, const SymbolTyping& typing,
                       bool both_ways, std::string_view stage, const Run& run) {
  const Index rows = static_cast<Index>(queries.size());
  run.memory.require(rows * index.size() * static_cast<Index>(sizeof(double)), "the Gram matrix");
  MatrixD gram(rows, index.size());
  Stage progress(*run.observer, stage, rows, "pairs");
  constexpr Index block = 16;
  Index next = 0;
  const auto read = [&]() -> std::optional<Index> {
    if (next >= rows) return std::nullopt;
    const Index begin = next;
    next += block;
    return begin;
  };
  const auto work = [&](Index begin) {
    std::vector<std::int64_t> row(index.size()), other(index.size(), 0);
    const Index end = std::min(begin + block, rows);
    for (Index i = begin; i < end; ++i) {
      index.row(queries[i], typing, row);
      if (both_ways) index.row({queries[i].target, queries[i].source}, typing, other);
      for (Index j = 0; j < index.size(); ++j) gram(i, j) = static_cast<double>(row[j] + other[j]);
    }
    return end;
  };
  run.pool.stream(read, work, [&](Index end) {
    progress.advance_to(end);
    run.stop->check();
  });
  return gram;
}

}  // namespace couplet
