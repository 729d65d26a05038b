# room(NAME USES … PRIVATE_USES …): the library tradepost_NAME from src/NAME/*.cpp, and NAME_tests from the *_test.cpp
# beside them. Both are globbed, so no source and no test can be left out of the build.
function(room name)
  cmake_parse_arguments(ROOM "" "" "USES;PRIVATE_USES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/src/${name}/*.cpp)
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  string(REPLACE "/" "_" target ${name})

  if(NOT sources)
    add_library(tradepost_${target} INTERFACE)
    return()
  endif()
  add_library(tradepost_${target} STATIC ${sources})
  target_include_directories(tradepost_${target} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(tradepost_${target} PUBLIC ${ROOM_USES} PRIVATE ${ROOM_PRIVATE_USES})

  if(tests)
    suite(${target}_tests SOURCES ${tests} USES tradepost_${target} ${ROOM_PRIVATE_USES})
  endif()
endfunction()

# suite(NAME SOURCES … USES …): a GoogleTest executable in build/<preset>/suites, where ./test finds and runs it.
function(suite name)
  if(NOT TRADEPOST_TESTS)
    return()
  endif()
  cmake_parse_arguments(SUITE "" "" "SOURCES;USES" ${ARGN})
  add_executable(${name} ${SUITE_SOURCES})
  target_link_libraries(${name} PRIVATE ${SUITE_USES} GTest::gtest GTest::gtest_main)
  # Optimising a sanitizer's checks takes longest in files of tests (14 s of one were 8), and wins them little.
  if(TRADEPOST_SANITIZERS)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  target_compile_definitions(${name} PRIVATE TRADEPOST_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/suites)
  add_test(NAME ${name} COMMAND ${name})
endfunction()
