# shellcheck shell=bash
# A network to look at: two suppliers, two customers, a warehouse, and documents on their way.

# name, GLN, variable of its token
demo_members=(
  'Getränke Huber|9521001000000|HUBER'
  'Brauerei Sommer|9521004000007|SOMMER'
  'Musterhaus AG|9521002000009|MUSTERHAUS'
  'Kaufhaus Nord|9521005000006|NORD'
  'Lager Süd|9521003000008|LAGER'
)

# serve_demo TRADEPOST FOLDER LISTEN: makes the network where it is not there yet, says how to use it, and serves until
# it is told to end.
serve_demo() {
  local tradepost=$1 folder=$2 listen=$3 began server
  mkdir -p "$folder"
  coproc SERVER { exec "$tradepost" serve --data "$folder/network" --listen "$listen" 2>>"$folder/log"; }
  server=$SERVER_PID
  # A signal to end reaches the exchange too, and the demo ends with it.
  trap 'kill "$server" 2>/dev/null || true' INT TERM
  while IFS= read -r began <&"${SERVER[0]}"; do
    [[ $began == *' serves '* ]] && break
  done
  if [[ ${began:-} != *' serves '* ]]; then
    tail -n 1 "$folder/log" >&2
    return 1
  fi
  export TRADEPOST_URL=http://${began##*http://}
  if [[ ! -e $folder/tokens ]]; then
    echo 'A demo network is made …'
    make_demo_network "$tradepost" "$folder"
  fi
  tell_demo "$tradepost" "$folder"
  wait "$server"
}

make_demo_network() {
  local tradepost=$1 folder=$2 member name gln variable token customer supplier
  TRADEPOST_OPERATOR_TOKEN=$(<"$folder/network/operator-token")
  export TRADEPOST_OPERATOR_TOKEN
  (umask 077 && : >"$folder/tokens.unfinished")
  echo "OPERATOR=$TRADEPOST_OPERATOR_TOKEN" >>"$folder/tokens.unfinished"
  for member in "${demo_members[@]}"; do
    IFS='|' read -r name gln variable <<<"$member"
    "$tradepost" participant add "$name" --identifier "GS1:$gln" >>"$folder/made"
    token=$("$tradepost" token create "$gln" --name demo 2>>"$folder/made")
    echo "$variable=$token" >>"$folder/tokens.unfinished"
  done
  for supplier in 9521001000000 9521004000007; do
    for customer in 9521002000009 9521005000006; do
      "$tradepost" relationship set "$supplier" "$customer" --both >>"$folder/made"
    done
    "$tradepost" relationship set "$supplier" 9521003000008 --both >>"$folder/made"
  done
  "$tradepost" relationship set 9521002000009 9521003000008 --both >>"$folder/made"
  mv "$folder/tokens.unfinished" "$folder/tokens"
  send_demo_documents "$tradepost" "$folder"
}

# The examples between the first of each, and their likes between the second.
send_demo_documents() {
  local tradepost=$1 folder=$2 kind
  # shellcheck source=/dev/null
  source "$folder/tokens"
  for kind in order remittance_advice sales_report; do
    send_example "$MUSTERHAUS" "$kind"
    send_example "$NORD" "$kind" -e 's/9521002000009/9521005000006/g' -e 's/9521001000000/9521004000007/g'
  done
  for kind in order_response shipping_notice invoice credit_note product_catalog dispatch_instruction; do
    send_example "$HUBER" "$kind"
  done
  for kind in dispatch_instruction_response inventory_report; do
    send_example "$LAGER" "$kind"
  done
  # The supplier has taken its order; the customer could not take the invoice.
  "$tradepost" pull --type ORDER --token "$HUBER" --out "$folder/inbox" --report >>"$folder/made"
  "$tradepost" pull --type INVOICE --token "$MUSTERHAUS" --json |
    sed -n 's/.*"platformTransactionId":"\([^"]*\)".*/\1/p' |
    "$tradepost" report - --failed --reason 'Die Bestellnummer ist uns nicht bekannt.' --token "$MUSTERHAUS" \
      >>"$folder/made"
}

# send_example TOKEN KIND [SED WORDS…]
send_example() {
  local token=$1 kind=$2
  shift 2
  sed -e '' "$@" "examples/$kind/lifelike.json" | "$tradepost" send - --token "$token" >>"$folder/made"
}

tell_demo() {
  local tradepost=$1 folder=$2 member name gln variable line
  echo
  echo "The exchange:   $TRADEPOST_URL        its interface: $TRADEPOST_URL/docs"
  echo "Its folder:     $folder/network   its log: $folder/log"
  while IFS='=' read -r variable line; do
    name=Operator
    for member in "${demo_members[@]}"; do
      [[ $member == *"|$variable" ]] && IFS='|' read -r name gln _ <<<"$member"
    done
    printf '%-52s%s\n' "$line" "$name"
  done <"$folder/tokens"
  line=$(sed -n 's/^MUSTERHAUS=//p' "$folder/tokens")
  echo
  echo "What waits for Musterhaus AG, and what Getränke Huber sees of what it sent:"
  echo "  TRADEPOST_URL=$TRADEPOST_URL TRADEPOST_TOKEN=$line $tradepost pull"
  line=$(sed -n 's/^HUBER=//p' "$folder/tokens")
  echo "  TRADEPOST_URL=$TRADEPOST_URL TRADEPOST_TOKEN=$line $tradepost list"
  echo
  echo "Ctrl-C ends it; what was sent stays, and ./run goes on with it."
}
