# shellcheck shell=bash
# What was asked for on the command line, and what of it the suites are told.

usage() {
  cat <<'HELP'
./test                     builds release and asan (with ubsan), runs every suite, ends with `N passed, N failed`
./test SUITE…              these suites alone: `document`, `asan/document_tests`, `fuzz`, `tests/scripts/ajv`, `release`
./test --list              names them
./test --refresh [SUITE…]  writes golden files anew instead of comparing (read the diff before you commit it)
./test --long [SUITE…]     full counts; and tsan, the clang build, clang-tidy, and every fuzz entry under libFuzzer
    --minutes N            how long each entry is fuzzed, and each random suite runs (10)
    --seed S               repeats a run: suites print the seed they used

It installs what is missing first (Debian packages, by apt; root or sudo). A second ./test builds nothing.
Logs are in build/results/. To debug one test, start its suite by hand, for instance
    build/asan/suites/base_tests --gtest_filter='*leap*'
HELP
}

bad_usage() {
  echo "./test: $1 (./test --help tells what there is)" >&2
  exit 2
}

whole_number() {
  [[ ${2:-} =~ ^[0-9]+$ ]] || bad_usage "$1 needs a whole number"
}

# Sets: selection (names of suites), long, refresh, list.
# shellcheck disable=SC2034  # they are read in ./test
read_options() {
  selection=() long='' refresh='' list=''
  local minutes=10 seed=''
  while (($#)); do
    case $1 in
      --help | -h) usage; exit 0 ;;
      --list) list=yes ;;
      --long) long=yes ;;
      --refresh) refresh=yes ;;
      --minutes) whole_number "$@"; minutes=$2; shift ;;
      --seed) whole_number "$@"; seed=$2; shift ;;
      -*) bad_usage "there is no option $1" ;;
      *) selection+=("$1") ;;
    esac
    shift
  done
  [[ -n $long && -n $refresh ]] && bad_usage "--refresh is not for --long"

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
