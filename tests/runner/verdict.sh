# shellcheck shell=bash
# Counts the passed and failed tests of a suite. A suite also fails if it crashes, prints nothing, takes too long, is
# empty, or has disabled tests: each counts as one more failed test, with its reason.

attribute() {
  sed -n "s/.*<testsuites[^>]* $1=\"\([0-9]*\)\".*/\1/p" "$2" | head -n 1
}

# verdict_of_xml EXIT XML: a GoogleTest report
verdict_of_xml() {
  local tests='' failures errors disabled skipped
  [[ -s $2 ]] && tests=$(attribute tests "$2")
  if [[ -z $tests ]]; then
    verdict "$1" '' ''
    return
  fi
  failures=$(attribute failures "$2")
  errors=$(attribute errors "$2")
  disabled=$(attribute disabled "$2")
  skipped=$(grep -c '<skipped' "$2" || true)
  local failed=$((failures + errors))
  verdict "$1" $((tests - failed - disabled - skipped)) "$failed" $((disabled + skipped))
}

# verdict_of_line EXIT LOG: a last line `N passed, N failed`
verdict_of_line() {
  local last
  last=$(tail -n 1 "$2")
  if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
    verdict "$1" "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
  else
    verdict "$1" '' ''
  fi
}

# verdict EXIT PASSED FAILED [SWITCHED_OFF]: prints `PASSED FAILED REASON…`
verdict() {
  local exit_code=$1 passed=${2:-0} failed=${3:-0} off=${4:-0} reason=''
  if ((exit_code == 124 || exit_code == 137)); then
    reason='took too long and was ended'
  elif [[ -z $2 ]]; then
    reason="ended with exit code $exit_code without saying how many tests passed"
  elif ((passed + failed + off == 0)); then
    reason='has no test'
  elif ((exit_code != 0 && failed == 0)); then
    reason="ended with exit code $exit_code although no test failed"
  elif ((off > 0)); then
    reason="$off of its tests are switched off"
  fi
  [[ -n $reason ]] && failed=$((failed + 1))
  echo "$passed $failed $reason"
}
