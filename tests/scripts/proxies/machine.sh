# shellcheck shell=bash
# shellcheck disable=SC2154  # the variables of the suite and of its other files
# A network and folders of the suite's own, in which the files of setup/proxies and the commands of
# docs/operate/tls-and-proxies.md are used unchanged.

page=docs/operate/tls-and-proxies.md
examples=/usr/share/doc/tradepost/examples

# Prints the first block of a page after the line that contains TEXT: block_after TEXT [PAGE]
block_after() {
  awk -v text="$1" '
    index($0, text) { found = 1; next }
    found && /^    / { print substr($0, 5); printed = 1; next }
    printed && NF { exit }' "${2:-$page}"
}

# The addresses of the page, and two clients. HAProxy reaches the nodes from its own address.
make_network() {
  local address
  sysctl -q -w net.ipv4.ip_unprivileged_port_start=0
  ip link set lo up
  for address in 192.0.2.1 192.0.2.2 "$client" "$other_client" 10.0.0.10 10.0.0.11 10.0.0.12 10.0.0.20; do
    ip address add "$address/32" dev lo
  done
  for address in 10.0.0.11 10.0.0.12 10.0.0.20; do
    ip route replace local "$address" dev lo table local src 10.0.0.10
  done
  printf '%s\n' '127.0.0.1 localhost' '192.0.2.1 trade.example' '192.0.2.2 acme.example' >/etc/hosts
}

# The suite writes into these folders of the machine, and the machine sees nothing of it.
make_folders() {
  local path layer
  for path in /etc /var /usr/local /usr/share/doc; do
    layer=$folder/layers$path
    mkdir -p "$layer/upper" "$layer/work"
    mount -t overlay -o "lowerdir=$path,upperdir=$layer/upper,workdir=$layer/work" none "$path" || return 1
  done
  mount -t tmpfs -o mode=755 none /run
  mkdir -p /run/haproxy "$examples" "$folder/data"
  cp -a setup/proxies setup/certificates "$examples"
  systemd-sysusers "$PWD/setup/debian/tradepost.sysusers" &&
    systemd-tmpfiles --create "$PWD/setup/debian/tradepost.tmpfiles"
  chown tradepost:tradepost "$folder/data"
}

# until_true SECONDS COMMAND…
until_true() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@" >"$folder/last" 2>&1; do
    ((SECONDS < deadline)) || { cat "$folder/last"; return 1; }
    sleep 0.1
  done
}

# An authority, which the clients of the suite trust.
make_authority() {
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=authority \
    -keyout "$folder/authority.key" -out "$folder/authority.pem" 2>/dev/null
}

# certify NAME FILE: writes FILE.pem and FILE.key
certify() {
  openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" -keyout "$2.key" -out "$2.csr" \
    2>/dev/null &&
    openssl x509 -req -in "$2.csr" -CA "$folder/authority.pem" -CAkey "$folder/authority.key" -CAcreateserial -days 2 \
      -extfile <(echo "subjectAltName=DNS:$1") -out "$2.pem" 2>/dev/null
}

# The SHA-256 of the certificate that ADDRESS:PORT presents.
presented_by() {
  openssl s_client -connect "$1" -servername trade.example </dev/null 2>/dev/null |
    openssl x509 -noout -fingerprint -sha256
}

fingerprint() { openssl x509 -in "$1" -noout -fingerprint -sha256; }

presents() { [[ $(presented_by "$1") == "$(fingerprint "$2")" ]]; }

make_machine() { make_folders && make_network && make_authority && certify trade.example "$folder/first"; }
