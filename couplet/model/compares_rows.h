// How the rows that a model embeds texts as are compared, where it is not by their inner product.
#pragma once

#include "couplet/linalg/comparison.h"
#include "couplet/model/model.h"

namespace couplet {

class ComparesRows {
 public:
  virtual ~ComparesRows() = default;
  virtual Comparison comparison() const = 0;
};

/// inner_product for a model that does not say.
inline Comparison comparison_of(const Model& model) {
  const auto* compares = dynamic_cast<const ComparesRows*>(&model);
  return compares ? compares->comparison() : Comparison::inner_product;
}

}  // namespace couplet
