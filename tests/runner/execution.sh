# shellcheck shell=bash
# Runs suites, several at a time, and prints the sums. Needs verdict.sh and progress.sh.
#
# A suite leaves in build/results: NAME.log (its output), NAME.xml (the report of a GoogleTest suite) and NAME.count
# (`PASSED FAILED SECONDS PROCESSOR_SECONDS REASON…`). NAME.first.* are the files of a run that failed before a retry.

# shellcheck disable=SC2034  # read in progress.sh and unsteady.sh
results=build/results

# Failures of more suites than this are not random, so a retry would only delay the result.
retried_suites_max=8

# Prints the time limit of a suite in seconds. A long suite gets the requested time in addition.
seconds_max() {
  if [[ -n ${TRADEPOST_LONG:-} ]]; then
    echo $((7200 + TRADEPOST_MINUTES * 60 * 20))
  else
    echo "${TRADEPOST_SUITE_SECONDS:-900}"
  fi
}

# command_of NAME XML: fills the array `command`, which runs the suite
command_of() {
  local preset=${1%%/*} suite=${1##*/}
  case $1 in
    tests/* | bench/*) command=("$1/suite") ;;
    long/*) command=("tests/scripts/$suite/long_suite") ;;
    */fuzz/*) command=("build/$preset/fuzz/$suite" "fuzz/corpus/$suite") ;;
    *) command=("build/$preset/suites/$suite" --gtest_brief=1 "--gtest_output=xml:$2") ;;
  esac
  # ThreadSanitizer of g++ 12 can't place its shadow memory on kernels that randomise addresses widely.
  if [[ $preset == tsan ]] && setarch -R true 2>/dev/null; then
    command=(setarch -R "${command[@]}")
  fi
}

# run_suite NAME[@NUMBER]: prints one line, and the output of a suite that failed
run_suite() {
  local name=$1 exit_code=0 began=$SECONDS passed failed reason command
  local log=$results/$name.log xml=$results/$name.xml
  mkdir -p "${log%/*}"
  rm -f "$xml" "$results/$name.count"
  command_of "${name%@*}" "$PWD/$xml"
  timeout --kill-after=10 "$(seconds_max)" "${command[@]}" >"$log" 2>&1 </dev/null &
  local running=$!
  trap 'kill "$running" 2>/dev/null; exit 130' TERM
  wait "$running" || exit_code=$?
  times >"$results/$name.times"  # a pipe would start a process, and count from zero

  if [[ ${command[*]} == *--gtest_output* ]]; then
    read -r passed failed reason < <(verdict_of_xml "$exit_code" "$xml")
  else
    read -r passed failed reason < <(verdict_of_line "$exit_code" "$log")
  fi
  echo "$passed $failed $((SECONDS - began)) $(processor_seconds "$results/$name.times") $reason" \
    >"$results/$name.count"
  {
    flock 9
    erase_progress
    say_result "$name" "$passed" "$failed" $((SECONDS - began)) "$log" "$reason"
  } 9>>"$results/.speaking"
}

# processor_seconds FILE: the sum of the second line of `times`, rounded; removes the file
processor_seconds() {
  awk -F '[ms ]+' 'NR == 2 { printf "%.0f", 60 * ($1 + $3) + $2 + $4 }' "$1"
  rm "$1"
}

say_result() {
  local name=$1 passed=$2 failed=$3 seconds=$4 log=$5 reason=$6
  if ((failed == 0)); then
    [[ -n ${only_failures:-} ]] || printf '  %-32s %6d passed %5d s\n' "$name" "$passed" "$seconds"
    return
  fi
  printf '  %-32s %6d passed, %d FAILED %5d s\n' "$name" "$passed" "$failed" "$seconds"
  sed 's/^/    | /' "$log" | tail -n 400
  [[ -n $reason ]] && printf '    %s %s.\n' "$name" "$reason"
  printf '    The whole output: %s\n' "$log"
}

# run_suites JOBS_MAX NAME…: JOBS_MAX at a time
run_suites() {
  local jobs_max=$1 name
  shift
  local -A running=()  # process → name
  trap 'kill "${!running[@]}" 2>/dev/null; wait; exit 130' INT TERM
  begin_progress "$@"
  for name in "$@"; do
    await_fewer_than "$jobs_max"
    run_suite "$name" &
    running[$!]=$name
    show_progress "$jobs_max" "${running[@]}"
  done
  await_fewer_than 1
  erase_progress
}

# Waits until `running` has fewer suites than that.
await_fewer_than() {
  local process at_work
  while ((${#running[@]} >= $1)); do
    wait -n "${!running[@]}" || true  # it returns at once, too, and names no process, when one had ended before
    at_work=" $(jobs -rp | paste -sd ' ') "
    for process in "${!running[@]}"; do
      [[ $at_work != *" $process "* ]] || continue
      end_in_progress "${running[$process]}"
      unset "running[$process]"
    done
    show_progress "${jobs_max:-1}" "${running[@]}"
  done
}

# failed_suites NAME…: prints the suites that failed or have no result, one a line
failed_suites() {
  local name failed
  for name in "$@"; do
    failed=1
    [[ -s $results/$name.count ]] && read -r _ failed _ <"$results/$name.count"
    ((failed == 0)) || echo "$name"
  done
}

# retry_failed NAME…: runs each failed suite once more, alone
retry_failed() {
  local name retried kind
  mapfile -t retried < <(failed_suites "$@")
  for name in "$@"; do rm -f "$results/$name".first.*; done
  ((${#retried[@]})) || return 0
  if ((${#retried[@]} > retried_suites_max)); then
    echo "${#retried[@]} suites failed. More than $retried_suites_max are not run again."
    return 0
  fi
  echo "Failed suites, once more, each alone:"
  for name in "${retried[@]}"; do
    for kind in log xml count; do
      [[ ! -e $results/$name.$kind ]] || mv "$results/$name.$kind" "$results/$name.first.$kind"
    done
    run_suites 1 "$name"
  done
}

# failed_tests_of RESULT: the names of the tests that failed, or the reason, on one line
failed_tests_of() {
  local log=$results/$1.log reason='' tests
  [[ -s $results/$1.count ]] && read -r _ _ _ _ reason <"$results/$1.count"
  tests=$(grep -aoP '^\[  FAILED  \] \K[^ ,]+(?=.* \(\d+ ms\)$)|^FAILED \K.*' "$log" 2>/dev/null |
    awk '!known[$0]++' | paste -sd ',' | sed 's/,/, /g')
  echo "${tests:-${reason:-see $log}}"
}

# Prints each suite that failed at first and passed alone.
say_unsteady() {
  local name
  for name in "$@"; do
    [[ -e $results/$name.first.log && -z $(failed_suites "$name") ]] || continue
    echo "unsteady: $name ($(failed_tests_of "$name.first"))"
  done
}

# Prints the seconds and the processor seconds of each suite, the slowest first.
say_seconds() {
  local name seconds processor
  echo 'Seconds of each suite, and of processor time:'
  for name in "$@"; do
    [[ -s $results/$name.count ]] && echo "$(cut -d ' ' -f 3,4 "$results/$name.count") $name"
  done | sort -rn | while read -r seconds processor name; do
    printf '%5d s %5d s  %s\n' "$seconds" "$processor" "$name"
  done
}

# Prints an excerpt with the failures of each failed suite, because a reader sees only the end of a long log.
say_failures() {
  local name log
  for name in $(failed_suites "$@"); do
    log=$results/$name.log
    echo "Failed in $name:"
    [[ -s $log ]] || continue
    { grep -aE -A 8 ': Failure$|^\[  FAILED  \] .*\)$|ERROR: [A-Za-z]+Sanitizer|runtime error:' "$log" ||
      tail -n 20 "$log"; } | head -n 60 | cut -c 1-400 | sed 's/^/    /'
  done
}

# Prints the sum over these suites. A suite without a count did not end, and counts as failed.
sum_of() {
  local name sum_passed=0 sum_failed=0 passed failed
  for name in "$@"; do
    passed=0 failed=1
    [[ -s $results/$name.count ]] && read -r passed failed _ <"$results/$name.count"
    sum_passed=$((sum_passed + passed)) sum_failed=$((sum_failed + failed))
  done
  echo "$sum_passed passed, $sum_failed failed"
  ((sum_failed == 0))
}
