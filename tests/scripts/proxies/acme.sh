# shellcheck shell=bash
# shellcheck disable=SC2154  # the variables of the suite and of its other files
# The commands of docs/operate/tls-and-proxies.md get and renew certificates from an authority that speaks ACME, which
# connects to trade.example as any authority does. Needs machine.sh and checks.sh.

# Certificates are valid for 20 days, so certbot and lego renew them at once.
start_acme() {
  certify acme.example "$folder/acme" || return 1
  jq --null-input --arg folder "$folder" '{pebble: {listenAddress: "192.0.2.2:14000",
    managementListenAddress: "192.0.2.2:15000", certificate: "\($folder)/acme.pem", privateKey: "\($folder)/acme.key",
    httpPort: 80, tlsPort: 443, certificateValidityPeriod: 1728000}}' >"$folder/pebble.json"
  PEBBLE_VA_NOSLEEP=1 pebble -config "$folder/pebble.json" >"$folder/pebble.log" 2>&1 &
  pids["acme"]=$!
  until_true 20 fetch --fail https://acme.example:14000/dir &&
    fetch --fail https://acme.example:15000/roots/0 >"$folder/acme-root.pem" || return 1

  # The settings that a user of Let's Encrypt answers to questions of certbot.
  printf '%s\n' 'server = https://acme.example:14000/dir' 'agree-tos = true' 'register-unsafely-without-email = true' \
    'non-interactive = true' >>/etc/letsencrypt/cli.ini
  export REQUESTS_CA_BUNDLE=$folder/authority.pem LEGO_CA_CERTIFICATES=$folder/authority.pem
}

sudo() { "$@"; }
lego() {
  [[ $* != *' renew '* ]] || set -- "$@" --no-random-sleep
  command lego --server https://acme.example:14000/dir "$@"
}

# There is no service manager: `systemctl reload` is the reload of this suite.
make_systemctl() {
  { echo '#!/usr/bin/env bash' && declare -p proxy pids && declare -f reload && echo reload; } \
    >/usr/local/sbin/systemctl
  chmod +x /usr/local/sbin/systemctl
}

installs_the_hook() { eval "$(block_after 'Install the hook')" && [[ -x /usr/local/sbin/copy-certificate ]]; }

# run_block TEXT [LINES]: runs the block of the page after TEXT, or those lines of it
run_block() {
  local commands
  commands=$(block_after "$1" | sed -n "${2:-1,\$}p")
  [[ -n $commands ]] && eval "$commands"
}

was_issued() { openssl verify -CAfile "$folder/acme-root.pem" -untrusted "$1" "$1"; }

# The files for the user tradepost only, and an exchange that starts with them.
serves_by_certbot() {
  run_block '**certbot**' && was_issued /etc/tradepost/chain.pem &&
    [[ $(stat --format '%U %G %a' /etc/tradepost/key.pem) == 'root tradepost 640' ]] &&
    block_after '## TLS by the exchange' >"$folder/own.toml" && start_exchange own --config "$folder/own.toml" &&
    until_true 30 curl --fail --cacert "$folder/acme-root.pem" https://trade.example:8480/readyz &&
    presents 192.0.2.1:8480 /etc/tradepost/chain.pem
}

# is_renewed_by COMMAND…: the exchange presents the next certificate without a signal.
is_renewed_by() {
  local before
  before=$(presented_by 192.0.2.1:8480)
  "$@" && until_true 20 presents 192.0.2.1:8480 /etc/tradepost/chain.pem &&
    [[ $(presented_by 192.0.2.1:8480) != "$before" ]] && was_issued /etc/tradepost/chain.pem &&
    until_true 5 grep --quiet event=tls_reloaded "$folder/own.log" &&
    ! grep --quiet event=tls_not_reloaded "$folder/own.log"
}

# Caddy with the file unchanged but for the authority.
caddy_gets_a_certificate() {
  proxy=caddy
  { printf '{\n acme_ca https://acme.example:14000/dir\n acme_ca_root %s\n}\n' "$folder/authority.pem" &&
    cat "$examples/proxies/Caddyfile"; } >/etc/caddy/Caddyfile
  start_proxy
  until_true 60 presents_an_issued_certificate
}

presents_an_issued_certificate() { curl --silent --cacert "$folder/acme-root.pem" --output /dev/null "$url/readyz"; }

# gets_a_certificate PROXY TEXT: the block of the page after TEXT replaces the first certificate.
gets_a_certificate() {
  proxy=$1
  rm -rf /etc/letsencrypt/{live,archive,renewal}
  install_certificate "$folder/first" && start_proxy && make_systemctl &&
    until_true 10 presents 192.0.2.1:443 "$folder/first.pem" && run_block "$2" &&
    until_true 10 presents_an_issued_certificate && stop proxy
}

check_acme() {
  is_true acme_starts start_acme || return
  is_true installs_the_hook installs_the_hook
  if is_true serves_by_certbot serves_by_certbot; then
    is_true 'certbot: renews' is_renewed_by certbot renew --no-random-sleep-on-renew
    is_true 'lego: runs' is_renewed_by run_block '**lego**' 1,2
    is_true 'lego: renews' is_renewed_by run_block '**lego**' '3,$'
  fi
  is_true caddy_gets_a_certificate caddy_gets_a_certificate
  stop proxy
  is_true 'nginx: gets_a_certificate' gets_a_certificate nginx 'nginx answers'
  is_true 'haproxy: gets_a_certificate' gets_a_certificate haproxy 'HAProxy forwards'
  stop_all
}
