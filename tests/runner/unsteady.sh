# shellcheck shell=bash
# ./test --unsteady: runs suites many times under load, and reports each test that failed. Needs execution.sh.
#
# The load is the suites themselves: eight at a time.
# shellcheck disable=SC2154  # results is set in execution.sh

suites_under_load=8

# run_repeatedly TIMES NAME…: the suites take turns
run_repeatedly() {
  local times=$1 name turn turns=()
  shift
  export only_failures=yes
  for ((turn = 1; turn <= times; ++turn)); do
    for name in "$@"; do turns+=("$name@$turn"); done
  done
  run_suites "$suites_under_load" "${turns[@]}"
}

# report_unsteady TIMES NAME…: prints for each suite the failed runs and their tests, then the sum of all runs
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
