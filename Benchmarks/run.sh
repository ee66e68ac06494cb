#!/usr/bin/env bash
# Compares a Backstack server with nginx and Go's net/http, and prints Markdown tables.
#
#   Benchmarks/run.sh PATH-OF-BINARY
#
# SECONDS_PER_RUN (5) is the duration of each scenario in each of ROUNDS (3) rounds.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

seconds=${SECONDS_PER_RUN:-5}
rounds=${ROUNDS:-3}
export WRK_THREADS=2
session_count=64
depths=(5 100)
patch_depths=(1 5 100 10000)

[[ $# = 1 && -x $1 ]] || fail "usage: Benchmarks/run.sh PATH-OF-BINARY"
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "SECONDS_PER_RUN is a number of seconds, not \"$seconds\""
[[ $rounds =~ ^[1-9][0-9]*$ ]] || fail "ROUNDS is a number, not \"$rounds\""
need nginx go wrk curl awk getconf
ticks_per_second=$(getconf CLK_TCK)

# cpu PID …: prints the user and system time of processes, in clock ticks.
cpu() {
  local pid total=0 line
  local -a fields
  for pid in "$@"; do
    line=$(cat "/proc/$pid/stat") || fail "a server ended while it was measured"
    # The fields after the program's name, which may contain anything, start with the third one.
    read -ra fields <<<"${line##*) }"
    total=$((total + fields[11] + fields[12]))
  done
  echo "$total"
}

# memory FIELD: prints a size of the Backstack process, in megabytes.
memory() {
  awk -v field="$1:" '$1 == field { printf "%.1f MB", $2 / 1000 }' "/proc/$backstack/status"
}

# versions RESPONSES DEPTH: prints the version in each response, which has to be a snapshot of that depth.
versions() {
  awk -v depth="$2" '
    {
      if (!match($0, /"version":[0-9]+/)) exit 1
      print substr($0, RSTART + 10, RLENGTH - 10)
      if (gsub(/"counter":/, "") != depth) exit 1
    }' "$1" || fail "a session is no longer $2 screens deep: $(head -c 500 "$1")"
}

# check URL DEPTH FILE: sends one action to each session, checks that each response has the next
# version, and prints the sum of the new versions.
check() {
  local url=$1 depth=$2 file=$3
  sed "s|.*|url = $url/sessions/&|" "$file" >"$work/read"
  sed 's|$|/actions|' "$work/read" >"$work/act"
  fetch -w '\n' -K "$work/read" >"$work/read.out" \
    || fail "reading sessions of depth $depth failed"
  fetch -w ' %{http_code}\n' -H "$json" --data-binary "$action" -K "$work/act" >"$work/act.out" \
    || fail "acting on sessions of depth $depth failed"
  ! grep -v ' 200$' "$work/act.out" >&2 || fail "an action was not answered 200"
  versions "$work/read.out" "$depth" >"$work/before"
  versions "$work/act.out" "$depth" >"$work/after"
  paste "$work/before" "$work/after" | awk -v count="$session_count" '
    $2 == $1 + 1 { advanced++; sum += $2 }
    END { if (NR != count || advanced != count) exit 1; printf "%d\n", sum }
  ' || fail "an action did not lead to the next version"
}

# measure NAME CONNECTIONS ROUND "PID …" URL [ARGUMENT …]: appends a line to the results, and sets
# `requests`.
measure() {
  local name=$1 connections=$2 round=$3 processes=$4 url=$5
  shift 5
  record "$name" "$connections" "$round" "$processes" wrk -t"$WRK_THREADS" -c"$connections" -d"${seconds}s" \
    --timeout 10s -s "$here/load.lua" "$url" -- "$@"
}

# record NAME CONNECTIONS ROUND "PID …" COMMAND …: appends what a load generator prints to the results, and
# sets `requests`.
record() {
  local name=$1 connections=$2 round=$3 before after result took p99 broken refused late
  local -a processes
  read -ra processes <<<"$4"
  shift 4
  before=$(cpu "${processes[@]}")
  "$@" >"$work/load.out" 2>&1 || fail "$1 failed: $(cat "$work/load.out")"
  after=$(cpu "${processes[@]}")
  result=$(sed -n 's/^RESULT //p' "$work/load.out")
  [[ -n $result ]] || fail "$1 failed: $(cat "$work/load.out")"
  read -r requests took p99 broken refused late <<<"$result"
  ((requests > 0)) || fail "$name: no request was answered"
  ((refused == 0)) || fail "$name: $refused of $requests answers were errors"
  ((broken == 0)) || fail "$name: $broken connections broke"
  ((late == 0)) || fail "$name: $late requests were not answered within 10 seconds"
  ((after > before)) || fail "$name: too short to measure; SECONDS_PER_RUN has to be larger"
  awk -v name="$name" -v connections="$connections" -v round="$round" -v requests="$requests" \
    -v took="$took" -v p99="$p99" -v ticks="$((after - before))" -v hertz="$ticks_per_second" 'BEGIN {
      printf "%s\t%d\t%d\t%.6f\t%.6f\t%.6f\n", name, connections, round, requests / took,
        p99 / 1000, ticks / hertz / requests * 1e6
    }' | tee -a "$work/results" | awk -F '\t' '{
      printf "  %-22s %5d %9.0f requests/s   p99 %6.2f ms   CPU %7.2f µs\n", $1, $2, $4, $5, $6
    }' >&2
}

# table PEER NAME …: prints the medians of the results by name and number of connections, with CPU time
# and requests as ratios to the peer's in the same round.
table() {
  awk -F '\t' -v peer="$1" -v names="$2" '
    function median(key, n,    values, i, j, swap) {
      for (i = 1; i <= n; i++) values[i] = value[key, i]
      for (i = 2; i <= n; i++)
        for (j = i; j > 1 && values[j - 1] > values[j]; j--) {
          swap = values[j]; values[j] = values[j - 1]; values[j - 1] = swap
        }
      return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
    }
    function grouped(number,    text, out) {
      text = sprintf("%.0f", number)
      while (length(text) > 3) {
        out = "," substr(text, length(text) - 2) out
        text = substr(text, 1, length(text) - 3)
      }
      return text out
    }
    BEGIN {
      count = split(names, list, ";")
      for (i = 1; i <= count; i++) wanted[list[i]] = 1
    }
    !($1 in wanted) { next }
    $1 == peer || index($1, peer " ") == 1 {
      # The peer with the same work, which is described after the name of the peer.
      work = substr($1, length(peer) + 1)
      rate[work, $2, $3] = $4; cpu[work, $2, $3] = $6
    }
    {
      row = $1 SUBSEP $2
      if (!(row in rows)) { rows[row] = ++total; name[total] = $1; connections[total] = $2 }
      value[row " rate", $3] = $4
      value[row " p99", $3] = $5
      value[row " cpu", $3] = $6
      if ($3 > rounds) rounds = $3
    }
    END {
      printf "| | connections | requests/s | p99 | CPU/request | requests, %s = 1 | CPU, %s = 1 |\n",
        peer, peer
      print "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
      for (i = 1; i <= total; i++) {
        row = name[i] SUBSEP connections[i]
        work = name[i]
        if (!sub(/^[^ ]+/, "", work)) work = ""
        for (r = 1; r <= rounds; r++) {
          value[row " rates", r] = value[row " rate", r] / rate[work, connections[i], r]
          value[row " cpus", r] = value[row " cpu", r] / cpu[work, connections[i], r]
        }
        printf "| %s | %s | %s | %.1f ms | %.1f µs | %.2f | %.2f |\n", name[i],
          grouped(connections[i]), grouped(median(row " rate", rounds)),
          median(row " p99", rounds), median(row " cpu", rounds), median(row " rates", rounds),
          median(row " cpus", rounds)
      }
    }' "$work/results"
}

# patch DEPTH ROUND: measures actions whose responses are patches.
patch() {
  local depth=$1 round=$2 file=$work/backstack-sessions-$1 media=application/json-patch+json
  sed "s|.*|url = $backstack_url/sessions/&/actions|; q" "$file" >"$work/act"
  fetch -H "$json" -H "Accept: $media" --data-binary "$action" -K "$work/act" \
    | grep -qE '^\[\{"op":"replace","path":"/state/path/0/state/counter/count","value":-[0-9]+\}\]$' \
    || fail "depth $depth: the answer is not the patch of one change"
  measure "patch-$depth" 64 "$round" "$backstack" "$backstack_url" "$file" "$action" \
    "$media"
}

# create ROUND: measures the creation of sessions, in a server that has no others.
create() {
  local round=$1 backstack backstack_url
  start_backstack env MAX_SESSIONS=10000000 "$binary"
  measure "backstack creation, depth 0" 64 "$round" "$backstack" "$backstack_url" create
  stop "$backstack"
}

# act SERVER "PID …" URL DEPTH ROUND: measures actions, and checks that each had its effect.
act() {
  local server=$1 processes=$2 url=$3 depth=$4 round=$5 first last
  local file=$work/$server-sessions-$depth
  first=$(check "$url" "$depth" "$file")
  measure "$server action, depth $depth" 64 "$round" "$processes" "$url" "$file" "$action"
  last=$(check "$url" "$depth" "$file")
  # Each session received one more action, and wrk abandons some without waiting for the response.
  ((last - first - session_count >= requests)) || fail \
    "depth $depth: $requests answers, but only $((last - first - session_count)) new versions"
}

# agent ROUND: measures screens, and actions with their screens, asked for by requests and by an agent's tools.
agent() {
  local round=$1 screens=$work/agent-standups counters=$work/agent-counters
  local media=application/vnd.backstack.screen+json tools='application/json, text/event-stream'
  measure "request screen" 64 "$round" "$agents" "$agents_url" "$screens" '' "$media" GET /sessions/@/screen
  measure "agent screen" 64 "$round" "$agents" "$agents_url" "$screens" "$(call look)" "$tools" POST /mcp
  measure "request action" 64 "$round" "$agents" "$agents_url" "$counters" "$action" "$media"
  measure "agent action" 64 "$round" "$agents" "$agents_url" "$counters" \
    "$(call press ',"control":"path/0:1.0"')" "$tools" POST /mcp
}

# call TOOL [ARGUMENTS]: prints an agent's call of a tool with a session.
call() {
  printf '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"%s","arguments":{"session":"@"%s}}}' \
    "$1" "${2-}"
}

# act_by_socket SERVER PID URL ROUND: measures actions on a socket to each session of depth 5, each of which is sent
# once the one before is answered; the load generator checks their effects.
act_by_socket() {
  record "$1 socket action, depth 5" "$session_count" "$4" "$2" \
    "$work/go/load" "$3" "$work/$1-sessions-5" "$action" "$seconds"
}

binary=$1
# The same server, with the poller that is not the default.
start_backstack env POLLER=dispatch "$1"
dispatch=$backstack
dispatch_url=$backstack_url
start_backstack "$1"
fixed_size=$(fetch "$backstack_url/healthz" | wc -c) || fail "GET /healthz is not answered 200"
idle=$(memory VmRSS)
start_go
build_go load
start_nginx on 2 nginx
workers=()
for ((try = 0; try < 100 && ${#workers[@]} < 2; try++)); do
  # The list does not end with a newline, so `read` is never satisfied.
  read -ra workers <"/proc/$nginx/task/$nginx/children" || true
  sleep 0.05
done
[[ ${#workers[@]} = 2 ]] || fail "nginx has ${#workers[@]} workers instead of 2"
for depth in "${depths[@]}"; do
  create_sessions "$backstack_url" "$depth" "$session_count" "$work/backstack-sessions-$depth"
  create_sessions "$go_url" "$depth" "$session_count" "$work/go-sessions-$depth"
done
populated=$(memory VmRSS)
for depth in "${patch_depths[@]}"; do
  [[ -e $work/backstack-sessions-$depth ]] \
    || create_sessions "$backstack_url" "$depth" 4 "$work/backstack-sessions-$depth"
done

# A file as large as the response to an action.
action_size=$(head -1 "$work/backstack-sessions-5" \
  | sed "s|.*|url = $backstack_url/sessions/&/actions|" \
  | fetch -H "$json" --data-binary "$action" -K - | wc -c)
awk -v size="$action_size" 'BEGIN { while (n++ < size) printf "x" }' >"$work/nginx/static/action.txt"
action_file_url=${nginx_url%/*}/action.txt

for ((round = 1; round <= rounds; round++)); do
  say "Round $round of $rounds"
  for connections in 64 1000; do
    measure nginx "$connections" "$round" "${workers[*]}" "$nginx_url"
    measure backstack "$connections" "$round" "$backstack" "$backstack_url/healthz"
    measure backstack-dispatch "$connections" "$round" "$dispatch" "$dispatch_url/healthz"
    measure go "$connections" "$round" "$go_peer" "$go_url/fixed"
  done
  measure "nginx action, depth 5" 64 "$round" "${workers[*]}" "$action_file_url"
  for depth in "${depths[@]}"; do
    act go "$go_peer" "$go_url" "$depth" "$round"
    act backstack "$backstack" "$backstack_url" "$depth" "$round"
  done
  act_by_socket go "$go_peer" "$go_url" "$round"
  act_by_socket backstack "$backstack" "$backstack_url" "$round"
  for depth in "${patch_depths[@]}"; do patch "$depth" "$round"; done
done
for ((round = 1; round <= rounds; round++)); do create "$round"; done
memory=$(memory VmHWM)
fetch "$backstack_url/healthz" >/dev/null || fail "GET /healthz is no longer answered 200"
start_backstack env MCP=on "$binary"
agents=$backstack
agents_url=$backstack_url
create_sessions "$agents_url" 1 64 "$work/agent-counters"
for ((session = 0; session < 64; session++)); do
  fetch "$agents_url/sessions" -H "$json" --data-binary '{"feature":"standups"}' -w '\n'
done | sed -n 's/^{"id":"\([^"]*\)".*$/\1/p' >"$work/agent-standups"
for ((round = 1; round <= rounds; round++)); do agent "$round"; done

say
echo "A fixed response of $fixed_size bytes: nginx's static file, Backstack's \`GET /healthz\`, also with
\`--poller dispatch\`, Go's \`net/http\`."
echo
table nginx "nginx;backstack;backstack-dispatch;go"
echo
echo "An action for one of $session_count sessions; the response is the snapshot of the whole session."
echo
table go "go action, depth 5;backstack action, depth 5;go action, depth 100;backstack action, depth 100"
echo
echo "The same by a socket to each session, with gorilla/websocket in Go, which answers with the whole snapshot; \
Backstack sends the patch and the answer."
echo
table go "go socket action, depth 5;backstack socket action, depth 5"
echo
echo "The first of these next to nginx, which serves a file of the same $action_size bytes."
echo
table nginx "nginx action, depth 5;backstack action, depth 5"
echo
echo "A session created, without a screen; the response is its snapshot."
echo
table backstack "backstack creation, depth 0"
echo
echo "An action on stacks of 1, 5, 100 and 10,000 screens; the response is the patch of the changes."
echo
table patch-1 "patch-1;patch-5;patch-100;patch-10000"
echo
echo "A screen of stand-ups, and an action of a counter with its screen, by requests and by an agent's tools."
echo
table request "request screen;agent screen;request action;agent action"
cat <<TEXT

Medians (rounds: $rounds, $seconds s each) of \`wrk -t$WRK_THREADS\`, keep-alive, on the same $(nproc) cores as the servers. \
CPU is the user and system time of the server; it is compared with that of the peer in the same round.

Resident memory of Backstack: $idle at the start, $populated with ${#depths[@]} × $session_count sessions \
(stacks of ${depths[0]} and ${depths[1]} screens), at most $memory under load.
TEXT
