#!/usr/bin/env bash
# Counts the instructions of a request in user mode, and prints a Markdown table.
#
#   Benchmarks/instructions.sh [--gate] PATH-OF-BINARY [PATH-OF-BENCHMARKS]
#
# With --gate, it counts only what `make check-instructions` compares. BackstackBenchmarks hosts the features with
# and without shared values.
#
# Unlike times, these counts do not depend on the load, and little on the machine. A count is that of REQUESTS (1000)
# requests on one keep-alive connection, after WARM (200) others, divided by their number.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

warm=${WARM:-200}
requests=${REQUESTS:-1000}

counts_all=1
[[ ${1-} != --gate ]] || { counts_all= && shift; }
[[ ($# = 1 || ($# = 2 && -x $2)) && -x $1 ]] \
  || fail "usage: Benchmarks/instructions.sh [--gate] PATH-OF-BINARY [PATH-OF-BENCHMARKS]"
[[ $warm =~ ^[1-9][0-9]*$ && $requests =~ ^[1-9][0-9]*$ ]] || fail "WARM and REQUESTS are numbers of requests"
need valgrind curl awk python3 clang
[[ -z $counts_all ]] || need nginx
binary=$1
benchmarks=${2-}
clang -O2 -shared -fPIC -o "$work/count.so" "$here/count.c"
mkfifo "$work/dumps"
# Two processes that hash with different seeds look at different numbers of buckets.
counter=(env "LD_PRELOAD=$work/count.so" "DUMPS=$work/dumps" SWIFT_DETERMINISTIC_HASHING=1
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

# dump PID NUMBER: has a process write the instructions since its last dump, and sets `counted` to their number.
dump() {
  local tries=0
  echo -n . >"$work/dumps"
  until counted=$(awk '$1 == "totals:" { sum = $2 } END { print sum }' "$work/callgrind.$1.$2" 2>"$work/dump.err") \
    && [[ -n $counted ]]; do
    ((++tries <= 600)) || fail "valgrind has written no total: $(cat "$work/dump.err")"
    sleep 0.05
  done
}

# count PID COMMAND …: sets `counted` to the number of instructions of a process while a command, the first argument of
# which is the number, sends requests to it.
count() {
  local pid=$1 command=$2
  shift 2
  "$command" "$warm" "$@"
  dump "$pid" 1
  "$command" "$requests" "$@"
  dump "$pid" 2
}

# count_actions COMMAND …: counts requests, each of which makes a version of `session`.
count_actions() {
  local version
  count "$backstack" "$@"
  version=$(fetch "$session" | sed 's/.*"version":\([0-9]*\).*/\1/')
  [[ $version = $((warm + requests)) ]] \
    || fail "after $((warm + requests)) actions the session is at version $version"
}

nginx_file() {
  start_nginx off 1 "${counter[@]}" nginx
  count "$nginx" repeat "$nginx_url" 200
}

fixed_text() {
  start_backstack "${counter[@]}" "$binary"
  count "$backstack" repeat "$backstack_url/healthz" 200
}

# open DEPTH: starts a server with one session, and sets `session` to its URL.
open() {
  start_backstack "${counter[@]}" "$binary"
  create_sessions "$backstack_url" "$1" 1 "$work/session"
  session=$backstack_url/sessions/$(<"$work/session")
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

# act DEPTH [ARGUMENT …]
act() {
  open "$1"
  shift
  count_actions repeat "$session/actions" 200 -H "$json" --data-binary "$action" "$@"
}

# share FEATURE: an action that changes a value of a screen, which is shared or not.
share() {
  host "$benchmarks" "$1"
  count_actions repeat "$session/actions" 200 -H "$json" --data-binary '{"path":{"element":{"id":0,"action":"add"}}}'
}

# read_screen FEATURE
read_screen() {
  host "$binary" "$1"
  count "$backstack" repeat "$session/screen" 200 -H "$screen"
}

# act_on_screen: an action whose response has the screen.
act_on_screen() {
  host "$binary" counters "$one_counter"
  count_actions repeat "$session/actions" 200 -H "$json" -H "$screen" --data-binary "$action"
}

# call FEATURE MEMBER TOOL ARGUMENTS: an agent calls a tool with the session.
call() {
  local tool=$3 arguments=$4 message
  MCP=on host "$binary" "$1" ${2:+"$2"}
  message="{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"$tool\",
    \"arguments\":{\"session\":\"${session##*/}\"$arguments}}}"
  count "$backstack" repeat "$backstack_url/mcp" 200 -H "$json" -H 'Accept: application/json, text/event-stream' \
    -H 'MCP-Protocol-Version: 2025-11-25' --data-binary "$message"
  ! grep -q '"isError":true' "$work/answers" || fail "the tool $tool has failed"
}

# act_by_socket DEPTH: the patch and the answer come on the connection that sends the action.
act_by_socket() {
  open "$1"
  count_actions "$here/socket_actions.py" "$session" "$action"
}

# read_session DEPTH
read_session() {
  open "$1"
  count "$backstack" repeat "$session" 200
}

create() {
  start_backstack "${counter[@]}" "$binary"
  count "$backstack" repeat "$backstack_url/sessions" 201 -H "$json" --data-binary '{"feature":"counters"}'
}

one_counter='"state":{"path":[{"counter":{"count":0}}]}'
screen='Accept: application/vnd.backstack.screen+json'
screen_patch='Accept: application/vnd.backstack.screen-patch+json'

# row NAME FUNCTION [ARGUMENT …]
row() {
  local name=$1 pid
  shift
  say "$name"
  "$@"
  for pid in "${!running[@]}"; do stop "$pid"; done
  awk -v name="$name" -v instructions="$counted" -v requests="$requests" 'BEGIN {
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
