# shellcheck shell=bash
# Runs suites, some at a time, and sums up. Needs verdict.sh.

results=build/results

# How long a suite may take; a long one as long as it was asked to, and then some.
seconds_max() {
  if [[ -n ${TRADEPOST_LONG:-} ]]; then
    echo $((7200 + TRADEPOST_MINUTES * 60 * 20))
  else
    echo "${TRADEPOST_SUITE_SECONDS:-900}"
  fi
}

# command_of NAME: fills the array `command`, which runs the suite
command_of() {
  local preset=${1%%/*} suite=${1##*/}
  case $1 in
    tests/* | bench/*) command=("$1/suite") ;;
    long/*) command=("tests/scripts/$suite/long_suite") ;;
    */fuzz/*) command=("build/$preset/fuzz/$suite" "fuzz/corpus/$suite") ;;
    *) command=("build/$preset/suites/$suite" --gtest_brief=1 "--gtest_output=xml:$results/$1.xml") ;;
  esac
  # ThreadSanitizer of g++ 12 can't place its shadow memory on kernels that randomise addresses widely.
  if [[ $preset == tsan ]] && setarch -R true 2>/dev/null; then
    command=(setarch -R "${command[@]}")
  fi
}

# run_suite NAME: says one line, and all that the suite said where it failed; leaves PASSED FAILED in its .count
run_suite() {
  local name=$1 log=$results/$1.log xml=$results/$1.xml exit_code=0 began=$SECONDS passed failed reason command
  mkdir -p "${log%/*}"
  rm -f "$xml" "$results/$name.count"
  command_of "$name"
  timeout --kill-after=10 "$(seconds_max)" "${command[@]}" >"$log" 2>&1 </dev/null &
  local running=$!
  trap 'kill "$running" 2>/dev/null; exit 130' TERM
  wait "$running" || exit_code=$?

  if [[ ${command[*]} == *--gtest_output* ]]; then
    read -r passed failed reason < <(verdict_of_xml "$exit_code" "$xml")
  else
    read -r passed failed reason < <(verdict_of_line "$exit_code" "$log")
  fi
  echo "$passed $failed $((SECONDS - began))" >"$results/$name.count"
  {
    flock 9
    say_result "$name" "$passed" "$failed" $((SECONDS - began)) "$log" "$reason"
  } 9>>"$results/.speaking"
}

say_result() {
  local name=$1 passed=$2 failed=$3 seconds=$4 log=$5 reason=$6
  if ((failed == 0)); then
    printf '  %-32s %6d passed %5d s\n' "$name" "$passed" "$seconds"
    return
  fi
  printf '  %-32s %6d passed, %d FAILED %5d s\n' "$name" "$passed" "$failed" "$seconds"
  sed 's/^/    | /' "$log" | tail -n 400
  [[ -n $reason ]] && printf '    %s %s.\n' "$name" "$reason"
  printf '    The whole output: %s\n' "$log"
}

# run_suites JOBS_MAX NAME…: so many at a time
run_suites() {
  local jobs_max=$1 name
  shift
  trap 'kill $(jobs -rp) 2>/dev/null; wait; exit 130' INT TERM
  for name in "$@"; do
    while (($(jobs -rp | wc -l) >= jobs_max)); do
      wait -n || true
    done
    run_suite "$name" &
  done
  wait
}

# The seconds of each suite named, the slowest first.
say_seconds() {
  local name seconds
  echo 'Seconds of each suite:'
  for name in "$@"; do
    [[ -s $results/$name.count ]] && echo "$(cut -d ' ' -f 3 "$results/$name.count") $name"
  done | sort -rn | while read -r seconds name; do
    printf '%5d s  %s\n' "$seconds" "$name"
  done
}

# What failed in each suite named, in short: of a long log, the end is what one sees first.
say_failures() {
  local name log failed
  for name in "$@"; do
    log=$results/$name.log
    read -r _ failed _ < <(cat "$results/$name.count" 2>/dev/null || echo '0 1 0')
    ((failed)) || continue
    echo "Failed in $name:"
    [[ -s $log ]] || continue
    { grep -aE -A 8 ': Failure$|^\[  FAILED  \] .*\)$|ERROR: [A-Za-z]+Sanitizer|runtime error:' "$log" ||
      tail -n 20 "$log"; } | head -n 60 | cut -c 1-400 | sed 's/^/    /'
  done
}

# The sum over the suites named; a suite without a count did not get that far, and has failed.
sum_of() {
  local name passed=0 failed=0 p f
  for name in "$@"; do
    if [[ -s $results/$name.count ]]; then
      read -r p f _ <"$results/$name.count"
    else
      p=0 f=1
    fi
    passed=$((passed + p)) failed=$((failed + f))
  done
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
