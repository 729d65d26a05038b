# shellcheck shell=bash
# Manual pages from --help: one for the program and one for each command, as tradepost-agent-run(1).

# write_manual PROGRAM FOLDER [COMMAND…]: writes the page of the command and of each command below it.
write_manual() {
  local program=$1 folder=$2 page=${1##*/} help purpose version command
  shift 2
  help=$("$program" "$@" --help)
  purpose=${help%%$'\n'*}
  purpose=${purpose#"$page": }
  for command; do page+=-$command; done
  read -r _ version _ < <("$program" --version)
  help2man --no-info --section 1 --name "${purpose,}" --version-string "$page $version" --source "tradepost $version" \
    --include <(see_also "$help" "$page") "$program $*" >"$folder/$page.1"
  for command in $(commands_in "$help"); do
    write_manual "$program" "$folder" "$@" "$command"
  done
}

# The names in the section `Subcommands:` of a help text.
commands_in() {
  awk '/^[A-Z].*:$/ {on = $0 == "Subcommands:"} on && /^  [a-z]/ {print $1}' <<<"$1"
}

# see_also HELP PAGE: the section of links, for help2man.
see_also() {
  local command links=()
  [[ $2 == tradepost ]] || links+=("${2%-*}(1)")
  for command in $(commands_in "$1"); do links+=("$2-$command(1)"); done
  ((${#links[@]})) || links=("tradepost(1)")
  printf '[see also]\n'
  printf '%s, ' "${links[@]}" | sed 's/, $/\n/'
}
