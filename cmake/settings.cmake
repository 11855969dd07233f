# Compiler settings shared by every target.
option(COUPLET_TESTS "build the tests" ON)
option(COUPLET_BENCH "build the benchmarks" OFF)
option(COUPLET_PYTHON "build the package for Python" OFF)
option(COUPLET_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
option(COUPLET_FUZZ "build the fuzzer: clang only, with -fsanitize=fuzzer-no-link" OFF)
set(COUPLET_ARCH "x86-64-v3" CACHE STRING "value of -march on x86-64 (empty: the compiler's default)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  add_compile_options(--param ggc-min-heapsize=1000000) # g++ frees no memory below 1 GB: an eighth less time
  # g++ 12 reports these falsely for "literal" + std::string (GCC bug 105651)
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-array-bounds)
  if(CMAKE_UNITY_BUILD)
    add_compile_options(-Wno-subobject-linkage) # private types of a .cc file that is included in another are no mistake
  endif()
endif()
# The same objects for the shared library, the static one and the program; functions are inlined as if there were no shared one.
add_compile_options(-fPIC -fno-semantic-interposition)
if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_UNITY_BUILD)
  add_compile_options(-Wno-shadow) # it minds private names of the other files too; g++ looks for true ones
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64" AND COUPLET_ARCH)
  add_compile_options(-march=${COUPLET_ARCH})
endif()
if(COUPLET_SANITIZE)
  # AddressSanitizer sees null and wild pointers too, and Eigen asserts alignment: checked once, the build takes less time.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr
                      -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND NOT COUPLET_FUZZ)
    # Built once and run once, unlike the fuzzer: less is inlined. (-fast-isel beside -O1 miscompiles: clang 14.)
    add_compile_options("SHELL:-mllvm --inline-threshold=10")
  endif()
endif()

find_program(CCACHE ccache)
if(CCACHE) # what ccache wants to know to work with precompiled headers, and in several checkouts
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR}
      CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime ${CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
  else()
    add_compile_options(-fpch-preprocess)
  endif()
endif()

include(blas)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(ICU REQUIRED COMPONENTS uc i18n data)
find_package(nlohmann_json REQUIRED)

# Headers that nearly every file reads, compiled once. Each file still includes what it uses: -DCOUPLET_PRELUDES=OFF shows what is missing.
option(COUPLET_PRELUDES "precompile common headers" ON)
set(prelude <algorithm> <atomic> <charconv> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <numeric> <optional> <span>
    <string> <string_view> <utility> <vector> <fmt/format.h> <fmt/ranges.h>)
function(couplet_prelude target) # the headers, or REUSE_FROM another target
  if(COUPLET_PRELUDES AND ARGV1 STREQUAL REUSE_FROM)
    target_precompile_headers(${target} ${ARGN})
  elseif(COUPLET_PRELUDES)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()
