#!/usr/bin/env bash
# Builds, tests and serves the example of a restaurant: kills the server while a guest pays, and sends a
# report of the kitchen as its README does. Arguments are flags for all builds. The first time takes
# minutes, because the package builds all of Backstack.
set -euo pipefail
cd "$(dirname "$0")/../../Examples/Restaurant"
folder="$(mktemp -d)"
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

# The tests need a build of their own, and it has the program.
swift build --build-tests "$@"
swift test --skip-build "$@"

# serve SECONDS: serves with a bank that takes so long, and reads the address from what the server prints.
mkfifo "$folder/output"
serve() {
  .build/debug/Restaurant --port 0 --storage "sqlite:$folder/restaurant.sqlite" --bank-delay "$1" \
    --kitchen-secret basil >"$folder/output" 2>"$folder/log" &
  server=$!
  exec 3<"$folder/output"
  local line=
  until [[ "$line" == "Backstack serves http://"* ]]; do
    read -r -u 3 line || { echo "It ends:" >&2; cat "$folder/log" >&2; exit 1; }
  done
  address="${line#Backstack serves http://}"
}
client() { curl -q -sS --fail-with-body "$@"; }
# expect TEXT PART REASON: fails unless the text has the part.
expect() { [[ "$1" == *"$2"* ]] || { echo "$3: $1" >&2; exit 1; }; }
act() { client --json "$1" "http://$address$session/actions"; }

serve 3600
dish='{"id": "cake", "name": "", "summary": "", "cents": 1, "preparation": "PT1S", "isSoldOut": false}'
state='{"tab": "menu", "search": "", "dishes": [], "orders": [], "path": [], "guestName": "Ada",
  "basket": {"note": "", "lines": [{"dish": '"$dish"', "quantity": 2}]}}'
session="$(client -o /dev/null -w '%header{location}' --json '{"feature": "restaurant", "state": '"$state"'}' \
  "http://$address/sessions")"
act '"basketButtonTapped"' >/dev/null
paying="$(act '{"path": {"element": {"id": 0, "action": {"basket": "payButtonTapped"}}}}')"
expect "$paying" '"cents":480' "The price is not that of the menu"
expect "$paying" '"stage":"paying"' "The order is not being paid"
kill -9 "$server"
wait "$server" 2>/dev/null || true
exec 3<&-

serve 0
# Each wait ends with the next version.
paid=
for _ in 1 2 3 4 5; do
  version="$(grep -o '"version":[0-9]*' <<<"${paid:-$paying}" | head -1 | grep -o '[0-9]*')"
  paid="$(client "http://$address$session?wait=30" -H "If-None-Match: \"$version\"")"
  [[ "$paid" == *'"receipt":"R-'* ]] && break
done
expect "$paid" '"receipt":"R-' "No receipt came after the restart"

# The lines of the README, then a signature of something else.
lines="$(awk '/^```/ { block = ""; next } { block = block $0 "\n" } /webhooks\/kitchen$/ { printf "%s", block }' README.md)"
lines="${lines//localhost:8080/$address}"
kitchen="curl() { command curl -q -sS --fail-with-body \"\$@\"; }
$lines"
bash -euc "$kitchen"
expect "$(client "http://$address$session/screen?wait=0")" 'Sold out' "The guest does not see what is sold out"
order="$(grep -o '"orders":\[{"id":"[^"]*' <<<"$paid" | cut -d '"' -f 6)"
ready='{"ready": {"session": "'"${session##*/}"'", "order": "'"$order"'"}}'
bash -euc "${kitchen/report=*\'; sign/report=\'$ready\'; sign}"
expect "$(client "http://$address$session")" '"stage":"ready"' "The order is not ready"
refused="$(curl -q -sS -o /dev/null -w '%{http_code}' --json "$ready" -H "X-Signature: 00" "http://$address/webhooks/kitchen")"
expect "$refused" 401 "A wrong signature is not refused"
kill "$server"
wait "$server"
server=
echo "The example builds, passes its tests, and serves."
