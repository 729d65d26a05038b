# shellcheck shell=bash
# Reads the command line of ./test, and sets the environment that the suites read.

usage() {
  cat <<'HELP'
./test                     builds release and its suites, runs every suite and script, ends with `N passed, N failed`
./test --sanitized         builds and runs the suites with AddressSanitizer and UndefinedBehaviorSanitizer
./test SUITE…              runs these suites only: `document`, `release/document_tests`, `fuzz`, `tests/scripts/ajv`
./test --list              lists the names of all suites
./test --refresh [SUITE…]  rewrites golden files instead of comparing them (read the diff before you commit it)
./test --unsteady SUITE…   runs each suite 200 times under load and reports the tests that failed
    --times N              the number of runs (200)
./test --long [SUITE…]     full counts, in release and with sanitizers; ThreadSanitizer, the clang build, clang-tidy,
                           and every fuzz entry under libFuzzer
    --minutes N            how long each entry is fuzzed, and each random suite runs (10)
    --seed S               repeats a run with random inputs: suites print the seed they used

--list, --refresh, --unsteady and SUITE can be combined with --sanitized.

It installs missing Debian packages first (by apt; root or sudo). A second ./test builds nothing. A failed suite is run
once more, alone, at the end; if it then passes, the run passes and the suite is listed as unsteady.
Logs are in build/results/. To debug one test, start its suite by hand, for instance
    build/release/suites/base_tests --gtest_filter='*leap*'
HELP
}

bad_usage() {
  echo "./test: $1 (./test --help lists the options)" >&2
  exit 2
}

whole_number() {
  [[ ${2:-} =~ ^[0-9]+$ ]] || bad_usage "$1 needs a whole number"
}

# Sets: selection (names of suites), sanitized, long, refresh, list, unsteady, times.
# shellcheck disable=SC2034  # they are read in ./test
read_options() {
  selection=() sanitized='' long='' refresh='' list='' unsteady='' times=200
  local minutes=10 seed=''
  while (($#)); do
    case $1 in
      --help | -h) usage; exit 0 ;;
      --list) list=yes ;;
      --sanitized) sanitized=yes ;;
      --long) long=yes ;;
      --refresh) refresh=yes ;;
      --unsteady) unsteady=yes ;;
      --times) whole_number "$@"; times=$2; shift ;;
      --minutes) whole_number "$@"; minutes=$2; shift ;;
      --seed) whole_number "$@"; seed=$2; shift ;;
      -*) bad_usage "unknown option $1" ;;
      *) selection+=("$1") ;;
    esac
    shift
  done
  [[ -n $long && -n $refresh$unsteady$sanitized ]] && bad_usage "--long cannot be combined with other modes"
  [[ -n $unsteady && -n $refresh ]] && bad_usage "--unsteady cannot be combined with --refresh"
  [[ -n $unsteady && ${#selection[@]} == 0 ]] && bad_usage "--unsteady needs the name of a suite"

  if [[ -n $refresh ]]; then
    export TRADEPOST_REFRESH_GOLDENS=1
  fi
  if [[ -n $long ]]; then
    seed=${seed:-$((RANDOM << 15 | RANDOM))}
    export TRADEPOST_LONG=1 TRADEPOST_MINUTES=$minutes
  fi
  if [[ -n $seed ]]; then
    export TRADEPOST_SEED=$seed
    echo "seed $seed"
  fi
}
