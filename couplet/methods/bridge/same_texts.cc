#include "couplet/methods/bridge/same_texts.h"

#include <string_view>
#include <unordered_map>

#include "couplet/base/hash.h"
#include "couplet/base/part_bytes.h"

namespace couplet {
namespace {

constexpr std::uint64_t without_a_word = 0;

template <class T>
std::string_view bytes_of(const std::vector<T>& values, std::int64_t begin, std::int64_t end) {
  return {reinterpret_cast<const char*>(values.data() + begin), static_cast<std::size_t>(end - begin) * sizeof(T)};
}

std::uint64_t hash_of_row(const CsrMatrix<double>& texts, Index row) {
  const std::int64_t begin = texts.offsets()[row], end = texts.offsets()[row + 1];
  if (begin == end) return without_a_word;
  const std::uint64_t hash =
      hash64(bytes_of(texts.values(), begin, end), hash64(bytes_of(texts.columns(), begin, end)));
  return hash == without_a_word ? 1 : hash;
}

}  // namespace

std::vector<Index> first_alike(const OwnedRows<double>& texts, Team& team) {
  const Index first = texts.shared() ? texts.begins[team.rank()] : 0,
              last = texts.shared() ? texts.begins[team.rank() + 1] : texts.matrix.rows();
  std::vector<std::uint64_t> hashes;
  for (Index row = first; row < last; ++row) hashes.push_back(hash_of_row(texts.matrix, row));
  if (texts.shared()) {
    PartWriter writer;
    writer.put_list(hashes);
    hashes.clear();
    for (const std::string& bytes : team.gather(writer.take()))
      for (const std::uint64_t hash : PartReader(bytes).get_list<std::uint64_t>()) hashes.push_back(hash);
  }
  std::unordered_map<std::uint64_t, Index> seen;
  std::vector<Index> result;
  for (const std::uint64_t hash : hashes) {
    const Index row = std::ssize(result);
    result.push_back(hash == without_a_word ? row : seen.emplace(hash, row).first->second);
  }
  return result;
}

}  // namespace couplet
