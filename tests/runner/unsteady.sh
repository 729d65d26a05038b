# shellcheck shell=bash
# ./test --unsteady: runs suites many times under load, and reports each test that failed. Needs execution.sh.
#
# The load is eight processes: four suites at a time beside four loops that only compute.
# shellcheck disable=SC2154  # results is set in execution.sh

loops_of_load=4
suites_under_load=4

# run_repeatedly TIMES NAME…: the suites take turns
run_repeatedly() {
  local times=$1 name turn turns=() loops=()
  shift
  export only_failures=yes
  for ((turn = 1; turn <= times; ++turn)); do
    for name in "$@"; do turns+=("$name@$turn"); done
  done
  trap 'kill "${loops[@]}" 2>/dev/null' EXIT
  for ((turn = 0; turn < loops_of_load; ++turn)); do
    while :; do :; done &
    loops+=($!)
  done
  run_suites "$suites_under_load" "${turns[@]}"
  kill "${loops[@]}"
}

# report_unsteady TIMES NAME…: for each suite how many runs failed and in which tests, then the sum of all runs
report_unsteady() {
  local times=$1 name turn runs passed_runs=0 failed_runs=0
  shift
  for name in "$@"; do
    mapfile -t runs < <(for ((turn = 1; turn <= times; ++turn)); do failed_suites "$name@$turn"; done)
    echo "$name: ${#runs[@]} of $times runs failed"
    for turn in "${runs[@]}"; do
      echo "  $(failed_tests_of "$turn"): $results/$turn.log"
    done | sort
    failed_runs=$((failed_runs + ${#runs[@]})) passed_runs=$((passed_runs + times - ${#runs[@]}))
    rm -f "$results/$name"@*.count
  done
  echo "$passed_runs passed, $failed_runs failed"
  ((failed_runs == 0))
}
