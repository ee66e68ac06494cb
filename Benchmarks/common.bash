# shellcheck shell=bash
# Functions that the benchmarks share: they start separate servers and create sessions.

set -euo pipefail
shopt -s inherit_errexit
export LC_ALL=C
# The location of nginx on Debian, which is not in every user's PATH.
PATH=$PATH:/usr/sbin:/sbin

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
declare -A running=()

# Changes a number at the bottom of a stack. Decrementing never makes a counter dismiss itself.
# shellcheck disable=SC2034
fixed_size=400
# shellcheck disable=SC2034
action='{"path":{"element":{"id":0,"action":{"counter":"decrementButtonTapped"}}}}'
json='Content-Type: application/json'

say() { echo "$*" >&2; }

fail() {
  say "$(basename "$0"): $*"
  exit 1
}

clean_up() {
  local code=$? pid
  trap - EXIT
  for pid in "${!running[@]}"; do stop "$pid"; done
  rm -rf "$work"
  exit "$code"
}
trap clean_up EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

need() {
  local tool
  for tool in "$@"; do
    command -v "$tool" >/dev/null || fail "$tool is missing; on Debian: make packages-bench"
  done
}

# fetch ARGUMENT …: runs curl without a proxy; fails if the response is an error.
fetch() { curl --silent --show-error --fail --noproxy '*' --max-time 60 "$@"; }

# stop PID: ends a process that this script started, and waits for it.
stop() {
  local pid=$1 tries=0
  unset "running[$pid]"
  kill "$pid" 2>/dev/null || return 0
  while kill -0 "$pid" 2>/dev/null; do
    if ((++tries > 200)); then
      kill -KILL "$pid" 2>/dev/null || true
      break
    fi
    sleep 0.05
  done
  wait "$pid" 2>/dev/null || true
}

# start_backstack COMMAND …: starts a server on a free port and sets `backstack` to its process id and
# `backstack_url` to its URL.
start_backstack() {
  local tries=0
  : >"$work/backstack.out"
  env -u IDLE_TIMEOUT HOST=127.0.0.1 PORT=0 STORAGE="${storage:-memory}" "$@" serve \
    >"$work/backstack.out" 2>"$work/backstack.err" &
  backstack=$!
  running[$backstack]=1
  while true; do
    backstack_url=$(sed -n 's/^Backstack serves \(http:.*\)$/\1/p' "$work/backstack.out")
    [[ -z $backstack_url ]] || break
    kill -0 "$backstack" 2>/dev/null \
      || fail "the server did not start: $(cat "$work/backstack.err")"
    ((++tries <= 600)) || fail "the server says nothing after 30 seconds"
    sleep 0.05
  done
}

# start_nginx MASTER WORKERS COMMAND …: starts nginx, with or without a master process, and sets
# `nginx` to its process id and `nginx_url` to the URL of a file of `fixed_size` bytes.
start_nginx() {
  local master=$1 workers=$2 prefix=$work/nginx port tries attempt
  shift 2
  mkdir -p "$prefix/temporary" "$prefix/static"
  # If root starts nginx, its workers run as another user.
  chmod 711 "$work" "$prefix"
  chmod 755 "$prefix/static"
  awk -v size="$fixed_size" 'BEGIN { while (n++ < size) printf "x" }' >"$prefix/static/file.txt"
  # nginx has no option to use any free port.
  for attempt in 1 2 3 4 5 6 7 8 9 10; do
    port=$((20000 + (RANDOM * 32768 + RANDOM) % 12000))
    sed -e "s/@MASTER@/$master/" -e "s/@WORKERS@/$workers/" -e "s/@PORT@/$port/" \
      "$here/nginx.conf.in" >"$prefix/nginx.conf"
    "$@" -e stderr -p "$prefix" -c nginx.conf 2>"$work/nginx.err" &
    nginx=$!
    nginx_url=http://127.0.0.1:$port/file.txt
    # If another process uses the port, nginx gives up within seconds.
    tries=0
    while ((++tries <= 200)) && kill -0 "$nginx" 2>/dev/null; do
      if [[ -s $prefix/nginx.pid ]] && fetch "$nginx_url" >/dev/null 2>&1; then
        running[$nginx]=1
        return
      fi
      sleep 0.05
    done
    stop "$nginx"
  done
  fail "nginx did not start, $attempt times: $(cat "$work/nginx.err")"
}

# build_go NAME: builds a program in Go, with the packages that Debian has, as $work/go/NAME.
build_go() {
  (cd "$here/Go/$1" && GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE="$work/go-cache" go build -o "$work/go/$1" .) \
    || fail "Go/$1 could not be built; on Debian: make packages-bench"
}

# start_go: builds the peer in Go, starts it, and sets `go_peer` to its process id and `go_url` to its
# URL.
start_go() {
  local tries=0
  build_go peer
  : >"$work/go.out"
  "$work/go/peer" "$fixed_size" >"$work/go.out" 2>"$work/go.err" &
  go_peer=$!
  running[$go_peer]=1
  while true; do
    go_url=$(sed -n 's/^\(http:.*\)$/\1/p' "$work/go.out")
    [[ -z $go_url ]] || break
    kill -0 "$go_peer" 2>/dev/null || fail "the peer in Go did not start: $(cat "$work/go.err")"
    ((++tries <= 600)) || fail "the peer in Go says nothing after 30 seconds"
    sleep 0.05
  done
}

# create_sessions URL DEPTH COUNT FILE: creates sessions and writes their ids to a file.
create_sessions() {
  local url=$1 depth=$2 count=$3 file=$4
  awk -v depth="$depth" 'BEGIN {
    printf "{\"feature\":\"counters\",\"state\":{\"path\":["
    for (i = 0; i < depth; i++) printf "%s{\"counter\":{\"count\":0}}", i ? "," : ""
    printf "]}}"
  }' >"$work/session.json"
  awk -v url="$url" -v count="$count" 'BEGIN {
    for (i = 0; i < count; i++) print "url = " url "/sessions"
  }' >"$work/urls"
  fetch -H "$json" --data-binary "@$work/session.json" -w '\n' -K "$work/urls" \
    >"$work/created" || fail "creating sessions of depth $depth failed: $(head -c 500 "$work/created")"
  sed -n 's/^{"id":"\([^"]*\)".*$/\1/p' "$work/created" >"$file"
  [[ $(wc -l <"$file") = "$count" ]] || fail "not every session of depth $depth was created"
}
