// The version of the library, from CMakeLists.txt.
#pragma once

namespace couplet {

inline constexpr const char* library_version = COUPLET_VERSION;

}  // namespace couplet
