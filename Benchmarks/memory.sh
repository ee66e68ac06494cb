#!/usr/bin/env bash
# Measures the resident memory that sessions and readers of their events need, and prints a Markdown
# table.
#
#   Benchmarks/memory.sh PATH-OF-BINARY
#
# SESSIONS (10000) is the number of sessions of each kind, READERS (5000) the number of readers of events, and twice as
# many have sockets.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

sessions=${SESSIONS:-10000}
readers=${READERS:-5000}

[[ $# = 1 && -x $1 ]] || fail "usage: Benchmarks/memory.sh PATH-OF-BINARY"
[[ $sessions =~ ^[1-9][0-9]*$ && $readers =~ ^[1-9][0-9]*$ ]] \
  || fail "SESSIONS and READERS are numbers"
need curl awk python3
binary=$1
ulimit -n "$((2 * readers + 500))" || fail "the limit of descriptors is too low for $((2 * readers)) sockets"

# resident: prints the memory of the server, in bytes.
resident() { awk '$1 == "VmRSS:" { print $2 * 1024 }' "/proc/$backstack/status"; }

# row NAME COUNT BEFORE: prints the memory that each of COUNT items has added.
row() {
  awk -v name="$1" -v bytes="$((($(resident) - $3) / $2))" 'BEGIN {
    if (bytes > 999) text = sprintf("%d,%03d", bytes / 1000, bytes % 1000); else text = bytes
    printf "| %s | %s |\n", name, text
  }'
}

# sessions_of_depth NAME DEPTH: measures new sessions in a separate server that already has some.
sessions_of_depth() {
  local before
  start_backstack "$binary"
  create_sessions "$backstack_url" "$2" 1000 "$work/warm"
  before=$(resident)
  create_sessions "$backstack_url" "$2" "$sessions" "$work/sessions"
  row "$1" "$sessions" "$before"
}

# readers_of NAME READERS COUNT [socket]: measures readers that are distributed over COUNT sessions.
readers_of() {
  local name=$1 readers=$2 before
  shift
  start_backstack env MAX_CONNECTIONS=20000 MAX_PER_ADDRESS=off "$binary"
  create_sessions "$backstack_url" 5 "$2" "$work/sessions"
  before=$(resident)
  coproc READERS { exec python3 "$here/readers.py" "$backstack_url" "$readers" "$work/sessions" "${@:3}"; }
  local reading=$READERS_PID answer=
  running[$reading]=1
  read -r -t 120 -u "${READERS[0]}" answer || true
  [[ $answer = ready ]] || fail "not every reader was sent the snapshot"
  row "$name" "$readers" "$before"
  stop "$reading"
  stop "$backstack"
}

echo "| resident memory | bytes |"
echo "| --- | ---: |"
sessions_of_depth "an idle session without a screen" 0
stop "$backstack"
sessions_of_depth "an idle session of 5 screens" 5
action='{"path":{"element":{"id":0,"action":{"counter":"decrementButtonTapped"}}}}'
before=$(resident)
sed "s|.*|url = $backstack_url/sessions/&/actions|" "$work/sessions" >"$work/act"
for ((round = 0; round < 10; round++)); do
  fetch -H "$json" --data-binary "$action" -K "$work/act" >/dev/null || fail "an action failed"
done
row "the history of 10 actions, with snapshots" "$sessions" "$before"
stop "$backstack"
readers_of "a reader of events, with $readers on one session" "$readers" 1
readers_of "a reader of events, with $readers on separate sessions" "$readers" "$readers"
readers_of "a socket, with $((2 * readers)) on one session" "$((2 * readers))" 1 socket
readers_of "a socket, with $((2 * readers)) on separate sessions" "$((2 * readers))" "$((2 * readers))" socket
