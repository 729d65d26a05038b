# shellcheck shell=bash
# On a terminal, the last line shows the number of ended suites, the running suites and the estimated time left. In a
# pipe it is not printed. The estimate uses the seconds of each suite in the last run.
# shellcheck disable=SC2154  # results is set in execution.sh

# begin_progress NAME…: the suites of this run; reads the seconds of their last runs
begin_progress() {
  local name
  suites_in_all=$# suites_ended=0
  declare -gA seconds_expected=() seconds_begun=()
  for name in "$@"; do
    seconds_expected[$name]=0
    [[ -s $results/$name.count ]] && seconds_expected[$name]=$(cut -d ' ' -f 3 "$results/$name.count")
  done
  return 0
}

# end_in_progress NAME
end_in_progress() {
  suites_ended=$((suites_ended + 1))
  unset "seconds_expected[$1]"
}

# seconds_left JOBS_MAX RUNNING…: an estimate; 0 if no earlier run is known
seconds_left() {
  local jobs_max=$1 name sum=0 longest=0 left
  shift
  for name in "${!seconds_expected[@]}"; do
    left=${seconds_expected[$name]}
    if [[ " $* " == *" $name "* ]]; then
      left=$((left - SECONDS + ${seconds_begun[$name]:-$SECONDS}))
      ((left > 0)) || left=0
    fi
    sum=$((sum + left))
    ((left <= longest)) || longest=$left
  done
  left=$((sum / jobs_max))
  echo $((left > longest ? left : longest))
}

# show_progress JOBS_MAX RUNNING…
show_progress() {
  local name left line
  for name in "${@:2}"; do
    seconds_begun[$name]=${seconds_begun[$name]:-$SECONDS}
  done
  [[ -t 1 ]] || return 0
  left=$(seconds_left "$@")
  line="suites $suites_ended of $suites_in_all"
  ((left == 0)) || line+=", about $((left / 60)) min $((left % 60)) s left"
  (($# == 1)) || line+=", running: $(printf '%s\n' "${@:2}" | sed 's|.*/||; s|_tests||' | paste -sd ' ')"
  printf '\r\033[K%s' "${line:0:$((${COLUMNS:-$(tput cols 2>/dev/null || echo 100)} - 1))}"
}

erase_progress() {
  [[ ! -t 1 ]] || printf '\r\033[K'
}
