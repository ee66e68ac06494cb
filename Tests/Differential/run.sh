#!/usr/bin/env bash
# Compares this server with nginx and Node on the bytes of the parser's tables. Passes its arguments to
# `swift test`. If BACKSTACK_COMPARE_RECORD is set, writes the results to decisions.md, where each new
# row then needs a reason.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=Tests/Differential
scratch=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$scratch"' EXIT

node "$folder/server.mjs" > "$scratch/node-port" &
nginx_port=$(node -e 'const s = require("net").createServer();
  s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
sed "s/PORT/$nginx_port/" "$folder/nginx.conf" > "$scratch/nginx.conf"
nginx -e "$scratch/error.log" -p "$scratch" -c "$scratch/nginx.conf" &
until [ -s "$scratch/node-port" ] && (: < "/dev/tcp/127.0.0.1/$nginx_port") 2> "$scratch/refused"; do
  sleep 0.1
done

peers="nginx $(nginx -v 2>&1 | sed 's,.*/,,') and Node $(node --version | sed 's/v//')"
BACKSTACK_COMPARE_PEERS="$peers" BACKSTACK_COMPARE_PORTS="$nginx_port $(cat "$scratch/node-port")" \
  swift test "$@" --filter DifferentialTests
