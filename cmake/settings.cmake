# Compiler settings shared by every target.
option(COUPLET_TESTS "build the tests" ON)
option(COUPLET_BENCH "build the benchmarks" OFF)
option(COUPLET_SANITIZE "AddressSanitizer and UndefinedBehaviorSanitizer" OFF)
set(COUPLET_ARCH "x86-64-v3" CACHE STRING "value of -march on x86-64 (empty: the compiler's default)")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Werror)
add_compile_options(--param ggc-min-heapsize=1000000) # g++ frees no memory below 1 GB: an eighth less time
add_compile_options(-Wno-restrict) # g++ 12 reports it falsely for "literal" + std::string (GCC bug 105651)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64" AND COUPLET_ARCH)
  add_compile_options(-march=${COUPLET_ARCH})
endif()
if(COUPLET_SANITIZE)
  # AddressSanitizer sees null pointers too and Eigen asserts alignment: checked once, the build takes a third less time.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,alignment -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
endif()

find_program(CCACHE ccache)
if(CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(Eigen3 REQUIRED NO_MODULE)
find_package(ICU REQUIRED COMPONENTS uc i18n data)
find_package(nlohmann_json REQUIRED)
