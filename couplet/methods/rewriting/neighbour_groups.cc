#include "couplet/methods/rewriting/neighbour_groups.h"

#include <algorithm>
#include <set>
#include <utility>

#include "couplet/linalg/matrix.h"
#include "couplet/search/nearest_neighbours.h"

namespace couplet {

WordGroups neighbour_groups(const WordVectors& vectors, const std::vector<std::string>& words, std::int64_t count,
                            double least, const Run& run) {
  constexpr std::int64_t most = 100000;
  const std::int64_t table = std::min(vectors.size(), most);
  const Eigen::Map<const MatrixF> all(vectors.values().data(), table, vectors.dimension());
  const auto index = make_vector_index("exact", MatrixF(all), Similarity::cosine, run);
  std::vector<std::int64_t> known;
  for (const std::string& word : words)
    if (const std::int64_t number = vectors.words().find(word); number >= 0) known.push_back(number);
  MatrixF queries(static_cast<Index>(known.size()), vectors.dimension());
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto row = vectors.row(known[i]);
    std::copy(row.begin(), row.end(), queries.row(static_cast<Index>(i)).data());
  }
  const Neighbours found = index->search(queries, count + 1, run);  // the nearest is the word itself
  std::set<std::pair<std::int64_t, std::int64_t>> pairs;
  for (std::size_t i = 0; i < known.size(); ++i)
    for (const Neighbour& neighbour : found[static_cast<Index>(i)])
      if (neighbour.id != known[i] && neighbour.score >= least) pairs.insert(std::minmax(known[i], neighbour.id));
  WordGroups groups;
  std::vector<std::vector<std::int32_t>> of;
  for (std::int32_t group = 0; const auto& [first, second] : pairs) {
    for (const std::int64_t word : {first, second}) {
      const std::int64_t number = groups.words.add(vectors.words().word(word));
      if (number == static_cast<std::int64_t>(of.size())) of.emplace_back();
      of[number].push_back(group);
    }
    ++group;
  }
  for (const auto& list : of) groups.groups.add(list);
  return groups;
}

}  // namespace couplet
