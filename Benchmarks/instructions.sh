#!/usr/bin/env bash
# Counts the instructions of a request in user mode, and prints a Markdown table.
#
#   Benchmarks/instructions.sh [--gate] PATH-OF-BINARY [PATH-OF-BENCHMARKS]
#
# With --gate, it counts only what `make check-instructions` compares. BackstackBenchmarks hosts the features with
# and without shared values.
#
# Unlike times, these counts do not depend on the load, and little on the machine. A count is the difference
# between two runs on one keep-alive connection, with SHORT (200) and LONG (1200) requests, divided by
# the difference between the numbers of requests. The start of a process varies by a million instructions.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

short=${SHORT:-200}
long=${LONG:-1200}

counts_all=1
[[ ${1-} != --gate ]] || { counts_all= && shift; }
[[ ($# = 1 || ($# = 2 && -x $2)) && -x $1 ]] \
  || fail "usage: Benchmarks/instructions.sh [--gate] PATH-OF-BINARY [PATH-OF-BENCHMARKS]"
[[ $short =~ ^[1-9][0-9]*$ && $long =~ ^[1-9][0-9]*$ && $short -lt $long ]] \
  || fail "SHORT and LONG are numbers of requests, SHORT the smaller one"
need valgrind curl awk python3 clang
[[ -z $counts_all ]] || need nginx
binary=$1
benchmarks=${2-}
clang -O2 -shared -fPIC -o "$work/still_clock.so" "$(dirname "${BASH_SOURCE[0]}")/still_clock.c"
counter=(env "LD_PRELOAD=$work/still_clock.so"
  valgrind --quiet --tool=callgrind "--callgrind-out-file=$work/callgrind.%p")

# repeat COUNT URL STATUS [ARGUMENT …]: requests a URL COUNT times on one connection.
repeat() {
  local count=$1 url=$2 status=$3
  shift 3
  awk -v url="$url" -v count="$count" 'BEGIN { while (n++ < count) print "url = " url }' \
    >"$work/urls"
  fetch --max-time 600 "$@" -w '\n%{http_code} %{num_connects}\n' -K "$work/urls" \
    >"$work/answers" || fail "$url: $(tail -n 2 "$work/answers")"
  awk -v count="$count" -v status="$status" '
    $1 == status && /^[0-9]+ [01]$/ { answers++; connections += $2 }
    END { exit !(answers == count && connections == 1) }' "$work/answers" \
    || fail "$url: not every one of $count requests was answered $status on one connection"
}

# count PID: ends a process and sets `counted` to the number of its instructions.
count() {
  stop "$1"
  counted=$(awk '$1 == "totals:" || $1 == "summary:" { sum = $2 } END { print sum }' \
    "$work/callgrind.$1")
  [[ $counted =~ ^[0-9]+$ ]] || fail "valgrind has written no total"
}

nginx_file() {
  start_nginx off 1 "${counter[@]}" nginx
  repeat "$1" "$nginx_url" 200
  count "$nginx"
}

fixed_text() {
  start_backstack "${counter[@]}" "$binary"
  repeat "$1" "$backstack_url/healthz" 200
  count "$backstack"
}

# open DEPTH: starts a server with one session, and sets `session` to its URL.
open() {
  start_backstack "${counter[@]}" "$binary"
  create_sessions "$backstack_url" "$1" 1 "$work/session"
  session=$backstack_url/sessions/$(<"$work/session")
}

# act COUNT DEPTH [ARGUMENT …]
act() {
  local count=$1 version
  open "$2"
  shift 2
  repeat "$count" "$session/actions" 200 -H "$json" --data-binary "$action" "$@"
  version=$(fetch "$session" | sed 's/.*"version":\([0-9]*\).*/\1/')
  [[ $version = "$count" ]] || fail "after $count actions the session is at version $version"
  count "$backstack"
}

# host BINARY FEATURE [MEMBER]: starts a server with a session of a feature, and sets `session` to its URL.
host() {
  local location
  start_backstack "${counter[@]}" "$1"
  location=$(fetch "$backstack_url/sessions" -H "$json" --data-binary "{\"feature\":\"$2\"${3+,$3}}" \
    -o "$work/created" -w '%header{location}')
  [[ -n $location ]] || fail "no session of $2 was created"
  session=$backstack_url/${location#/}
}

# share COUNT FEATURE: an action that changes a value of a screen, which is shared or not.
share() {
  local version
  host "$benchmarks" "$2"
  repeat "$1" "$session/actions" 200 -H "$json" --data-binary '{"path":{"element":{"id":0,"action":"add"}}}'
  version=$(fetch "$session" | sed 's/.*"version":\([0-9]*\).*/\1/')
  [[ $version = "$1" ]] || fail "after $1 actions the session is at version $version"
  count "$backstack"
}

# read_screen COUNT FEATURE
read_screen() {
  host "$binary" "$2"
  repeat "$1" "$session/screen" 200 -H "$screen"
  count "$backstack"
}

# act_on_screen COUNT: an action whose response has the screen.
act_on_screen() {
  host "$binary" counters "$one_counter"
  repeat "$1" "$session/actions" 200 -H "$json" -H "$screen" --data-binary "$action"
  count "$backstack"
}

# call COUNT FEATURE MEMBER TOOL ARGUMENTS: an agent calls a tool with the session.
call() {
  local count=$1 tool=$4 arguments=$5 message
  MCP=on host "$binary" "$2" ${3:+"$3"}
  message="{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$tool\",
    \"arguments\":{\"session\":\"${session##*/}\"$arguments}}}"
  repeat "$count" "$backstack_url/mcp" 200 -H "$json" -H 'Accept: application/json, text/event-stream' \
    -H 'MCP-Protocol-Version: 2025-11-25' --data-binary "$message"
  ! grep -q '"isError":true' "$work/answers" || fail "the tool $tool has failed"
  count "$backstack"
}

# act_by_socket COUNT DEPTH: the patch and the answer come on the connection that sends the action.
act_by_socket() {
  open "$2"
  "$(dirname "${BASH_SOURCE[0]}")/socket_actions.py" "$session" "$1" "$action" || fail "the socket broke"
  count "$backstack"
}

# read_session COUNT DEPTH
read_session() {
  open "$2"
  repeat "$1" "$session" 200
  count "$backstack"
}

# create COUNT
create() {
  start_backstack "${counter[@]}" "$binary"
  repeat "$1" "$backstack_url/sessions" 201 -H "$json" --data-binary '{"feature":"counters"}'
  count "$backstack"
}

one_counter='"state":{"path":[{"counter":{"count":0}}]}'
screen='Accept: application/vnd.backstack.screen+json'
screen_patch='Accept: application/vnd.backstack.screen-patch+json'

# row NAME FUNCTION [ARGUMENT …]
row() {
  local name=$1 function=$2 base
  shift 2
  say "$name"
  "$function" "$short" "$@"
  base=$counted
  "$function" "$long" "$@"
  awk -v name="$name" -v instructions="$((counted - base))" -v requests="$((long - short))" 'BEGIN {
    text = sprintf("%.0f", instructions / requests / 100) * 100
    while (length(text) > 3) {
      out = "," substr(text, length(text) - 2) out
      text = substr(text, 1, length(text) - 3)
    }
    printf "| %s | %s |\n", name, text out
  }'
}

echo "| | instructions/request |"
echo "| --- | ---: |"
row "Backstack, action, depth 5" act 5
row "Backstack, patch, depth 5" act 5 -H 'Accept: application/json-patch+json'
row "Backstack, screen's patch, depth 5" act 5 -H "$screen_patch"
row "Backstack, read, depth 5" read_session 5
row "Backstack, creation" create
[[ -n $counts_all ]] || exit 0
row "nginx, static file of 400 bytes" nginx_file
row "Backstack, \`GET /healthz\`" fixed_text
row "Backstack, patch, depth 100" act 100 -H 'Accept: application/json-patch+json'
row "Backstack, action by a socket, depth 5, with its patch" act_by_socket 5
row "Backstack, screen's patch, depth 100" act 100 -H "$screen_patch"
row "Backstack, screen of stand-ups" read_screen standups
row "Backstack, screen of stand-ups, looked at by an agent" call standups '' look ''
row "Backstack, action, with its screen" act_on_screen
row "Backstack, action, pressed by an agent" call counters "$one_counter" press ',"control":"path/0:1.0"'
[[ -n $benchmarks ]] || exit 0
row "Backstack, action to a screen with a value of its own" share own
row "Backstack, action to a screen with a shared value" share shared
