# shellcheck shell=bash
# Installs what a command needs and only that: nothing is asked of the network when nothing is missing.

# The packages of the given groups (first column of setup/packages), one a line: NAME WHAT FOR.
packages_of() {
  local group=" $* " who name what
  while read -r who name what; do
    [[ $group == *" $who "* ]] && echo "$name $what"
  done < <(grep -v '^#' setup/packages)
  return 0
}

# Of the lines on standard input, those whose package is not installed.
only_missing() {
  local name what
  while read -r name what; do
    [[ $(dpkg-query -W -f='${db:Status-Status}' "$name" 2>/dev/null) == installed ]] || echo "$name $what"
  done
}

as_root() {
  if [[ $(id -u) == 0 ]]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    echo "This needs root, and there is no sudo. As root, run: apt-get install ${names[*]}" >&2
    return 1
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -o DPkg::Lock::Timeout=120 "$@" </dev/null >/dev/null
}

# install_packages GROUP…
install_packages() {
  local missing names name what
  if ! command -v apt-get >/dev/null; then
    echo "No apt-get here, so nothing is installed; setup/packages lists what the build needs."
    return 0
  fi
  missing=$(packages_of "$@" | only_missing)
  [[ -n $missing ]] || return 0

  mapfile -t names < <(cut -d' ' -f1 <<<"$missing")
  echo "Installing ${#names[@]} Debian packages with apt-get:"
  while read -r name what; do
    printf '  %-20s %s\n' "$name" "$what"
  done <<<"$missing"
  apt_get update
  apt_get install --no-install-recommends -y "${names[@]}"
}
