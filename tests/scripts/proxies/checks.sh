# shellcheck shell=bash
# shellcheck disable=SC2154  # the variables of the suite and of its other files
# Checks of an exchange that is reached as https://trade.example. Needs machine.sh and servers.sh.

client=192.0.2.7 other_client=192.0.2.8
orders=0

url=https://trade.example

# fetch ARGUMENT…: curl as a client does
fetch() { curl --silent --show-error --cacert "$folder/authority.pem" --max-time 100 "$@"; }
as() { fetch --header "Authorization: Bearer $(cat "$folder/$1.token")" "${@:2}"; }
tradepost_as() { "$bin" "${@:2}" --url "$url" --cacert "$folder/authority.pem" --token-file "$folder/$1.token"; }
operate() { tradepost_as operator "$@"; }

is_ready() { [[ $(fetch --fail "$url/readyz") == '{"status":"ready"}' ]]; }

# order NUMBER: an order of Musterhaus to Huber
order() { jq --arg number "$1" '.content.header.orderIdentifier = $number' examples/order/minimal.json; }

# new_number: in `number`, a number that no other order has
new_number() {
  orders=$((orders + 1))
  number=4500$orders
}

admits_companies() {
  local name
  operate participant add Musterhaus --identifier GS1:9521002000009 &&
    operate participant add Huber --identifier GS1:9521001000000 &&
    operate participant add Idle --identifier GS1:9521003000008 &&
    operate relationship set Musterhaus Huber --both || return 1
  for name in Musterhaus Huber Idle; do
    operate token create "$name" --name ERP >"$folder/$name.token" || return 1
  done
  # Each token reaches one node, which knows it after a second.
  for name in Musterhaus Huber Idle; do until_true 10 as "$name" --fail "$url/v2/ping" || return 1; done
}

sends_and_pulls() {
  local number
  new_number
  order "$number" | tradepost_as Musterhaus send - && tradepost_as Huber pull --out "$folder/inbox" --report &&
    grep --quiet "$number" "$folder"/inbox/ORDER-*.json
}

# A poll of a participant without documents waits in the background while other checks run.
begin_poll() {
  as Idle --header 'Prefer: wait=60' --header 'X-Request-Id: whole-poll' --write-out '\n%{http_code} %{time_total}' \
    "$url/v2/transactions" >"$folder/poll" 2>&1 &
  poll=$!
}

poll_waited_60_seconds() {
  local status seconds
  wait "$poll" || { cat "$folder/poll"; return 1; }
  read -r status seconds < <(tail -n 1 "$folder/poll")
  cat "$folder/poll"
  head -n 1 "$folder/poll" | jq --exit-status '.items == []' && [[ $status == 200 && ${seconds%.*} -ge 59 ]]
}

poll_ends_with_a_document() {
  local waiting number seconds
  as Huber --header 'Prefer: wait=60' --verbose --write-out '\n%{time_total}' "$url/v2/transactions" \
    >"$folder/answer" 2>"$folder/verbose" &
  waiting=$!
  new_number
  until_true 10 grep --quiet --ignore-case 'prefer: wait' "$folder/verbose" &&
    order "$number" | tradepost_as Musterhaus send - && wait "$waiting" || return 1
  seconds=$(tail -n 1 "$folder/answer")
  head -n 1 "$folder/answer" | jq --exit-status '.items | length == 1' && [[ ${seconds%.*} -lt 30 ]] &&
    tradepost_as Huber pull --out "$folder/inbox" --report
}

# A token may have ten waiting requests, and the eleventh is refused. Those of clients that have disconnected do not
# count.
frees_abandoned_polls() {
  local way
  for way in --http2 --http1.1; do
    for _ in 1 2 3 4 5 6 7 8 9 10 11; do
      as Huber "$way" --max-time 2 --header 'Prefer: wait=60' --output /dev/null --write-out '%{http_code} ' \
        "$url/v2/transactions" 2>/dev/null &
    done >"$folder/statuses"
    until_true 20 have_ended 11 && [[ $(<"$folder/statuses") == *429* ]] &&
      until_true 5 as Huber "$way" --fail --header 'Prefer: wait=1' "$url/v2/transactions" || return 1
  done
}

have_ended() { [[ $(wc --words <"$folder/statuses") == "$1" ]]; }

# An event of GET /v2/changes arrives while the connection is open.
shows_changes() {
  local id waiting number
  id=$(as Huber "$url/v2/changes" | sed -n 's/^id: *//p')
  [[ -n $id ]] || return 1
  as Huber --header "Last-Event-ID: $id" --verbose "$url/v2/changes" >"$folder/events" 2>"$folder/verbose" &
  waiting=$!
  new_number
  until_true 10 grep --quiet --ignore-case 'last-event-id' "$folder/verbose" &&
    order "$number" | tradepost_as Musterhaus send - && wait "$waiting" &&
    grep --quiet '^event: changed' "$folder/events" && tradepost_as Huber pull --out "$folder/inbox" --report
}

# large_order NUMBER MEBIBYTES: an order with so many bytes of items
large_order() {
  order "$1" | jq --compact-output --argjson size "$2" \
    '.content.items = [range($size * 1048576 / 64 | floor) |
      {remark: "The number of this item is, in the order, \(. + 1e6)"}]'
}

# post ARGUMENT…: sends the file on standard input. The last line of the output is the status.
post() {
  as Musterhaus --header 'Content-Type: application/json' --write-out '\n%{http_code}' "$@" "$url/v2/transactions"
}

# By both versions of HTTP, with a length and in chunks. The recipient gets the whole document.
takes_large_bodies() {
  local way number id
  for way in --http2 --http1.1 '--http1.1 --header Transfer-Encoding:chunked'; do
    new_number
    large_order "$number" 9 >"$folder/large.json"
    # shellcheck disable=SC2086  # several words
    post $way --data-binary "@$folder/large.json" >"$folder/answer"
    [[ $(tail -n 1 "$folder/answer") == 20? ]] || { tail -c 500 "$folder/answer"; return 1; }
    tradepost_as Huber pull --out "$folder/inbox" --report || return 1
    id=$(head -n 1 "$folder/answer" | jq --raw-output '.. | .platformTransactionId? // empty')
    [[ $(jq '.content.items | length' "$folder/inbox/ORDER-$id.json") == \
      $(jq '.content.items | length' "$folder/large.json") ]] || return 1
  done
}

# The answer is that of the exchange, also for a client that sends the body before it reads. By HTTP/2 the head shows
# it: curl 7.88 can lose the rest of an answer that ends before the request.
refuses_larger_bodies() {
  local way
  large_order 1 11 >"$folder/large.json"
  for way in '--http2' '--http2 --header Expect:' '--http1.1' '--http1.1 --header Expect:' \
    '--http1.1 --header Transfer-Encoding:chunked'; do
    # shellcheck disable=SC2086  # several words
    post $way --header 'X-Request-Id: too-large' --dump-header "$folder/head" --data-binary "@$folder/large.json" \
      >"$folder/answer" 2>"$folder/errors"
    if ! { [[ $(tail -n 1 "$folder/answer") == 413 && ($way == --http2* || $(<"$folder/answer") == *too_large*) ]] &&
      grep --quiet --ignore-case '^x-request-id: too-large' "$folder/head"; }; then
      echo "$way:"
      cat "$folder/errors" "$folder/head" "$folder/answer"
      return 1
    fi
  done
}

# encoding ACCEPTED: the Content-Encoding of an answer to a client that accepts it. The answer is in $folder/answer.
encoding() {
  as Musterhaus --header "Accept-Encoding: $1" --dump-header "$folder/head" --output "$folder/answer" \
    "$url/v2/all-transactions?per_page=20" >&2
  sed -n 's/^content-encoding: *//Ip' "$folder/head" | tr -d '\r'
}

passes_compressed_answers() {
  local plain
  [[ $(encoding identity) == '' ]] && plain=$(cat "$folder/answer") &&
    [[ $(encoding gzip) == gzip && $(gzip --decompress --stdout <"$folder/answer") == "$plain" ]] &&
    [[ $(encoding zstd) == zstd && $(zstd --decompress --stdout <"$folder/answer") == "$plain" ]]
}

adds_webhook() {
  as Huber --fail --header 'Content-Type: application/json' "$url/v2/profile/webhooks" \
    --data '{"url": "https://trade.example/hook", "events": ["case.opened"]}'
}

# The other node knows the target after a second.
lists_webhooks() {
  as operator --fail --header 'Content-Type: application/json' \
    --request PUT "$url/admin/webhook-targets" --data '{"targets": ["trade.example"]}' &&
    until_true 10 adds_webhook && as Huber --fail "$url/v2/profile/webhooks" |
      jq --exit-status 'any(.. | .url? // empty; . == "https://trade.example/hook")'
}

# Links begin with public_url.
links_to_itself() {
  as Musterhaus --fail "$url/v2/all-transactions?per_page=1" |
    jq --exit-status --arg url "$url/v2/all-transactions?" '.nextPageUrl | startswith($url)'
}

# The log has the address of the client, also if the client claims another one.
logs_the_client() {
  as Musterhaus --interface "$client" --header 'X-Forwarded-For: 203.0.113.9' --header 'X-Request-Id: claims' \
    "$url/v2/ping" &&
    until_true 10 grep --no-filename 'request_id=claims' "${logs[@]}" &&
    grep --no-filename 'request_id=claims' "${logs[@]}" | tail -n 1 | grep --quiet --fixed-strings "peer=$client "
}

# statuses_from ADDRESS NUMBER: of so many requests without a token, on one connection
statuses_from() {
  fetch --interface "$1" --output /dev/null --write-out '%{http_code}\n' "$url/v2/ping?[1-$2]"
}

# An address that sends many requests without a token is limited, others are not.
limits_each_client() {
  [[ $(statuses_from "$other_client" 40) == *401*429* && $(statuses_from "$client" 1) == 401 ]]
}

# The proxy presents a replaced certificate, and a request in progress continues: poll_waited_60_seconds follows.
presents_a_new_certificate() {
  certify trade.example "$folder/second" && install_certificate "$folder/second" && reload &&
    until_true 10 presents 192.0.2.1:443 "$folder/second.pem" && ping_ok
}

ping_ok() { as Musterhaus --fail "$url/v2/ping"; }

redirects_to_https() {
  [[ $(fetch --output /dev/null --write-out '%{redirect_url}' http://trade.example/console) == "$url/console" ]]
}

# The exchange stops and starts again, without the proxy.
recovers_from_a_restart() {
  stop "$proxy" && [[ $(fetch --output /dev/null --write-out '%{http_code}' "$url/v2/ping") == 50[23] ]] &&
    start_behind_proxy && until_true 30 is_ready && ping_ok
}

# A node is killed and started again, and then the other one.
survives_a_node() {
  local node
  for node in node-1 node-2; do
    kill -KILL "${pids["$node"]}"
    until_true 10 grep --quiet "nodes/$node is DOWN" "$folder/proxy.log" && ping_ok && sends_and_pulls &&
      start_node "$node" "10.0.0.1${node#node-}" &&
      until_true 10 grep --quiet "nodes/$node is UP" "$folder/proxy.log" || return 1
  done
}
