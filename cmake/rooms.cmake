# couplet_library: the rooms as one archive, libcouplet.a, for programs outside.
add_library(couplet_library STATIC)
add_library(couplet::couplet ALIAS couplet_library)
set_target_properties(couplet_library PROPERTIES OUTPUT_NAME couplet EXPORT_NAME couplet LINKER_LANGUAGE CXX)

# couplet_room(NAME [USES room...] [LIBS library...]): the static library couplet_NAME from couplet/NAME/**.cc.
function(couplet_room name)
  cmake_parse_arguments(ROOM "" "" "USES;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/couplet/${name}/*.cc)
  add_library(couplet_${name} STATIC ${sources})
  target_include_directories(couplet_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  list(TRANSFORM ROOM_USES PREPEND couplet_)
  target_link_libraries(couplet_${name} PUBLIC ${ROOM_USES} ${ROOM_LIBS})
  couplet_bundle(couplet_${name})
  target_sources(couplet_library PRIVATE $<TARGET_OBJECTS:couplet_${name}>)
  target_link_libraries(couplet_library PUBLIC ${ROOM_LIBS})
endfunction()
