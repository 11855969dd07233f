#include "couplet/model/item_slices.h"

namespace couplet {

Items slice(const Items& items, Index first, Index count) {
  Items part;
  if (items.texts.empty())
    part.rows = items.rows.middleRows(first, count);
  else
    part.texts.assign(items.texts.begin() + first, items.texts.begin() + first + count);
  return part;
}

}  // namespace couplet
