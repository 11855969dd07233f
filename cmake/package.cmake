# cpack -G DEB: couplet (the program) and couplet-dev (the library). ./dev package runs it.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/package)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(COUPLET_CONTACT "The Couplet authors" CACHE STRING "maintainer of the Debian packages: NAME <ADDRESS>")
set(CPACK_PACKAGE_CONTACT "${COUPLET_CONTACT}")
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME couplet)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION text)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "wordnet-base, mythes-en-us")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Learns from pairs, tables, thesauri and plain text which texts go together,
match, say the same or mean the opposite, and which word fits.")

# An archive names no shared libraries: these are the packages that couplet.pc and couplet-config.cmake ask for.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME couplet-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
string(JOIN ", " CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "couplet (= ${PROJECT_VERSION})"
       libfmt-dev libeigen3-dev libopenblas-pthread-dev libicu-dev libsimdjson-dev libxxhash-dev zlib1g-dev liblzma-dev
       libzstd-dev libstemmer-dev libsvm-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The C++ library of couplet and its headers, for CMake and pkg-config.")

install(FILES cmake/debian-copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/couplet RENAME copyright COMPONENT program)
install(FILES cmake/debian-copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/couplet-dev RENAME copyright COMPONENT development)
include(CPack)
