#!/usr/bin/env bash
# Makes a package with `backstack init`, then builds, tests and serves it, sends the requests of its README,
# and changes its view, without a network: it depends on this repository as it is now, as version 1.0.0 of a
# clone. Arguments are the program `backstack`, and flags for all builds. Takes minutes, because the package
# builds all of Backstack.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder="$(mktemp -d)"
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT

backstack="$1"
shift
mkdir "$folder/backstack"
tar --exclude=.build --exclude=.git -cf - . | tar -xf - -C "$folder/backstack"
git -C "$folder/backstack" init -q
git -C "$folder/backstack" add -A
git -C "$folder/backstack" -c user.name=test -c user.email=test@localhost -c commit.gpgsign=false \
  commit -q -m "Version 1"
git -C "$folder/backstack" tag 1.0.0

"$backstack" init shop --path "$folder/shop" --backstack "file://$folder/backstack"
cd "$folder/shop"
packages=(--cache-path "$folder/cache")
swift build "${packages[@]}" "$@"
swift test "${packages[@]}" "$@"

# After a change of a stored state, the test of the shapes says what is missing.
sed -i 's/isRead/wasRead/g' Sources/shop/Library*.swift Tests/shopTests/LibraryTests.swift
if swift test "${packages[@]}" "$@" >"$folder/changed" 2>&1; then
  echo "The tests pass although a property was renamed." >&2; exit 1
fi
grep -q 'No migration of .* leads from the shape .*/isRead is no longer known' "$folder/changed" || {
  echo "The failing test does not name the property:" >&2; cat "$folder/changed" >&2; exit 1; }
sed -i 's/wasRead/isRead/g' Sources/shop/Library*.swift Tests/shopTests/LibraryTests.swift
swift build "${packages[@]}" "$@"

# Serves the package, and reads from what it prints where it, its app, its inspector and play are.
mkfifo "$folder/output"
serve() {
  "$(swift build "${packages[@]}" "$@" --show-bin-path)/shop" --port 0 >"$folder/output" &
  server=$!
  exec 3<"$folder/output"
  local line= printed=
  until [[ "$line" == "The inspector is at http://127.0.0.1:"* ]]; do
    read -r -u 3 line || { echo "It ends after: $printed" >&2; exit 1; }
    printed+="$line"$'\n'
  done
  address="$(sed -n 's,^Backstack serves http://,,p' <<<"$printed")"
  grep -qx "Open http://$address/app/ in a browser\." <<<"$printed" &&
    grep -qx "Play in another terminal: .*/shop play http://$address" <<<"$printed" || {
    echo "It does not print where its clients are: $printed" >&2; exit 1; }
}
stop() {
  kill "$server"
  wait "$server"
  server=
  exec 3<&-
}
client() { curl -q -sS --fail-with-body "$@"; }

serve "$@"
requests="$(awk '/^```/ { block = ""; next } { block = block $0 "\n" } /^curl .*path$/ { printf "%s", block }' README.md)"
state="$(bash -euc "curl() { command curl -q -sS --fail-with-body \"\$@\"; }
${requests//localhost:8080/$address}" | tail -1)"
case "$state" in
*'"title":"Dune","isRead":true'*) ;;
*) echo "The requests of the README end with: $state" >&2; exit 1 ;;
esac

# What a changed view shows of a session is shown to a client that has the same version already.
session="$(client -o /dev/null -w '%header{location}' --json '{"feature": "library"}' "http://$address/sessions")"
client "http://$address$session/screen" >"$folder/screen"
stop
sed -i 's/No books yet/Nothing to read/' Sources/shop/LibraryView.swift
swift build "${packages[@]}" "$@"
serve "$@"
client -H 'If-None-Match: "0"' "http://$address$session/screen" >"$folder/changed"
stop
grep -q 'No books yet' "$folder/screen" && grep -q 'Nothing to read' "$folder/changed" || {
  echo "The change of the view is not shown:" >&2; cat "$folder/screen" "$folder/changed" >&2; exit 1; }

# By its path, Backstack is the same package.
"$backstack" init stall --path "$folder/stall" --backstack "$folder/backstack"
swift package --package-path "$folder/stall" "${packages[@]}" show-dependencies
echo "The package of backstack init builds, passes its tests, and serves."
