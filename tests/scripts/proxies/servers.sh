# shellcheck shell=bash
# shellcheck disable=SC2154  # the variables of the suite and of its other files
# Starts the exchanges and the proxies. Needs machine.sh, and $proxy: caddy, nginx or haproxy.

# shellcheck disable=SC2034  # checks.sh reads it
logs=()  # of the exchanges
declare -A pids  # of servers, by name

# start_exchange NAME ARGUMENT…: a process of the user tradepost, with a log of that name
start_exchange() {
  (cd "$folder/data" && HOME=$folder/data exec setpriv --reuid tradepost --regid tradepost --clear-groups \
    "$bin" serve --data "$folder/data/$1" "${@:2}") >>"$folder/$1.out" 2>>"$folder/$1.log" &
  pids["$1"]=$!
}

stop() {
  kill "${pids["$1"]}" 2>/dev/null
  wait "${pids["$1"]}"
  unset "pids[$1]"
}

stop_all() {
  local name
  for name in "${!pids[@]}"; do stop "$name"; done
}

# settings HEADING FILE: the settings of the page, with a limit that the suite can reach
settings() {
  block_after "$1" >"$2" && [[ -s $2 ]] && echo 'requests_without_token = 5' >>"$2"
}

# install_certificate FILE: FILE.pem and FILE.key are the certificate of the proxy.
install_certificate() {
  case $proxy in
    caddy) install -m 640 -g caddy "$1.pem" /etc/caddy/chain.pem &&
      install -m 640 -g caddy "$1.key" /etc/caddy/key.pem ;;
    nginx) install -m 600 "$1.pem" /etc/nginx/chain.pem && install -m 600 "$1.key" /etc/nginx/key.pem ;;
    haproxy) cat "$1.pem" "$1.key" >/etc/haproxy/trade.example.pem ;;
  esac
}

start_proxy() {
  case $proxy in
    caddy) HOME=/var/lib/caddy exec setpriv --reuid caddy --regid caddy --clear-groups \
      caddy run --config /etc/caddy/Caddyfile ;;
    nginx) exec nginx -g 'daemon off;' ;;
    haproxy) exec haproxy -W -f /etc/haproxy/haproxy.cfg ;;
  esac >>"$folder/proxy.log" 2>&1 &
  pids["proxy"]=$!
}

# The signals are those of the units of Debian.
reload() {
  case $proxy in
    caddy) caddy reload --force --config /etc/caddy/Caddyfile ;;
    nginx) kill -HUP "${pids["proxy"]}" ;;
    haproxy) kill -USR2 "${pids["proxy"]}" ;;
  esac
}

# One exchange on the machine of the proxy.
start_behind_proxy() {
  logs=("$folder/$proxy.log")
  settings '## Behind a proxy' "$folder/$proxy.toml" && start_exchange "$proxy" --config "$folder/$proxy.toml" &&
    until_true 30 curl --fail http://127.0.0.1:8480/readyz &&
    cp "$folder/data/$proxy/operator-token" "$folder/operator.token"
}

# Caddy with a certificate from a file.
start_all_of_caddy() {
  sed 's/#tls /tls /' "$examples/proxies/Caddyfile" >/etc/caddy/Caddyfile
  install_certificate "$folder/first" && start_behind_proxy && start_proxy && until_true 30 is_ready
}

start_all_of_nginx() {
  cp "$examples/proxies/nginx.conf" /etc/nginx
  install_certificate "$folder/first" && nginx -t && start_behind_proxy && start_proxy && until_true 30 is_ready
}

start_postgres() {
  local programs cluster=$folder/cluster
  programs=$(echo /usr/lib/postgresql/*/bin)
  programs=${programs##* }  # the newest
  install -d -o postgres "$cluster"
  (cd / && runuser -u postgres -- "$programs/initdb" -D "$cluster/data" -U postgres --auth trust >/dev/null &&
    echo 'host all all 10.0.0.0/24 trust' >>"$cluster/data/pg_hba.conf" &&
    runuser -u postgres -- "$programs/pg_ctl" -D "$cluster/data" -w -l "$cluster/log" start \
      -o "-k $cluster -c listen_addresses=10.0.0.20" >/dev/null &&
    runuser -u postgres -- psql -q -h "$cluster" -c 'CREATE ROLE tradepost LOGIN' \
      -c 'CREATE DATABASE tradepost OWNER tradepost')
}

# The command of the page for trials makes the certificate of a node.
certify_node() {
  local command
  command=$(sed -n '/^openssl req/,/[^\\]$/p' docs/start/operator.md)
  mkdir "$folder/$1" && (cd "$folder/$1" && eval "$command") &&
    install -m 640 -g tradepost "$folder/$1/certificate.pem" "$folder/$1/chain.pem" &&
    chown :tradepost "$folder/$1/key.pem" && chmod 640 "$folder/$1/key.pem" &&
    cat "$folder/$1/certificate.pem" >>/etc/haproxy/nodes.pem
}

# start_node NAME ADDRESS
start_node() {
  local file=$folder/$1.toml
  settings '### HAProxy and two nodes' "$file" &&
    sed --in-place "s/10.0.0.11/$2/; s|/etc/tradepost|$folder/$1|" "$file" &&
    start_exchange "$1" --config "$file" && until_true 30 curl --fail --insecure "https://$2:8480/readyz"
}

start_all_of_haproxy() {
  logs=("$folder/node-1.log" "$folder/node-2.log")
  cp "$examples/proxies/haproxy.cfg" /etc/haproxy
  certify_node node-1 && certify_node node-2 && install_certificate "$folder/first" &&
    haproxy -c -f /etc/haproxy/haproxy.cfg && start_postgres && start_node node-1 10.0.0.11 &&
    start_node node-2 10.0.0.12 && cp "$folder/data/node-1/operator-token" "$folder/operator.token" &&
    start_proxy && until_true 30 is_ready
}
