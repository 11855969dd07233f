// The version of the library.
#pragma once

namespace couplet {

/// "1.2.3". Its one place is project() in CMakeLists.txt: a new version compiles one room, not all that includes this.
extern const char* const library_version;

}  // namespace couplet
