# shellcheck shell=bash
# Builds a preset of CMakePresets.json in build/PRESET.

# configure_preset PRESET with_tests|without_tests
# Without tests a machine needs no test libraries. A build folder that has tests keeps them.
configure_preset() {
  local preset=$1 tests=$2 cache=build/$1/CMakeCache.txt wanted=OFF
  [[ $tests == with_tests ]] && wanted=ON
  if [[ -f build/$preset/build.ninja && ! CMakePresets.json -nt build/$preset/.configured ]]; then
    [[ $wanted == OFF ]] && return 0
    grep -q '^TRADEPOST_TESTS:BOOL=ON' "$cache" && return 0
  fi
  mkdir -p "build/$preset"
  if ! cmake --preset "$preset" -DTRADEPOST_TESTS=$wanted >"build/$preset/configure.log" 2>&1; then
    cat "build/$preset/configure.log" >&2
    return 1
  fi
  touch "build/$preset/.configured"
}

# build_preset PRESET TARGET…: ninja's moving line on a terminal, only what fails elsewhere.
build_preset() {
  local preset=$1 began=$SECONDS quiet=()
  shift
  [[ -t 1 ]] || quiet=(--quiet)
  if ninja -C "build/$preset" -n "$@" | grep -q 'no work to do'; then
    echo "build/$preset: nothing to build"
    return 0
  fi
  echo "build/$preset: building"
  ninja -C "build/$preset" "${quiet[@]}" "$@" || return 1
  echo "build/$preset: built in $((SECONDS - began)) s"
}
