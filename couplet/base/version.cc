#include "couplet/base/version.h"

namespace couplet {

const char* const library_version = COUPLET_VERSION;

}  // namespace couplet
