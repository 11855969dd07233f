// Sums and updates over long vectors (an optimiser's parameters): parallel, accumulated in double, the same bits at any
// thread count.
#pragma once

#include <span>

#include "couplet/base/parallel.h"

namespace couplet {

/// x . y in double; T = float or double. Spans of equal length, else Error(internal), as below.
template <class T>
double dot(std::span<const T> x, std::span<const T> y, const Pool& pool);

/// |x - y|^2 in double.
template <class T>
double squared_distance(std::span<const T> x, std::span<const T> y, const Pool& pool);

/// y += a x.
template <class T>
void add_scaled(double a, std::span<const T> x, std::span<T> y, const Pool& pool);

/// out = x + a y; out may be x or y.
template <class T>
void combine(std::span<const T> x, double a, std::span<const T> y, std::span<T> out, const Pool& pool);

/// x *= a.
template <class T>
void scale(double a, std::span<T> x, const Pool& pool);

}  // namespace couplet
