# couplet_bundle(TARGET): compiles the target's short files in bundles, several at a time: about a third less time from nothing.
# tools/bundle_sources keeps files apart whose private names meet. Off (-DCOUPLET_BUNDLES=OFF): one by one.
option(COUPLET_BUNDLES "compile source files in bundles" ON)

function(couplet_bundle target)
  if(NOT COUPLET_BUNDLES)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(TRANSFORM sources PREPEND "${CMAKE_CURRENT_SOURCE_DIR}/" REGEX "^[^/]")
  # Names of other files' privates change which files may meet.
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tools/bundle_sources ${sources})
  execute_process(COMMAND /usr/bin/python3 ${CMAKE_SOURCE_DIR}/tools/bundle_sources ${sources} OUTPUT_VARIABLE bundles
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  foreach(source bundle IN ZIP_LISTS sources bundles)
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${target}_${bundle})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # g++ takes a bundled file for a header, where a class of a private part would be a mistake.
  target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
endfunction()
