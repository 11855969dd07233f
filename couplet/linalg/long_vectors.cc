#include "couplet/linalg/long_vectors.h"

#include <algorithm>
#include <vector>

#include "couplet/base/error.h"

namespace couplet {
namespace {

constexpr std::int64_t block_length = 1 << 16;
constexpr int lanes = 8;  // independent sums: without them the compiler must add one number after the other

void check_lengths(std::size_t a, std::size_t b) {
  if (a != b) throw Error(ErrorCode::internal, "long vectors", "lengths do not fit");
}

/// The sum of term(i) for i in [0, count): eight lanes within a block, blocks added in order.
template <class Term>
double sum_of(std::int64_t count, const Pool& pool, const Term& term) {
  std::vector<double> partial((count + block_length - 1) / block_length, 0.0);
  pool.for_blocks(count, block_length, [&](std::int64_t begin, std::int64_t end) {
    double sums[lanes] = {};
    std::int64_t i = begin;
    for (; i + lanes <= end; i += lanes)
      for (int lane = 0; lane < lanes; ++lane) sums[lane] += term(i + lane);
    for (int lane = 0; i < end; ++i, ++lane) sums[lane] += term(i);
    double total = 0;
    for (const double sum : sums) total += sum;
    partial[begin / block_length] = total;
  });
  double total = 0;
  for (const double sum : partial) total += sum;
  return total;
}

}  // namespace

template <class T>
double dot(std::span<const T> x, std::span<const T> y, const Pool& pool) {
  check_lengths(x.size(), y.size());
  const T *a = x.data(), *b = y.data();
  return sum_of(std::ssize(x), pool,
                [a, b](std::int64_t i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
}

template <class T>
double squared_distance(std::span<const T> x, std::span<const T> y, const Pool& pool) {
  check_lengths(x.size(), y.size());
  const T *a = x.data(), *b = y.data();
  return sum_of(std::ssize(x), pool, [a, b](std::int64_t i) {
    const double difference = static_cast<double>(a[i]) - static_cast<double>(b[i]);
    return difference * difference;
  });
}

template <class T>
void combine(std::span<const T> x, double a, std::span<const T> y, std::span<T> out, const Pool& pool) {
  check_lengths(x.size(), y.size());
  check_lengths(x.size(), out.size());
  pool.for_blocks(std::ssize(x), block_length, [&](std::int64_t begin, std::int64_t end) {
    const T *from = x.data(), *added = y.data();
    T* to = out.data();
    for (std::int64_t i = begin; i < end; ++i)
      to[i] = static_cast<T>(static_cast<double>(from[i]) + a * static_cast<double>(added[i]));
  });
}

template <class T>
void add_scaled(double a, std::span<const T> x, std::span<T> y, const Pool& pool) {
  combine<T>(y, a, x, y, pool);
}

template <class T>
void scale(double a, std::span<T> x, const Pool& pool) {
  pool.for_blocks(std::ssize(x), block_length, [&](std::int64_t begin, std::int64_t end) {
    for (T* at = x.data() + begin; at < x.data() + end; ++at) *at = static_cast<T>(a * static_cast<double>(*at));
  });
}

template double dot(std::span<const float>, std::span<const float>, const Pool&);
template double dot(std::span<const double>, std::span<const double>, const Pool&);
template double squared_distance(std::span<const float>, std::span<const float>, const Pool&);
template double squared_distance(std::span<const double>, std::span<const double>, const Pool&);
template void combine(std::span<const float>, double, std::span<const float>, std::span<float>, const Pool&);
template void combine(std::span<const double>, double, std::span<const double>, std::span<double>, const Pool&);
template void add_scaled(double, std::span<const float>, std::span<float>, const Pool&);
template void add_scaled(double, std::span<const double>, std::span<double>, const Pool&);
template void scale(double, std::span<float>, const Pool&);
template void scale(double, std::span<double>, const Pool&);

}  // namespace couplet
