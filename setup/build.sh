# shellcheck shell=bash
# Builds a preset of CMakePresets.json in build/PRESET.

# configure_preset PRESET with_tests|without_tests
# Without tests a machine needs no test libraries. A build folder that has tests keeps them.
configure_preset() {
  local preset=$1 wanted=OFF log=build/$1/configure.log quickly=(-DTRADEPOST_PRECOMPILED=ON)
  [[ $2 == with_tests ]] && wanted=ON
  quickly+=("-DTRADEPOST_SUITES_OF=$(lender_of "$preset")")
  mkdir -p "build/$preset"
  if is_configured "$preset" "$wanted"; then
    # Sources are globbed: a new one is a new line in build.ninja, and a new suite is known only then.
    ninja -C "build/$preset" build.ninja >"$log" 2>&1 && return 0
  elif cmake --preset "$preset" -DTRADEPOST_TESTS=$wanted "${quickly[@]}" >"$log" 2>&1; then
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

# is_configured PRESET ON|OFF
is_configured() {
  [[ -f build/$1/build.ninja && ! CMakePresets.json -nt build/$1/.configured ]] || return 1
  [[ $2 == OFF ]] || grep -q '^TRADEPOST_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"
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
