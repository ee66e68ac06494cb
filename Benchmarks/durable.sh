#!/usr/bin/env bash
# Compares actions whose responses wait until they are stored with actions that are not stored, and
# prints Markdown tables.
#
#   Benchmarks/durable.sh PATH-OF-BINARY [FOLDER [PATH-OF-STORAGE-BENCHMARKS]]
#
# With the last argument, also measures a million stored sessions of which a few thousand are used.
# FOLDER has to be on the disk to measure; the default is a temporary folder.
# DATABASE is the URL of a PostgreSQL database to compare as well; then the bytes are those of its log.
# SECONDS_PER_RUN (5) is the duration of each scenario.
# shellcheck source=Benchmarks/common.bash
source "$(dirname "${BASH_SOURCE[0]}")/common.bash"

seconds=${SECONDS_PER_RUN:-5}
export WRK_THREADS=2
counts=(1 64 1000)
depth=5
# The depth of the sessions that show what the size of a state costs.
deep=100

[[ $# -ge 1 && $# -le 3 && -x $1 ]] || fail "usage: Benchmarks/durable.sh PATH-OF-BINARY [FOLDER [PATH]]"
[[ $seconds =~ ^[1-9][0-9]*$ ]] || fail "SECONDS_PER_RUN is a number of seconds, not \"$seconds\""
need wrk curl awk
binary=$1
folder=$(mktemp -d "${2:-$work}/durable-XXXXXX")
trap 'rm -rf "$folder"; clean_up' EXIT

# written NAME: prints the number of bytes that the server or its database has written to disks.
written() {
  case $1 in
    postgres) psql -Atc "SELECT wal_bytes FROM pg_stat_wal" "$DATABASE" ;;
    *) awk '$1 == "write_bytes:" { print $2 }' "/proc/$backstack/io" ;;
  esac
}

# serve NAME: starts a server with the given storage.
serve() {
  case $1 in
    memory) storage=memory start_backstack "$binary" ;;
    relaxed | full) storage=sqlite:$folder/$1.sqlite start_backstack env DURABILITY="$1" "$binary" ;;
    postgres) storage=$DATABASE start_backstack "$binary" ;;
  esac
}

# cpu: prints the CPU time of the server, in hundredths of a second.
cpu() { awk '{ print $14 + $15 }' "/proc/$backstack/stat"; }

# measure NAME COUNT DEPTH: sends actions to COUNT sessions, one after the other, with a connection for
# each.
measure() {
  local name=$1 count=$2 depth=$3 threads=2 before used result requests took p99 broken refused late
  serve "$name"
  create_sessions "$backstack_url" "$depth" "$count" "$work/sessions"
  before=$(written "$name")
  used=$(cpu)
  ((count > 1)) || threads=1
  WRK_THREADS=$threads wrk -t"$threads" -c"$count" -d"${seconds}s" --timeout 30s -s "$here/load.lua" \
    "$backstack_url" -- "$work/sessions" "$action" >"$work/wrk.out" 2>&1 \
    || fail "wrk failed: $(cat "$work/wrk.out")"
  result=$(sed -n 's/^RESULT //p' "$work/wrk.out")
  read -r requests took p99 broken refused late <<<"$result"
  ((requests > 0 && refused == 0 && broken == 0 && late == 0)) \
    || fail "$name, $count sessions: $requests answers, $refused errors, $broken broken, $late late"
  ((depth == deep)) && count="$count, $deep deep"
  printf '%s\t%s\t%.1f\t%.3f\t%.1f\t%.1f\n' "$name" "$count" \
    "$(awk "BEGIN { print $requests / $took }")" "$(awk "BEGIN { print $p99 / 1000 }")" \
    "$(awk "BEGIN { print ($(written "$name") - $before) / $requests }")" \
    "$(awk "BEGIN { print ($(cpu) - $used) * 10000 / $requests }")" | tee -a "$work/results" >&2
  stop "$backstack"
}

# wake NAME: measures the first and the second read of a thousand stored sessions after a start.
wake() {
  local name=$1 first second
  rm -f "$folder/$name.sqlite"*
  serve "$name"
  create_sessions "$backstack_url" "$depth" 1000 "$work/sessions"
  stop "$backstack"
  size=$(du -cb "$folder/$name.sqlite"* | tail -1 | cut -f1)
  serve "$name"
  sed "s|.*|url = $backstack_url/sessions/&|" "$work/sessions" >"$work/read"
  first=$(fetch -w '\n%{time_total}\n' -K "$work/read" | grep -a '^[0-9.]*$' | sort -n)
  second=$(fetch -w '\n%{time_total}\n' -K "$work/read" | grep -a '^[0-9.]*$' | sort -n)
  woken=$(sed -n 500p <<<"$first")
  awake=$(sed -n 500p <<<"$second")
  stop "$backstack"
}

# resident: prints the memory of the server, in megabytes.
resident() { awk '$1 == "VmRSS:" { printf "%.0f", $2 / 1000 }' "/proc/$backstack/status"; }

# many PATH: starts a server with a million sessions, and uses 3,000 of them at a time.
many() {
  local at
  "$1" fill "$folder/full.sqlite" 1000000 >"$work/million"
  at=$(date +%s%N)
  export PASSIVATE_AFTER=1
  serve full
  started=$((($(date +%s%N) - at) / 1000000))
  at_start=$(resident)
  : >"$work/used"
  for ((part = 1; part <= 5; part++)); do
    awk -v first=$((part * 150000)) -v url="$backstack_url" \
      'NR > first && NR <= first + 3000 { print "url = " url "/sessions/" $0 }' "$work/million" >"$work/read"
    fetch -K "$work/read" >/dev/null || fail "a stored session could not be read"
    echo "$(resident)" >>"$work/used"
    # The server passivates sessions every ten seconds.
    sleep 12
  done
  asleep=$(resident)
  unset PASSIVATE_AFTER
  stop "$backstack"
}

for count in "${counts[@]}"; do
  for name in memory relaxed full ${DATABASE:+postgres}; do measure "$name" "$count" "$depth"; done
done
for name in memory full ${DATABASE:+postgres}; do measure "$name" 64 "$deep"; done
# Otherwise curl would print a thousand responses.
wake full
if [[ -n ${3:-} ]]; then
  rm -f "$folder"/full.sqlite*
  many "$3"
fi

echo "Actions to sessions of depth $depth, unless otherwise stated, with the whole snapshot as the response and a connection for each:"
echo
awk -F '\t' '
  BEGIN {
    print "| sessions | storage | actions/s | relative to `memory` | CPU/action | p99 | bytes written per action |"
    print "| ---: | --- | ---: | ---: | ---: | ---: | ---: |"
  }
  $1 == "memory" { base[$2] = $3 }
  {
    printf "| %s | `%s` | %d | %.2f | %.1f µs | %.1f ms | %s |\n", $2, $1, $3, $3 / base[$2], $6, $4,
      $1 == "memory" ? "" : sprintf("%d", $5)
  }' "$work/results"
cat <<TEXT

\`wrk\` for $seconds s, on the same $(nproc) cores as the server. A session of depth $depth takes \
$((size / 1000)) bytes in the file, including its history and free space. Reading a passive session \
takes $(awk "BEGIN { printf \"%.2f\", $woken * 1000 }") ms, an active one \
$(awk "BEGIN { printf \"%.2f\", $awake * 1000 }") ms (medians of a thousand, including \`curl\`).
TEXT

if [[ -n ${3:-} ]]; then
  echo
  echo "A server with a million stored sessions responds $started ms after it was started, \
including the start of the process, and uses $at_start MB then. With 3,000 of them in use, five times \
others, it uses $(paste -sd ' ' "$work/used") MB, and $asleep MB after they were passivated."
fi
