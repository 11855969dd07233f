# What cmake --install puts where, in components: the program, the shared library, development (what other programs are built with),
# and python (python/CMakeLists.txt).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME program)
set(share ${CMAKE_BINARY_DIR}/share) # files made here, to be installed

# The program, with its manual pages and completions, which it writes itself.
add_custom_command(
  OUTPUT ${share}/man1/couplet.1.gz ${share}/couplet ${share}/_couplet ${share}/couplet.fish
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${share}/man1
  COMMAND ${CMAKE_COMMAND} -E make_directory ${share}/man1
  COMMAND couplet help --man-pages ${share}/man1
  COMMAND gzip -9nr ${share}/man1
  COMMAND couplet help --completion bash > ${share}/couplet
  COMMAND couplet help --completion zsh > ${share}/_couplet
  COMMAND couplet help --completion fish > ${share}/couplet.fish
  DEPENDS couplet VERBATIM)
add_custom_target(installed_files ALL DEPENDS couplet couplet_shared couplet_static $<TARGET_NAME_IF_EXISTS:couplet_python>
                  ${share}/man1/couplet.1.gz) # all that cmake --install needs

install(TARGETS couplet)
if(TARGET couplet-mpi)
  install(TARGETS couplet-mpi COMPONENT mpi)
  add_dependencies(installed_files couplet-mpi)
endif()
install(DIRECTORY ${share}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
install(FILES ${share}/couplet DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${share}/couplet.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
# Debian's zsh looks for completions of packages elsewhere than for those below /usr/local.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(folder vendor-completions)
  endif()
  file(INSTALL \"${share}/_couplet\" DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")

install(FILES README.md LICENSE CITATION.cff DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})
# Header-only libraries and OpenBLAS end up inside the program and the library: their licences ask to be handed on.
set(library_package libcouplet${PROJECT_VERSION_MAJOR})
foreach(package libcli11-dev libeigen3-dev libhnswlib-dev libopenblas-serial-dev nlohmann-json3-dev)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}/licences RENAME ${package} OPTIONAL)
  install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${library_package}/licences
          RENAME ${package} OPTIONAL COMPONENT library)
  if(COUPLET_PYTHON)
    install(FILES /usr/share/doc/${package}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/python3-couplet/licences
            RENAME ${package} OPTIONAL COMPONENT python)
  endif()
endforeach()

# What a program outside may include: the front doors, and all that they include.
set(open_headers couplet/base/version.h couplet/methods/registry.h couplet/model/capabilities.h)
if(EXISTS ${CMAKE_SOURCE_DIR}/couplet/couplet.h)
  set(open_headers couplet/couplet.h)
endif()
while(open_headers)
  list(POP_FRONT open_headers header)
  if(NOT header IN_LIST couplet_public_headers)
    list(APPEND couplet_public_headers ${header})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(STRINGS ${header} included REGEX "^#include \"couplet/")
    list(TRANSFORM included REPLACE "^#include \"(.*)\"$" "\\1")
    list(APPEND open_headers ${included})
  endif()
endwhile()

# The library, its headers, and how CMake and pkg-config find them.
get_target_property(definitions couplet_linalg INTERFACE_COMPILE_DEFINITIONS)
foreach(library couplet_shared couplet_static)
  target_compile_definitions(${library} INTERFACE ${definitions})
  target_compile_features(${library} INTERFACE cxx_std_20)
  target_link_libraries(${library} INTERFACE Eigen3::Eigen)
  target_sources(${library} INTERFACE FILE_SET HEADERS BASE_DIRS ${CMAKE_SOURCE_DIR} FILES ${couplet_public_headers})
endforeach()
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/couplet)
write_basic_package_version_file(${share}/couplet-config-version.cmake COMPATIBILITY SameMinorVersion)
list(TRANSFORM definitions PREPEND -D)
list(JOIN definitions " " definitions)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_FULL_INCLUDEDIR BASE_DIRECTORY ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig OUTPUT_VARIABLE way_to_include)
configure_file(cmake/couplet.pc.in ${share}/couplet.pc @ONLY)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME development)
install(TARGETS couplet_shared couplet_static EXPORT couplet LIBRARY COMPONENT library NAMELINK_COMPONENT development FILE_SET HEADERS)
install(EXPORT couplet NAMESPACE couplet:: FILE couplet-targets.cmake DESTINATION ${package_folder})
install(FILES cmake/couplet-config.cmake cmake/blas.cmake ${share}/couplet-config-version.cmake DESTINATION ${package_folder})
install(FILES ${share}/couplet.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
