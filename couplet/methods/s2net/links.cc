#include "couplet/methods/s2net/links.h"

namespace couplet {

Links::Links(std::vector<Link> links, Index n_left, Index n_right)
    : links_(std::move(links)),
      by_left_(group(links_, &Link::left, n_left)),
      by_right_(group(links_, &Link::right, n_right)) {}

Links::Lists Links::group(const std::vector<Link>& links, Index Link::*end, Index rows) {
  Lists lists;
  lists.offsets.assign(static_cast<std::size_t>(rows) + 1, 0);
  for (const Link& link : links) ++lists.offsets[static_cast<std::size_t>(link.*end) + 1];
  for (std::size_t i = 1; i < lists.offsets.size(); ++i) lists.offsets[i] += lists.offsets[i - 1];
  lists.links.resize(links.size());
  std::vector<std::size_t> next(lists.offsets.begin(), lists.offsets.end() - 1);
  for (std::size_t i = 0; i < links.size(); ++i) lists.links[next[links[i].*end]++] = i;
  return lists;
}

template <class T>
std::vector<double> Links::products(const Matrix<T>& left, const Matrix<T>& right, const Run& run) const {
  std::vector<double> result(links_.size());
  run.pool.for_blocks(std::ssize(links_), 256, [&](Index begin, Index end) {
    for (Index i = begin; i < end; ++i) {
      const Link& link = links_[i];
      result[i] = left.row(link.left).template cast<double>().dot(right.row(link.right).template cast<double>());
    }
  });
  return result;
}

template <class T>
void Links::add_to_left(Index row, std::span<const double> coefficients, const Matrix<T>& right, VectorD& sum) const {
  for (const std::size_t i : by_left_.of(row))
    sum += coefficients[i] * right.row(links_[i].right).transpose().template cast<double>();
}

template <class T>
void Links::add_to_right(Index row, std::span<const double> coefficients, const Matrix<T>& left, VectorD& sum) const {
  for (const std::size_t i : by_right_.of(row))
    sum += coefficients[i] * left.row(links_[i].left).transpose().template cast<double>();
}

template std::vector<double> Links::products(const Matrix<float>&, const Matrix<float>&, const Run&) const;
template std::vector<double> Links::products(const Matrix<double>&, const Matrix<double>&, const Run&) const;
template void Links::add_to_left(Index, std::span<const double>, const Matrix<float>&, VectorD&) const;
template void Links::add_to_left(Index, std::span<const double>, const Matrix<double>&, VectorD&) const;
template void Links::add_to_right(Index, std::span<const double>, const Matrix<float>&, VectorD&) const;
template void Links::add_to_right(Index, std::span<const double>, const Matrix<double>&, VectorD&) const;

}  // namespace couplet
