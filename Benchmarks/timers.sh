#!/usr/bin/env bash
# Measures how the timers of many stored sessions slow down other sessions: starts a timer that ticks
# every second in each of TIMERS sessions, and sends actions to other sessions meanwhile. Fails if a
# request fails, a session is lost, or a timer stops.
#
#   Benchmarks/timers.sh PATH-OF-BINARY [FOLDER]
#
# FOLDER has to be on the disk to measure; the default is a temporary folder.
# TIMERS (100000) is the number of sessions with a timer, BYSTANDERS (50) the number of other sessions,
# each of which receives ten actions per second, and SECONDS_PER_RUN (20) the duration.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

timers=${TIMERS:-100000}
bystanders=${BYSTANDERS:-50}
seconds=${SECONDS_PER_RUN:-20}
sample=500

[[ $# -ge 1 && $# -le 2 && -x $1 ]] || fail "usage: Benchmarks/timers.sh PATH-OF-BINARY [FOLDER]"
for number in "$timers" "$bystanders" "$seconds"; do
  [[ $number =~ ^[1-9][0-9]*$ ]] || fail "\"$number\" is no number above 0"
done
need wrk curl awk
folder=$(mktemp -d "${2:-$work}/timers-XXXXXX")
trap 'rm -rf "$folder"; clean_up' EXIT

# metric NAME: prints the value of a metric.
metric() { fetch "$backstack_url/metrics" | awk -v name="$1" '$1 == name { print $2 }'; }

# resident: prints the memory of the server, in megabytes.
resident() { awk '$1 == "VmRSS:" { printf "%.0f", $2 / 1000 }' "/proc/$backstack/status"; }

# processor: prints the CPU time of the server, in hundredths of a second.
processor() { awk '{ print $14 + $15 }' "/proc/$backstack/stat"; }

# load THREADS CONNECTIONS SECONDS ARGUMENT …: replaces the shell by wrk, which runs timers.lua.
load() {
  local threads=$1 connections=$2 seconds=$3
  shift 3
  exec env WRK_THREADS="$threads" wrk -t"$threads" -c"$connections" -d"${seconds}s" --timeout 60s \
    -s "$here/timers.lua" "$backstack_url" -- "$@" >"$work/wrk.out" 2>&1
}

# finish: sets `result` to wrk's results.
finish() {
  read -r -a result <<<"$(sed -n 's/^RESULT //p' "$work/wrk.out")"
  ((${#result[@]} == 9)) || fail "wrk says nothing: $(cat "$work/wrk.out")"
}

# start_timers: creates the sessions with timers. wrk can't end by itself, so it is interrupted.
start_timers() {
  local started=0 tries=0 child
  (load 2 64 900 start "$timers" "$work/started") &
  child=$!
  running[$child]=1
  while ((started < timers)); do
    sleep 0.5
    kill -0 "$child" 2>/dev/null || fail "wrk failed: $(cat "$work/wrk.out")"
    ((++tries < 1200)) || fail "$started timers were started in ten minutes"
    started=$({ cat "$work"/started.*.done 2>/dev/null || true; } \
      | awk '{ count += $1 } END { print count + 0 }')
  done
  kill -INT "$child"
  wait "$child" || true
  unset "running[$child]"
  finish
}

# act NAME: sends actions to the bystanders, and prints the response times.
act() {
  (load 1 "$bystanders" "$seconds" act "$work/bystanders" 100) \
    || fail "wrk failed: $(cat "$work/wrk.out")"
  finish
  ((result[5] == 0 && result[6] == 0 && result[7] == 0)) \
    || fail "$1: ${result[5]} refused, ${result[6]} broken, ${result[7]} late"
  printf '| %s | %d | %.1f ms | %.1f ms | %.1f ms |\n' "$1" "${result[0]}" \
    "$(awk "BEGIN { print ${result[2]} / 1000 }")" "$(awk "BEGIN { print ${result[3]} / 1000 }")" \
    "$(awk "BEGIN { print ${result[4]} / 1000 }")" | tee -a "$work/table" >&2
}

# versions FILE: writes the versions of some of the sessions with timers, with the time of each read.
versions() {
  awk -v url="$backstack_url" '{ print "url = " url "/sessions/" $0 }' "$work/sample" >"$work/read"
  fetch -N -w '\n' -K "$work/read" | sed -un 's/^.*"version":\([0-9]*\).*$/\1/p' \
    | while read -r version; do echo "$version ${EPOCHREALTIME/./}"; done >"$1"
}

export MAX_SESSIONS=$((timers + bystanders))
storage=sqlite:$folder/timers.sqlite start_backstack "$1"
at_start=$(resident)
create_sessions "$backstack_url" 5 "$bystanders" "$work/bystanders"
act "without timers"

say "starting $timers timers"
start_timers
((result[8] == timers && result[5] == 0 && result[6] == 0 && result[7] == 0)) \
  || fail "${result[8]} timers started, ${result[5]} refused, ${result[6]} broken, ${result[7]} late"
cat "$work"/started.[01] >"$work/all"
awk -v every="$((timers / sample + 1))" 'NR % every == 1 || every == 1' "$work/all" >"$work/sample"

versions "$work/before"
ticks=$(metric 'backstack_actions_total{feature="counters",cause="effect"}')
at=${EPOCHREALTIME/./}
cpu=$(processor)
act "with $timers timers"
ticks=$(($(metric 'backstack_actions_total{feature="counters",cause="effect"}') - ticks))
took=$((${EPOCHREALTIME/./} - at))
cpu=$(($(processor) - cpu))
memory=$(resident)
versions "$work/after"

effects=$(metric 'backstack_effects{feature="counters"}')
sessions=$(metric 'backstack_sessions{feature="counters"}')
failures=$(metric 'backstack_storage_failures_total')
refused=$(fetch "$backstack_url/metrics" \
  | awk '/^http_requests_total/ && /status="5/ { count += $2 } END { print count + 0 }')
((effects == timers)) || fail "$((timers - effects)) timers have stopped"
((sessions == timers + bystanders)) || fail "$((timers + bystanders - sessions)) sessions are gone"
((refused == 0 && failures == 0)) || fail "$refused requests failed, the storage $failures times"
[[ $(wc -l <"$work/after") = "$(wc -l <"$work/sample")" ]] || fail "not every session was read"
! grep -q session-dropped "$work/backstack.err" || fail "$(cat "$work/backstack.err")"
read -r median worst < <(paste -d ' ' "$work/before" "$work/after" | awk '
  $3 <= $1 { print "stopped"; exit }
  { print ($4 - $2) / 1e6 / ($3 - $1) }' | sort -n | awk '
  /stopped/ { print "stopped", "stopped"; exit }
  { all[NR] = $1 }
  END { printf "%.2f %.2f\n", all[int((NR + 1) / 2)], all[NR] }')
[[ $median != stopped ]] || fail "a timer stands still"

echo "Actions of $bystanders sessions, ten per second each, for $seconds s, each stored before its response:"
echo
echo "| | actions | median | p99 | slowest |"
echo "| --- | ---: | ---: | ---: | ---: |"
cat "$work/table"
cat <<TEXT

No request failed, and all timers run. The sessions ticked $((ticks * 1000000 / took)) times per second in total; of \
$(wc -l <"$work/sample") sessions, the median ticked every $median s and the slowest every $worst s. The server used \
$((cpu * 1000000 / took)) % of a core, on the same $(nproc) as the load, and ${memory} MB, or ${at_start} MB at the start.
TEXT
stop "$backstack"
