# shellcheck shell=bash
# The names of all suites. CMake registers the suites that it builds, and a script suite is found by its path.
#
#   PRESET/NAME        a GoogleTest executable, build/PRESET/suites/NAME
#   PRESET/fuzz/NAME   a fuzz entry that replays fuzz/corpus/NAME, build/PRESET/fuzz/NAME
#   tests/scripts/NAME a script, tests/scripts/NAME/suite; also tests/runner and bench/NAME
#   long/NAME          a script of ./test --long, tests/scripts/NAME/long_suite

# Prints the names that CMake registered in a configured preset.
registered_in() {
  ctest --test-dir "build/$1" --show-only | sed -n "/(Disabled)$/d; s|^ *Test *#[0-9]*: |$1/|p"
}

script_suites() {
  local file
  for file in tests/runner/suite tests/scripts/*/suite bench/*/suite; do
    [[ -f $file ]] && echo "${file%/suite}"
  done
  return 0
}

long_suites() {
  local file
  for file in tests/scripts/*/long_suite; do
    [[ -f $file ]] && file=${file%/long_suite} && echo "long/${file##*/}"
  done
  return 0
}

# matches NAME WANTED: `document` is document_tests in every preset, `asan` is all of asan, `fuzz` is every replay.
matches() {
  local wanted=${2%/}
  case $1 in
    "$wanted" | "${wanted}_tests" | */"$wanted" | */"${wanted}_tests" | "$wanted"/* | */"$wanted"/*) return 0 ;;
  esac
  return 1
}

# chosen WANTED…: prints the names on standard input that match, or all of them without arguments
chosen() {
  local name wanted
  while read -r name; do
    (($#)) || echo "$name"
    for wanted in "$@"; do
      if matches "$name" "$wanted"; then
        echo "$name"
        break
      fi
    done
  done
}

# The longest suites, the slowest first. The order of the others does not matter.
slow_suites=(
  tests/scripts/console
  release/postgres_store_tests
  tests/scripts/demo
  release/nodes_tests
  release/database_away_tests
  release/serving_on_postgres_tests
  tests/scripts/openapi
  release/check_tests
  release/agent_kill_tests
  release/embedded_store_tests
  release/commands_tests
  asan/postgres_store_tests
  asan/agent_kill_tests
  asan/commands_tests
  asan/check_tests
  asan/embedded_store_tests
)

# slow_first: prints the names on standard input, the slow ones first, so that none runs alone at the end
slow_first() {
  local name names slow
  mapfile -t names
  for slow in "${slow_suites[@]}"; do
    for name in "${names[@]}"; do
      [[ $name == "$slow" ]] && echo "$name"
    done
  done
  for name in "${names[@]}"; do
    [[ " ${slow_suites[*]} " == *" $name "* ]] || echo "$name"
  done
}

# Prints the target that makes PRESET/NAME.
target_of() {
  case $1 in
    */fuzz/*) echo "fuzz_${1##*/}" ;;
    *) echo "${1##*/}" ;;
  esac
}

# is_lent PRESET/NAME: the preset runs release's suite of that name (cmake/modules.cmake).
is_lent() {
  [[ $1 != release/* && $(head -c 2 "build/${1%%/*}/suites/${1##*/}" 2>/dev/null) == '#!' ]]
}
