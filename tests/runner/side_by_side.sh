# shellcheck shell=bash
# For script suites that run one check on many files.

# side_by_side FUNCTION ARGUMENT…: calls it with each argument, in as many processes as there are cores.
# Each call is a test. Prints the output of each call in the order of the arguments, and then `N passed, N failed`.
side_by_side() {
  local function=$1 said argument number failed=0
  shift
  said=$(mktemp -d)
  number=0
  for argument in "$@"; do
    while (($(jobs -rp | wc -l) >= $(nproc))); do
      wait -n || true
    done
    number=$((number + 1))
    { "$function" "$argument" >"$said/$number" 2>&1 || touch "$said/$number.failed"; } &
  done
  wait
  for ((number = 1; number <= $#; ++number)); do
    cat "$said/$number"
    [[ ! -e $said/$number.failed ]] || failed=$((failed + 1))
  done
  rm -rf "$said"
  echo "$(($# - failed)) passed, $failed failed"
  ((failed == 0))
}

# files_in_git PATTERN…: prints the files that are in git or could be added to it
files_in_git() {
  git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@"
}
