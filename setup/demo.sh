# shellcheck shell=bash
# A network to look at: two suppliers, two customers and a warehouse, which trade with each other while it runs.
#
# It trades in LIVE, which `tradepost simulate` refuses by default: nobody else is on this network, and LIVE is what
# tokens, `tradepost queues` and the watch on overdue recipients are about if nobody says otherwise.

# name, GLN, variable of its token
demo_members=(
  'Getränke Huber|9521001000000|HUBER'
  'Brauerei Sommer|9521004000007|SOMMER'
  'Musterhaus AG|9521002000009|MUSTERHAUS'
  'Kaufhaus Nord|9521005000006|NORD'
  'Lager Süd|9521003000008|LAGER'
)

# What they have behind them when the demo begins, and the end of their first day, which goes faster.
demo_past_from=2026-03-02T00:00:00Z
demo_past_until=2026-03-13T06:00:00Z
demo_first_day_until=2026-03-14T06:00:00Z

# serve_demo TRADEPOST FOLDER LISTEN: makes the network where it is not there yet, says how to use it, and serves until
# it is told to end.
serve_demo() {
  local tradepost=$1 folder=$2 listen=$3 began server simulators=()
  mkdir -p "$folder"
  coproc SERVER { exec "$tradepost" serve --data "$folder/network" --listen "$listen" 2>>"$folder/log"; }
  server=$SERVER_PID
  # A signal to end reaches the exchange too, and the demo ends with it.
  trap 'kill "$server" "${simulators[@]}" 2>/dev/null || true' INT TERM
  while IFS= read -r began <&"${SERVER[0]}"; do
    [[ $began == *' serves '* ]] && break
  done
  if [[ ${began:-} != *' serves '* ]]; then
    tail -n 1 "$folder/log" >&2
    return 1
  fi
  export TRADEPOST_URL=http://${began##*http://}
  if [[ ! -e $folder/tokens ]]; then
    echo 'Creating a demo network …'
    make_demo_network "$tradepost" "$folder"
  fi
  if [[ ! -e $folder/past ]]; then
    echo 'Simulating eleven days of trade …'
    make_demo_past "$tradepost" "$folder"
    touch "$folder/past"
  fi
  tell_demo "$tradepost" "$folder"
  begin_trade "$tradepost" "$folder"
  wait "$server" || true
  wait "$server" || true # a signal ends the first one before the exchange has ended
  kill "${simulators[@]}" 2>/dev/null || true
}

# simulate_demo TRADEPOST FOLDER COMPANY WORDS…: the company trades as the words say. Musterhaus buys from one supplier:
# what the other one sends waits for somebody to look at it.
simulate_demo() {
  local tradepost=$1 folder=$2 company=$3 role seed token
  shift 3
  case $company in
    MUSTERHAUS) role=(buyer --partner 9521001000000) seed=1 ;;
    NORD) role=(buyer --partner 9521001000000 --partner 9521004000007) seed=2 ;;
    HUBER) role=(supplier --partner 9521002000009 --partner 9521005000006 --partner 9521003000008) seed=3 ;;
    SOMMER) role=(supplier --partner 9521005000006) seed=4 ;;
  esac
  token=$(sed -n "s/^$company=//p" "$folder/tokens")
  TRADEPOST_TOKEN=$token exec "$tradepost" simulate "${role[@]}" --seed "$seed" --live "$@" \
    > >(sed -u "s/^/$company  /" >>"$folder/trade") 2>&1
}

# Goes on where the history ends: a document every few seconds on the first day, and about one a minute after that.
begin_trade() {
  local tradepost=$1 folder=$2 company
  for company in MUSTERHAUS NORD HUBER SOMMER; do
    live_demo "$tradepost" "$folder" "$company" &
    simulators+=($!)
  done
}

live_demo() {
  local simulator=
  trap 'kill "$simulator" 2>/dev/null || true; exit 0' INT TERM
  simulate_demo "$@" --clock "$demo_past_until" --speed 360 --until "$demo_first_day_until" &
  simulator=$!
  wait "$simulator" || true
  simulate_demo "$@" --clock "$demo_past_until" --speed 36 &
  simulator=$!
  wait "$simulator" || true
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
}

# Eleven days of trade, and one example each of the kinds that nobody simulates. Once more it goes on where it was.
make_demo_past() {
  local tradepost=$1 folder=$2 company kind
  # shellcheck source=/dev/null
  source "$folder/tokens"
  for company in MUSTERHAUS NORD HUBER SOMMER; do
    simulate_demo "$tradepost" "$folder" "$company" \
      --clock "$demo_past_from" --until "$demo_past_until" --fast &
    simulators+=($!)
  done
  wait "${simulators[@]}" || true
  simulators=()
  send_example "$HUBER" dispatch_instruction
  for kind in dispatch_instruction_response inventory_report; do send_example "$LAGER" "$kind"; done
  for kind in product_catalog order_response shipping_notice invoice credit_note; do
    send_example "$SOMMER" "$kind" -e 's/9521001000000/9521004000007/g'
  done
  # Musterhaus knows no such order: it can't process the invoice, and a case is open.
  send_example "$HUBER" invoice
}

# send_example TOKEN KIND [SED WORDS…]
send_example() {
  local token=$1 kind=$2
  shift 2
  sed -e '' "$@" "examples/$kind/lifelike.json" | "$tradepost" send - --token "$token" >>"$folder/made"
}

# tell_link VARIABLE NAME: the part after the # is not sent to a server and not logged.
tell_link() {
  local token
  token=$(sed -n "s/^$1=//p" "$folder/tokens")
  printf '%-18s%s\n' "  $2" "$TRADEPOST_URL/console#token=$token"
}

tell_demo() {
  local tradepost=$1 folder=$2 member name gln variable line
  echo
  echo "The exchange:   $TRADEPOST_URL        documentation: $TRADEPOST_URL/docs"
  echo "Console:        each link fills in the token; click to sign in:"
  tell_link OPERATOR Operator
  tell_link MUSTERHAUS 'Musterhaus AG'
  echo "Folder:         $folder/network   log: $folder/log"
  echo "Trade:          tail -f $folder/trade"
  while IFS='=' read -r variable line; do
    name=Operator
    for member in "${demo_members[@]}"; do
      [[ $member == *"|$variable" ]] && IFS='|' read -r name gln _ <<<"$member"
    done
    printf '%-52s%s\n' "$line" "$name"
  done <"$folder/tokens"
  line=$(sed -n 's/^MUSTERHAUS=//p' "$folder/tokens")
  echo
  echo "Pending documents of Musterhaus AG, and the documents of Getränke Huber:"
  echo "  TRADEPOST_URL=$TRADEPOST_URL TRADEPOST_TOKEN=$line $tradepost pull"
  line=$(sed -n 's/^HUBER=//p' "$folder/tokens")
  echo "  TRADEPOST_URL=$TRADEPOST_URL TRADEPOST_TOKEN=$line $tradepost list"
  echo
  echo "Simulators trade for four of the companies from now on (docs/guides/simulation.md)."
  echo "Ctrl-C stops the demo. The network stays, and the next ./run continues with it."
}
