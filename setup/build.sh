# shellcheck shell=bash
# Builds a preset of CMakePresets.json in build/PRESET.

# configure_preset PRESET without_tests|with_tests
# Without tests a machine needs no test libraries. A build folder that has tests keeps them.
configure_preset() {
  local preset=$1 tests=$2 headers=ON log=build/$1/configure.log option=OFF
  [[ $tests == without_tests ]] || option=ON
  [[ $preset == clang || $preset == fuzz ]] && headers=OFF  # clang finds includes that are missing
  mkdir -p "build/$preset"
  if is_configured "$preset" "$tests"; then
    # Sources are globbed: a new one is a new line in build.ninja, and a new suite is known only then.
    ninja -C "build/$preset" build.ninja >"$log" 2>&1 && return 0
  elif cmake --preset "$preset" -DTRADEPOST_TESTS=$option -DTRADEPOST_PRECOMPILED=$headers \
    "-DTRADEPOST_SUITES_OF=$(lender_of "$preset")" "-DCMAKE_CXX_COMPILER_LAUNCHER=$(launcher_of "$preset")" \
    >"$log" 2>&1; then
    touch "build/$preset/.configured"
    return 0
  fi
  cat "$log" >&2
  return 1
}

# Suites of the binary are built once, in release; a preset of a sanitizer has them run its own binary.
lender_of() {
  case $1 in
    asan | tsan) echo "$PWD/build/release" ;;
  esac
}

# launcher_of PRESET: ccache, if it is installed, and what it needs to serve another clone from what this one compiled:
# paths below this folder count as relative, precompiled headers are compared by their content, the headers of a source
# are those that the compiler lists, and each is hashed once (a precompiled one takes a fifth of a second). A build
# folder keeps the launcher it was made with, because a change compiles everything again.
launcher_of() {
  local cache=build/$1/CMakeCache.txt
  if [[ -f $cache ]]; then
    sed -n 's/^CMAKE_CXX_COMPILER_LAUNCHER:[A-Z]*=//p' "$cache"
  elif command -v ccache >/dev/null; then
    echo "env;CCACHE_BASEDIR=$PWD;CCACHE_NOHASHDIR=1;CCACHE_SLOPPINESS=pch_defines,time_macros;CCACHE_DEPEND=1;"\
'CCACHE_INODECACHE=1;ccache'
  fi
}

# is_configured PRESET without_tests|with_tests
is_configured() {
  [[ -f build/$1/build.ninja && ! CMakePresets.json -nt build/$1/.configured ]] || return 1
  [[ $2 == without_tests ]] || grep -q '^TRADEPOST_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"
}

# build_preset PRESET TARGET…: prints ninja's progress on a terminal; elsewhere one line, and the errors
build_preset() {
  local preset=$1 began=$SECONDS said
  shift
  if [[ -t 1 ]]; then
    NINJA_STATUS="build/$preset %f of %t: " ninja -C "build/$preset" "$@"
    return
  fi
  echo -n "build/$preset: "
  if ! said=$(ninja -C "build/$preset" --quiet "$@" 2>&1); then
    printf 'does not build\n%s\n' "$said"
    return 1
  fi
  if [[ $said == *'no work to do'* ]]; then
    echo 'nothing to build'
  else
    echo "built in $((SECONDS - began)) s"
  fi
}
