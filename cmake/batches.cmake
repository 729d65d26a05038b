# Half of what a test costs to compile is the same for each source of its suite. Where headers are precompiled (./test),
# a suite's sources are therefore compiled several at a time: in batches.
set(sources_in_a_batch 8)

# batched(VARIABLE NAME SOURCES …): what the target NAME is compiled from in place of its sources. A source with a macro
# of its own stays by itself: `knows` has to stand above the target.
function(batched variable name)
  set(compiled "")
  set(together "")
  foreach(source IN LISTS ARGN)
    get_property(macros SOURCE ${source} PROPERTY COMPILE_DEFINITIONS)
    cmake_path(ABSOLUTE_PATH source NORMALIZE)
    if(macros OR NOT TRADEPOST_PRECOMPILED)
      list(APPEND compiled ${source})
    else()
      list(APPEND together ${source})
    endif()
  endforeach()

  list(LENGTH together count)
  math(EXPR batches "(${count} + ${sources_in_a_batch} - 1) / ${sources_in_a_batch}")
  set(number 0)
  while(number LESS batches)
    math(EXPR begin "${count} * ${number} / ${batches}")
    math(EXPR number "${number} + 1")
    math(EXPR size "${count} * ${number} / ${batches} - ${begin}")
    list(SUBLIST together ${begin} ${size} batch)
    if(size GREATER 1)
      write_batch(${CMAKE_BINARY_DIR}/batches/${name}_${number}.cpp ${batch})
      set(batch ${CMAKE_BINARY_DIR}/batches/${name}_${number}.cpp)
    endif()
    list(APPEND compiled ${batch})
  endwhile()
  set(${variable} ${compiled} PARENT_SCOPE)
endfunction()

# The sources are named from the root of the tree: with the path of this clone in it, a compiler cache would find the
# batch changed in another one.
function(write_batch file)
  set(lines "")
  foreach(source IN LISTS ARGN)
    cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(APPEND lines "#include \"${source}\"\n")
  endforeach()
  file(CONFIGURE OUTPUT ${file} CONTENT "${lines}")
  # A name of one source may be hidden by one of the next, and a source's own type be a field of another.
  set_source_files_properties(${file} PROPERTIES INCLUDE_DIRECTORIES ${PROJECT_SOURCE_DIR}
                              COMPILE_OPTIONS "-Wno-shadow;-Wno-subobject-linkage")
endfunction()
