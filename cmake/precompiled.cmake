# Headers that nearly every source includes, compiled once a preset instead of once a source. ./test builds so. A build
# by hand, and the clang build of ./test --long, read each header where it stands: a missing include is found there.
option(TRADEPOST_PRECOMPILED "compile common headers once, and tests without optimising" OFF)

# precompiled_headers(NAME FILE OPTIONS … USES …): a target whose headers precompiled() lends to others.
function(precompiled_headers name file)
  cmake_parse_arguments(HEADERS "" "" "OPTIONS;USES" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)  # empty: a target has to have one
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT ${source})
  target_compile_options(${name} PRIVATE ${HEADERS_OPTIONS})
  target_link_libraries(${name} PRIVATE ${HEADERS_USES})
  target_precompile_headers(${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${file})
endfunction()

# precompiled(TARGET HEADERS): for a target that is compiled with the same options.
function(precompiled target headers)
  if(TRADEPOST_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM ${headers})
  endif()
endfunction()
