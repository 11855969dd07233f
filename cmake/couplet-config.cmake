# find_package(couplet) gives couplet::couplet (shared) and couplet::static.
include(CMakeFindDependencyMacro)
find_dependency(Threads)
find_dependency(fmt)
find_dependency(Eigen3)
find_dependency(ICU COMPONENTS uc i18n)
include(${CMAKE_CURRENT_LIST_DIR}/blas.cmake)
include(${CMAKE_CURRENT_LIST_DIR}/couplet-targets.cmake)
