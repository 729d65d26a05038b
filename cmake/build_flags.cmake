# Flags that hold for every target. Warnings are errors; our own checks stay in release builds, so NDEBUG is not set.
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -g1")
set(CMAKE_CXX_FLAGS_DEBUG "-Og -g")
set(CMAKE_CXX_FLAGS_SANITIZED "-O1 -g1 -fno-omit-frame-pointer")

set(TRADEPOST_SANITIZERS "" CACHE STRING "comma separated, as for -fsanitize")
option(TRADEPOST_LIBFUZZER "link the fuzz entries with libFuzzer (needs clang)" OFF)

add_compile_options(-Wall -Wextra -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
# Names of files in what is built begin at the project's folder: the same in every clone.
add_compile_options(-ffile-prefix-map=${PROJECT_SOURCE_DIR}/=)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # g++ collects garbage as soon as precompiled headers fill its memory, a tenth of its time; with this, never before
  # half a gigabyte.
  add_compile_options(--param=ggc-min-heapsize=500000)
  # g++ 12 reports these inside its own library headers once it inlines them; clang has no such switches.
  add_compile_options(-Wno-restrict -Wno-maybe-uninitialized)
  if(TRADEPOST_PRECOMPILED AND NOT TRADEPOST_SANITIZERS)
    # And these, where it optimises what stands in a precompiled header of the system: it takes that for one of ours.
    add_compile_options(-Wno-stringop-overread -Wno-stringop-overflow -Wno-array-bounds -Wno-nonnull)
  endif()
else()
  # g++ 12's std::stable_sort calls what the same header deprecates; g++ keeps looking for uses of our own.
  add_compile_options(-Wno-deprecated-declarations)
endif()

# mold links in a quarter of the time of GNU's, a hundred programs of ./test.
find_program(TRADEPOST_MOLD mold)
if(TRADEPOST_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

if(TRADEPOST_SANITIZERS)
  add_compile_options(-fsanitize=${TRADEPOST_SANITIZERS} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${TRADEPOST_SANITIZERS})
endif()
if(TRADEPOST_SANITIZERS MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Checks at every access, of what AddressSanitizer sees as well or the processor bears: a third of all code, and four
  # fifths of what UBSan has to know. The fuzz entries, which clang builds, have them.
  add_compile_options(-fno-sanitize=null,vptr,object-size,alignment)
  # Nothing is to be relocated then, which took half of a short command's time.
  add_compile_options(-fno-pie)
  add_link_options(-no-pie)
endif()
if(TRADEPOST_LIBFUZZER)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()
