# couplet_room(NAME [USES room...] [LIBS library...]): the static library couplet_NAME from couplet/NAME/**.cc.
function(couplet_room name)
  cmake_parse_arguments(ROOM "" "" "USES;LIBS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/couplet/${name}/*.cc)
  add_library(couplet_${name} STATIC ${sources})
  target_include_directories(couplet_${name} PUBLIC ${CMAKE_SOURCE_DIR})
  list(TRANSFORM ROOM_USES PREPEND couplet_)
  target_link_libraries(couplet_${name} PUBLIC ${ROOM_USES} ${ROOM_LIBS})
endfunction()
