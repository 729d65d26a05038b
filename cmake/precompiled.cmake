# Headers that nearly every source includes, compiled once a preset instead of once a source. ./test builds so. A build
# by hand, and the clang build of ./test --long, read each header where it stands, and each test by itself: a missing
# include is found there.
option(TRADEPOST_PRECOMPILED "compile common headers once, and tests in batches without optimising" OFF)

# precompiled_headers(NAME OPTIONS … USES …): cmake/precompiled/NAME.hpp, which precompiled() lends to others. It may
# include headers of ground, which it gets from USES, and of the server.
function(precompiled_headers name)
  cmake_parse_arguments(HEADERS "" "" "OPTIONS;USES" ${ARGN})
  set(source ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)  # empty: a target has to have one
  file(CONFIGURE OUTPUT ${source} CONTENT "")
  add_library(precompiled_${name} OBJECT ${source})
  target_compile_options(precompiled_${name} PRIVATE ${HEADERS_OPTIONS})
  target_include_directories(precompiled_${name} PRIVATE ${PROJECT_SOURCE_DIR}/src/server)
  target_link_libraries(precompiled_${name} PRIVATE ${HEADERS_USES})
  lend_headers(precompiled_${name} ${name})
endfunction()

# In brackets CMake writes the name as it stands, and not the path of this clone, which a compiler cache would find
# changed in another one.
function(lend_headers target name)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake)
  target_precompile_headers(${target} PRIVATE <precompiled/${name}.hpp>)
endfunction()

# precompiled(TARGET NAME): those headers, for a target that is compiled with the same options.
function(precompiled target name)
  if(TRADEPOST_PRECOMPILED)
    target_precompile_headers(${target} REUSE_FROM precompiled_${name})
  endif()
endfunction()
