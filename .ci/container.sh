#!/usr/bin/env bash
# Checks without a container engine that the binary runs in the image of the Dockerfile: unpacks the
# packages of its runtime stage into an empty folder, adds the binary, and runs it there as an
# unprivileged user. Fails if the stripped binary is larger than 31 MB: one `import Foundation` in
# place of FoundationEssentials adds the data of ICU, 34 MB.
#
# usage: .ci/container.sh BINARY        (as root, on Debian)
set -euo pipefail
binary=$1
root=$(mktemp -d)
server=
cleanup() {
  [ -z "$server" ] || kill "$server" 2>/dev/null || true
  if mountpoint -q "$root/image/proc"; then umount "$root/image/proc"; fi
  rm -rf "$root"
}
trap cleanup EXIT

# The libraries in gcr.io/distroless/cc-debian12.
packages="base-files netbase tzdata libc6 libgcc-s1 libstdc++6 libssl3 libgomp1"
mkdir "$root/packages" "$root/image"
chmod 755 "$root" "$root/image"
# shellcheck disable=SC2086 # a list of words
(cd "$root/packages" && apt-get download $packages >/dev/null 2>&1)
for package in "$root"/packages/*.deb; do dpkg -x "$package" "$root/image"; done
# Every container has /proc, from which the binary reads its command line.
mkdir -p "$root/image/proc"
mount -t proc proc "$root/image/proc"
install -m 755 -D "$binary" "$root/image/usr/local/bin/backstack"
strip "$root/image/usr/local/bin/backstack"
size=$(stat -c %s "$root/image/usr/local/bin/backstack")
[ "$size" -le 31000000 ] || { echo "the stripped binary has $size bytes, more than 31 MB" >&2; exit 1; }
install -d -o 65532 -g 65532 "$root/image/var/lib/backstack"
export STORAGE=sqlite:/var/lib/backstack/sessions.sqlite

in_image=(chroot --userspec=65532:65532 "$root/image" /usr/local/bin/backstack)
HOST=127.0.0.1 PORT=0 "${in_image[@]}" serve >"$root/output" &
server=$!
port=
for _ in $(seq 100); do
  port=$(sed -n 's/.*http:.*:\([0-9]*\)$/\1/p' "$root/output" | head -n 1)
  [ -z "$port" ] || break
  sleep 0.05
done
[ -n "$port" ] || { echo "the server did not start" >&2; exit 1; }
"${in_image[@]}" healthcheck --port "$port"
curl --silent --show-error --fail --noproxy '*' --json '{"feature":"counters"}' \
  "http://127.0.0.1:$port/sessions" >/dev/null
kill -TERM "$server"
wait "$server"
server=
"${in_image[@]}" sessions list | grep -q counters || { echo "nothing was stored" >&2; exit 1; }
if "${in_image[@]}" healthcheck --port "$port"; then
  echo "the server is still alive" >&2
  exit 1
fi
echo "The binary ($(du -h "$root/image/usr/local/bin/backstack" | cut -f1)) serves, is healthy and" \
  "stops with nothing but: $packages"
