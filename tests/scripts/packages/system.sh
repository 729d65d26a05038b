# shellcheck shell=bash
# A Debian 12 with its own systemd and its own network, in the folder $system. A script may have several, and choose one
# by the variable. $folder is for the output of commands.
# shellcheck disable=SC2154  # the script sets both

# depends_of PACKAGE…: the names of the packages that these files depend on, with commas
depends_of() {
  local package
  for package; do dpkg-deb --field "$package" Depends; done |
    tr ',' '\n' | sed 's/(.*//; s/|.*//; s/ //g' | sort --unique | paste -sd, -
}

# debian_with PACKAGES: makes the system with these packages. Only they are downloaded.
debian_with() {
  local mirror
  mirror=$(apt-get indextargets --format "\$(SITE)" 'Codename: bookworm' | head -n 1)
  debootstrap --variant=minbase --include="$1,systemd,systemd-sysv,dbus" bookworm "$system" "$mirror" \
    >"$folder/debootstrap.log" 2>&1 || { tail -n 5 "$folder/debootstrap.log"; return 1; }
}

boot_system() {
  systemd-nspawn --quiet --directory "$system" --boot --private-network --register=no --keep-unit --console=pipe \
    >"$system.log" 2>&1 </dev/null &
  echo $! >"$system.process"
  until_true 60 inside systemctl is-system-running --wait
}

init() { pgrep --parent "$(cat "$system.process")" | head -n 1; }

stop_system() {
  local process
  process=$(cat "$system.process" 2>/dev/null) && kill "$process" && until_true 60 test ! -e "/proc/$process"
}

# inside COMMAND…: runs the command in the system.
inside() {
  nsenter --target "$(init)" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive "$@"
}

# until_true SECONDS COMMAND…
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >"$folder/last" 2>&1; do
    ((SECONDS < deadline)) || { cat "$folder/last"; return 1; }
    sleep 0.2
  done
}
