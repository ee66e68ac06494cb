#!/usr/bin/env bash
# Builds the Dockerfile's image with buildah, and runs it: without a registry, a daemon or a container
# engine. The images that its stages begin with are made of Debian's packages and this machine's Swift.
#
# usage: .ci/image.sh [BINARY]        (as root, on Debian)
#
# With a BINARY, which is compiled already, the first stage is left out.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=${1-}
root=$(mktemp -d)
container=
server=
# One folder for everything: it works without overlays and user namespaces, and goes at the end.
engine() {
  command buildah --storage-driver vfs --root "$root/storage" --runroot "$root/run" "$@"
}
# Stops the server itself: buildah does not pass signals on, and kills the server when it gets one.
stop() {
  pkill -TERM -g "$server" -f '^/usr/local/bin/backstack serve'
}
cleanup() {
  if [ -n "$server" ]; then
    stop || true
    wait "$server" 2>/dev/null || true
  fi
  [ -z "$container" ] || engine umount "$container" >/dev/null 2>&1 || true
  awk -v root="$root/" 'index($2, root) == 1 { print $2 }' /proc/mounts | sort -r \
    | xargs -r -n 1 umount -l
  rm -rf "$root"
}
trap cleanup EXIT

# The libraries in gcr.io/distroless/cc-debian12, and its user.
packages="base-files netbase tzdata libc6 libgcc-s1 libstdc++6 libssl3 libgomp1"
mkdir "$root/packages" "$root/base"
chmod 755 "$root/base"
# shellcheck disable=SC2086 # a list of words
(cd "$root/packages" && apt-get download $packages >/dev/null 2>&1)
for package in "$root"/packages/*.deb; do dpkg -x "$package" "$root/base"; done
mkdir -p "$root/base/etc"
echo "nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin" >"$root/base/etc/passwd"
echo "nonroot:x:65532:" >"$root/base/etc/group"
base=$(engine from scratch)
engine copy --quiet "$base" "$root/base" / >/dev/null
engine commit --quiet "$base" localhost/base >/dev/null
engine rm "$base" >/dev/null

# The Dockerfile as it is, but for the names of the images that it begins with.
mkdir -p "$root/context"
if [ -n "$binary" ]; then
  # The last stage, with what it takes from the first one.
  mkdir -p "$root/context/build/sessions"
  strip --output-file="$root/context/build/backstack" "$binary"
  chmod 755 "$root/context/build/backstack"
  sed -n '/^FROM gcr.io/,$p' Dockerfile \
    | sed -e 's|^FROM .*|FROM localhost/base|' -e 's|--from=build /|build/|' \
      -e 's|--from=build --chown=\([^ ]*\) /|--chown=\1 build/|' >"$root/context/Dockerfile"
  toolchain=()
else
  # What the official Swift image has besides Swift, which the stage finds in the folder it is in here.
  swift=$(readlink -f "$(command -v swift)")
  swift=${swift%/usr/bin/*}
  toolchain=(--volume "$swift:$swift:ro")
  debootstrap --variant=minbase --include="$(tr ' ' , <<<"ca-certificates binutils g++ git \
libc6-dev libcurl4-openssl-dev libedit2 libncurses6 libpython3.11 libstdc++-12-dev libxml2-dev \
pkg-config tzdata zlib1g-dev")" bookworm "$root/swift" >"$root/debootstrap.log" \
    || { tail -n 20 "$root/debootstrap.log" >&2; exit 1; }
  base=$(engine from scratch)
  engine copy --quiet "$base" "$root/swift" / >/dev/null
  engine config --env PATH="$swift/usr/bin:/usr/sbin:/usr/bin:/sbin:/bin" "$base"
  engine commit --quiet "$base" localhost/swift >/dev/null
  engine rm "$base" >/dev/null
  rm -rf "$root/swift"
  cp -a Package.swift Sources Tools Tests Benchmarks "$root/context"
  sed -e 's|^FROM swift:[^ ]*|FROM localhost/swift|' -e 's|^FROM gcr.io/.*|FROM localhost/base|' \
    Dockerfile >"$root/context/Dockerfile"
fi
engine build --quiet --isolation chroot --pull-never --format docker "${toolchain[@]}" \
  --file "$root/context/Dockerfile" --tag localhost/backstack "$root/context" >"$root/build.log" 2>&1 \
  || { tail -n 20 "$root/build.log" >&2; exit 1; }

# The image says what Docker would run, and as whom.
say() { engine inspect --type image --format "$1" localhost/backstack; }
expect() {
  [ "$1" = "$2" ] || { echo "the image has \"$1\", not \"$2\"" >&2; exit 1; }
}
expect "$(say '{{.Docker.Config.User}}')" nonroot
expect "$(say '{{.Docker.Config.Entrypoint}} {{.Docker.Config.Cmd}}')" "[/usr/local/bin/backstack] [serve]"
expect "$(say '{{.Docker.Config.Volumes}} {{.Docker.Config.ExposedPorts}}')" \
  "map[/var/lib/backstack:{}] map[8080/tcp:{}]"

# Its file system is the one of a container.
container=$(engine from --pull-never localhost/backstack)
image=$(engine mount "$container")
[ "$(stat -c %u "$image/var/lib/backstack")" = 65532 ] || {
  echo "the folder of the sessions is not nonroot's" >&2
  exit 1
}
# In a process group of its own, in which stop() finds the server.
set -m
engine run --isolation chroot --env HOST=127.0.0.1 --env PORT=0 "$container" -- \
  /usr/local/bin/backstack serve >"$root/output" &
server=$!
set +m
port=
for _ in $(seq 200); do
  port=$(sed -n 's/.*http:.*:\([0-9]*\)$/\1/p' "$root/output" | head -n 1)
  [ -z "$port" ] || break
  sleep 0.05
done
[ -n "$port" ] || { echo "the server did not start" >&2; exit 1; }
engine run --isolation chroot "$container" -- /usr/local/bin/backstack healthcheck --port "$port"
curl --silent --show-error --fail --noproxy '*' --json '{"feature":"counters"}' \
  "http://127.0.0.1:$port/sessions" >/dev/null
engine run --isolation chroot "$container" -- /usr/local/bin/backstack sessions list \
  | grep -q counters || { echo "nothing was stored" >&2; exit 1; }
stop
wait "$server" || { echo "the server did not stop with success" >&2; exit 1; }
server=
echo "The image ($(du -sh "$image" | cut -f1)) is built, serves as nonroot, is healthy and stores sessions."
