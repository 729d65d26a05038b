# Where a test looks for the headers of tests: of a suite, and of what suites share.
set(folders_of_tests ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR}/tests/modules
    ${PROJECT_SOURCE_DIR}/tests/black_box ${PROJECT_SOURCE_DIR}/tests/support)

# module(GROUP/NAME [OPTIONS …] [HEADERS …] USES … PRIVATE_USES …): the library tradepost_NAME from the sources in
# src/GROUP/NAME and its folders, and NAME_tests from the *_test.cpp beside them. Both are globbed, so no source and no
# test can be left out of the build. src/GROUP is the include root, so a source finds the headers of those groups only
# that its module depends on.
function(module path)
  cmake_parse_arguments(MODULE "" "HEADERS" "OPTIONS;USES;PRIVATE_USES" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${path}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  string(REGEX MATCH "^([^/]+)/(.+)$" path ${path})
  set(group ${CMAKE_MATCH_1})
  string(REPLACE "/" "_" target ${CMAKE_MATCH_2})

  if(NOT sources)
    add_library(tradepost_${target} INTERFACE)
    return()
  endif()
  add_library(tradepost_${target} STATIC ${sources})
  target_include_directories(tradepost_${target} PUBLIC ${PROJECT_SOURCE_DIR}/src/${group})
  target_link_libraries(tradepost_${target} PUBLIC ${MODULE_USES} PRIVATE ${MODULE_PRIVATE_USES})
  target_compile_options(tradepost_${target} PRIVATE ${MODULE_OPTIONS})
  if(NOT MODULE_HEADERS)
    set(MODULE_HEADERS standard)
  endif()
  precompiled(tradepost_${target} ${MODULE_HEADERS})

  if(tests)
    suite(${target}_tests SOURCES ${tests} USES tradepost_${target} ${MODULE_PRIVATE_USES})
  endif()
endfunction()

# Optimising takes longest in files of tests (with a sanitizer, 14 s of one were 8), and wins them little.
function(quickly_built name)
  if(TRADEPOST_SANITIZERS OR TRADEPOST_PRECOMPILED)
    target_compile_options(${name} PRIVATE ${options_of_tests})
  endif()
  precompiled(${name} suites)
endfunction()

# knows(SOURCE NAME PATH): a path of this build as a macro, for one source alone: with it in all sources of a suite, a
# compiler cache would serve none of them in another clone.
function(knows source name path)
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS "${name}=\"${path}\"")
endfunction()

# black_box_suite(NAME SOURCES … USES …): a suite of the binary. With TRADEPOST_SUITES_OF it is not built once more, but
# that build's suite runs this build's binary.
set(TRADEPOST_SUITES_OF "" CACHE PATH "the build folder that black box suites are taken from")
function(black_box_suite name)
  if(NOT TRADEPOST_SUITES_OF)
    suite(${name} ${ARGN})
    target_include_directories(${name} PRIVATE ${folders_of_tests})
    return()
  endif()
  set(script ${CMAKE_BINARY_DIR}/suites/${name})
  set(is_slow "")
  if(TRADEPOST_SANITIZERS)
    set(is_slow "TRADEPOST_BIN_IS_SLOW=1 ")
  endif()
  file(CONFIGURE OUTPUT ${script} @ONLY CONTENT "#!/bin/sh
TRADEPOST_BIN='@CMAKE_BINARY_DIR@/tradepost' @is_slow@exec '@TRADEPOST_SUITES_OF@/suites/@name@' \"$@\"
")
  file(CHMOD ${script} PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
  add_custom_target(${name} DEPENDS tradepost)
  add_test(NAME ${name} COMMAND ${script})
endfunction()

# suite(NAME SOURCES … USES …): a GoogleTest executable in build/<preset>/suites, where ./test finds and runs it.
function(suite name)
  if(NOT TRADEPOST_TESTS)
    return()
  endif()
  cmake_parse_arguments(SUITE "" "" "SOURCES;USES" ${ARGN})
  expect_one_folder(${name} ${SUITE_SOURCES})
  batched(sources ${name} ${SUITE_SOURCES})
  add_executable(${name} ${sources})
  target_link_libraries(${name} PRIVATE ${SUITE_USES} source_dir GTest::gtest GTest::gtest_main)
  quickly_built(${name})
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/suites)
  add_test(NAME ${name} COMMAND ${name})
endfunction()

# Refuses a suite with sources of two folders. Shared sources are libraries in tests/support/.
function(expect_one_folder name)
  set(folders "")
  foreach(source IN LISTS ARGN)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(REGEX MATCH "^(src|tests/conventions|tests/[^/]+/[^/]+)/" folder ${source})
    list(APPEND folders ${folder})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  list(LENGTH folders count)
  if(count GREATER 1)
    message(FATAL_ERROR "${name} compiles sources of ${folders}: share them as a library in tests/support/.")
  endif()
endfunction()
