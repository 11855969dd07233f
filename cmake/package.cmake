# cpack -G DEB: couplet (the program), libcouplet0 (the shared library), couplet-dev (what programs are built with) and, where there is
# MPI, couplet-mpi. ./dev package runs it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(COUPLET_CONTACT "The Couplet authors" CACHE STRING "maintainer of the Debian packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${COUPLET_CONTACT}")
set(CPACK_COMPONENTS_ALL program library development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME couplet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION text)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "wordnet-base, mythes-en-us")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Learns from pairs, tables, thesauri and plain text which texts go together,
match, say the same or mean the opposite, and which word fits.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME ${library_package})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The C++ library of couplet, for programs that use it.")

# An archive names no shared libraries: these are the packages that couplet-config.cmake asks for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME couplet-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(JOIN ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${PROJECT_VERSION})"
       libfmt-dev libeigen3-dev libopenblas-serial-dev libicu-dev libsimdjson-dev libxxhash-dev zlib1g-dev liblzma-dev
       libzstd-dev libstemmer-dev libsvm-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The C++ library of couplet and its headers, for CMake and pkg-config.")

set(packages couplet ${library_package} couplet-dev)
if(TARGET couplet-mpi)
  list(APPEND CPACK_COMPONENTS_ALL mpi)
  list(APPEND packages couplet-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_NAME couplet-mpi)
  set(CPACK_DEBIAN_MPI_PACKAGE_SECTION text)
  set(CPACK_DEBIAN_MPI_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS openmpi-bin)
  set(CPACK_COMPONENT_MPI_DESCRIPTION "The program couplet for many processes on many machines: the same models, byte for byte.")
endif()
foreach(component package IN ZIP_LISTS CPACK_COMPONENTS_ALL packages)
  install(FILES cmake/debian-copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} RENAME copyright COMPONENT ${component})
endforeach()
include(CPack)
