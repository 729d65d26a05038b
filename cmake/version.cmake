# version_source(TARGET): adds a source to TARGET that defines what src/app/console/version.hpp declares. It is the only
# file that a new commit compiles again: its rule depends on the log of HEAD, which git appends to.
find_program(TRADEPOST_GIT git)

function(version_source target)
  set(source ${CMAKE_BINARY_DIR}/generated/app/console/version.cpp)
  set(log "")
  if(TRADEPOST_GIT)
    execute_process(COMMAND ${TRADEPOST_GIT} -c safe.directory=* -C ${PROJECT_SOURCE_DIR} rev-parse --git-path logs/HEAD
                    OUTPUT_VARIABLE log OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    cmake_path(ABSOLUTE_PATH log BASE_DIRECTORY ${PROJECT_SOURCE_DIR} NORMALIZE)
    if(NOT EXISTS "${log}" OR IS_DIRECTORY "${log}")
      set(log "")
    endif()
  endif()
  set(script ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake)
  set(archived ${PROJECT_SOURCE_DIR}/cmake/archived_commit)
  add_custom_command(
    OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DVERSION=${TRADEPOST_VERSION} -DROOT=${PROJECT_SOURCE_DIR} -DGIT=${TRADEPOST_GIT}
            -DOUTPUT=${source} -P ${script}
    DEPENDS ${script} ${archived} ${log}
    VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()
