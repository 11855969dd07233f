#include "couplet/base/stop.h"

#include "couplet/base/error.h"

namespace couplet {

void StopToken::check() const {
  if (requested()) throw Error(ErrorCode::interrupted, "", "interrupted");
}

const StopToken& StopToken::never() {
  static const StopToken token;
  return token;
}

}  // namespace couplet
