#include "couplet/base/observer.h"

namespace couplet {

Observer& Observer::silent() {
  static Observer observer;
  return observer;
}

}  // namespace couplet
