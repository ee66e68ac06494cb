#!/usr/bin/env bash
# Measures how long clients of small sessions wait while other clients use ten sessions of 1 MiB, send requests that
# cost far more than their size tells, or have idle sockets; the memory that unread responses occupy, and whether it
# is returned to the system. Prints Markdown tables.
#
#   Benchmarks/neighbours.sh PATH-OF-BINARY
#
# SECONDS_PER_RUN (10) is the duration of each scenario, READERS (40) the number of clients that don't read, SOCKETS
# (5000) that of the idle sockets.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

seconds=${SECONDS_PER_RUN:-10}
readers=${READERS:-40}
sockets=${SOCKETS:-5000}
large_count=10

[[ $# = 1 && -x $1 ]] || fail "usage: Benchmarks/neighbours.sh PATH-OF-BINARY"
[[ $seconds =~ ^[1-9][0-9]*$ && $readers =~ ^[1-9][0-9]*$ ]] \
  || fail "SECONDS_PER_RUN and READERS are numbers"
[[ $sockets =~ ^[1-9][0-9]*$ ]] || fail "SOCKETS is a number"
ulimit -n "$((sockets + 500))" || fail "the limit of descriptors is too low for $sockets sockets"
need wrk curl awk python3
binary=$1

# large_sessions FILE: creates sessions of nearly 1 MiB. Without a stack, each is always encoded as a whole.
large_sessions() {
  awk 'BEGIN {
    printf "{\"feature\":\"inventory\",\"state\":{\"items\":["
    for (i = 0; i < 7800; i++)
      printf "%s{\"id\":\"00000000-0000-4000-8000-%012d\",\"name\":\"Item number %d of many\"," \
        "\"color\":\"red\",\"status\":{\"inStock\":{\"quantity\":%d}}}", i ? "," : "", i, i, i
    printf "]}}"
  }' >"$work/large.json"
  awk -v url="$backstack_url" -v count="$large_count" 'BEGIN {
    for (i = 0; i < count; i++) print "url = " url "/sessions"
  }' >"$work/urls"
  fetch -H "$json" -H 'Prefer: return=minimal' --data-binary "@$work/large.json" -D "$work/created" \
    -o /dev/null -K "$work/urls" || fail "creating large sessions failed"
  sed -n 's/^Location: \/sessions\/\([0-9a-f]*\).*$/\1/pI' "$work/created" >"$1"
  [[ $(wc -l <"$1") = "$large_count" ]] || fail "not every large session was created"
}

# result FILE: sets variables to wrk's results; fails if a request has failed.
result() {
  read -r requests took p50 p95 p99 slowest broken refused late \
    <<<"$(sed -n 's/^RESULT //p' "$1")"
  ((requests > 0 && refused == 0 && broken == 0 && late == 0)) \
    || fail "$requests answers, $refused errors, $broken broken, $late late: $(cat "$1")"
}

# small [CONNECTIONS PAUSE]: sends actions to small sessions at a limited rate, with as many milliseconds between
# those of a connection.
small() {
  wrk -t1 -c"${1:-16}" -d"${seconds}s" --timeout 30s -s "$here/neighbours.lua" "$backstack_url" \
    -- small "$work/small" "$action" "${2:-20}" >"$work/small.out" 2>&1 || fail "wrk failed: $(cat "$work/small.out")"
}

row() {
  awk -v name="$1" -v n="$requests" -v t="$took" -v a="$p50" -v b="$p95" -v c="$p99" -v d="$slowest" \
    'BEGIN { printf "| %s | %.0f | %.1f ms | %.1f ms | %.1f ms | %.1f ms |\n", name, n / t, a / 1000, b / 1000, c / 1000, d / 1000 }'
}

# scenario NAME STORAGE: measures small sessions alone, and together with clients of large ones.
scenario() {
  storage=$2 start_backstack "$binary"
  create_sessions "$backstack_url" 5 64 "$work/small"
  large_sessions "$work/large"
  small
  result "$work/small.out"
  row "$1, alone"
  wrk -t1 -c"$large_count" -d"$((seconds + 2))s" --timeout 30s -s "$here/neighbours.lua" "$backstack_url" \
    -- large "$work/large" >"$work/large.out" 2>&1 &
  local beside=$!
  running[$beside]=1
  sleep 1
  small
  wait "$beside" || fail "wrk failed: $(cat "$work/large.out")"
  unset "running[$beside]"
  result "$work/small.out"
  row "$1, with clients of $large_count large sessions"
  result "$work/large.out"
  row "$1, the clients of the large sessions"
  stop "$backstack"
}

# beside_sockets: measures small sessions alone and beside idle sockets, with a load of about half of what the server
# and the client can do on two cores.
beside_sockets() {
  start_backstack env MAX_CONNECTIONS=20000 MAX_PER_ADDRESS=off "$binary"
  create_sessions "$backstack_url" 5 64 "$work/small"
  create_sessions "$backstack_url" 5 500 "$work/idle"
  small 64 3
  result "$work/small.out"
  row "memory at half load, alone"
  coproc READERS { exec python3 "$here/readers.py" "$backstack_url" "$sockets" "$work/idle" socket; }
  local reading=$READERS_PID answer=
  running[$reading]=1
  read -r -t 120 -u "${READERS[0]}" answer || true
  [[ $answer = ready ]] || fail "not every socket was sent the snapshot"
  small 64 3
  result "$work/small.out"
  row "memory at half load, beside $sockets idle sockets"
  stop "$reading"
  stop "$backstack"
}

# content_of KIND: prints the content of a request that costs more than its size tells.
content_of() {
  case $1 in
    links | refused) awk -v kind="$1" 'BEGIN {
      printf "{\"feature\":\"counters\",\"link\":\"/counters"
      for (i = 0; i < 20000; i++) printf "/1"
      printf "%s\"}", kind == "refused" ? "/x" : ""
    }' ;;
    states) awk 'BEGIN {
      printf "{\"feature\":\"counters\",\"state\":{\"path\":["
      for (i = 0; i < 2300; i++) printf "%s{\"counter\":{\"count\":0}}", i ? "," : ""
      printf "]}}"
    }' ;;
    timers) awk 'BEGIN {
      for (i = 0; i < 800; i++)
        printf "%s{\"path\":{\"element\":{\"id\":0,\"action\":{\"counter\":\"startTimerButtonTapped\"}}}}", i ? "," : "["
      printf "]"
    }' ;;
    votes) awk 'BEGIN {
      for (i = 0; i < 900; i++)
        printf "%s{\"path\":{\"element\":{\"id\":0,\"action\":{\"poll\":{\"optionTapped\":{\"id\":\"%s\"}}}}}}",
          i ? "," : "[", i % 2 ? "soup" : "salad"
      printf "]"
    }' ;;
  esac
}

# attack KIND: measures small sessions while six connections send costly requests.
attack() {
  start_backstack env MAX_SESSIONS=2200 "$binary"
  create_sessions "$backstack_url" 5 64 "$work/small"
  content_of "$1" >"$work/costly.json"
  local path=/sessions
  if [[ $1 = timers ]]; then
    create_sessions "$backstack_url" 1 1 "$work/attacked"
    path=/sessions/$(<"$work/attacked")/actions
  elif [[ $1 = votes ]]; then
    awk -v url="$backstack_url" 'BEGIN { for (i = 0; i < 2000; i++) print "url = " url "/sessions" }' >"$work/urls"
    fetch -H "$json" --data-binary '{"feature":"polls","link":"/polls/lunch"}' -w '\n' -K "$work/urls" \
      >"$work/created" || fail "creating polls failed"
    path=/sessions/$(sed -n '1s/^{"id":"\([^"]*\)".*$/\1/p' "$work/created")/actions
    fetch -H "$json" -H 'Prefer: return=minimal' --data-binary "@$work/costly.json" "$backstack_url$path" >/dev/null &
    running[$!]=1
  fi
  if [[ $1 != votes ]]; then
    wrk -t1 -c6 -d"$((seconds + 2))s" --timeout 30s -s "$here/neighbours.lua" "$backstack_url" \
      -- costly "$path" "$work/costly.json" >"$work/costly.out" 2>&1 &
    running[$!]=1
  fi
  local beside=$!
  sleep 1
  small
  stop "$beside"
  result "$work/small.out"
  row "memory, next to $2"
  stop "$backstack"
}

resident() { awk '$1 == "VmRSS:" { printf "%.1f MB", $2 / 1000 }' "/proc/$backstack/status"; }

# unread KIND PATH …: measures the memory of responses that clients don't read.
unread() {
  local before during after answer=
  before=$(resident)
  coproc READERS { exec python3 "$here/unread.py" "$backstack_url" "$readers" "${@:2}"; }
  local reading=$READERS_PID
  running[$reading]=1
  read -r -t 60 -u "${READERS[0]}" answer || true
  [[ $answer = ready ]] || fail "not every reader was answered"
  during=$(resident)
  stop "$reading"
  # Freed memory is returned to the system within ten seconds.
  sleep 15
  after=$(resident)
  echo "| $1 | $before | $during | $after |"
}

size() { fetch "$backstack_url/sessions/$(head -1 "$work/large")" | wc -c; }

{
  echo "| | requests/s | p50 | p95 | p99 | slowest |"
  echo "| --- | ---: | ---: | ---: | ---: | ---: |"
  scenario "memory" memory
  scenario "stored" "sqlite:$work/neighbours.sqlite"
  storage=memory
  attack links "links of 40 kB"
  attack refused "links of 40 kB that are refused"
  attack states "states of 60 kB"
  attack timers "batches of 800 timers"
  attack votes "900 votes that 2,000 sessions see"
  beside_sockets
  echo
  start_backstack "$binary"
  large_sessions "$work/large"
  echo "Resident memory with $readers clients that don't read responses of $(size) bytes:"
  echo
  echo "| | before | while they wait | afterwards |"
  echo "| --- | ---: | ---: | ---: |"
  first=/sessions/$(head -1 "$work/large")
  unread "\`GET\` of one session" "$first"
  unread "its events" "$first/events"
  unread "\`GET\` of ten sessions" $(sed 's|^|/sessions/|' "$work/large")
  stop "$backstack"
}
