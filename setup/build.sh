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

# build_preset PRESET TARGET…: ninja's moving line on a terminal; elsewhere one line, and what fails.
build_preset() {
  local preset=$1 began=$SECONDS said
  shift
  if [[ -t 1 ]]; then
    echo "build/$preset:"
    ninja -C "build/$preset" "$@"
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
