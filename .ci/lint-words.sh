#!/usr/bin/env bash
# Fails when a comment, the title of a test or a document has a phrase of .ci/words.
set -euo pipefail
cd "$(dirname "$0")/.."
texts="$(mktemp)"
trap 'rm -f "$texts"' EXIT
# What people read: comments, titles (which may stand on a line of their own), and documents.
grep -rnoE --include='*.swift' '//.*|@(Test|Suite)\(.*|^ +"[A-Z][^"]* [^"]*".*' Package.swift Sources Tools Tests Benchmarks \
  Clients/Swift/Package.swift Clients/Swift/Sources Clients/Swift/Tests > "$texts"
grep -rnoE --include='*.js' --include='*.mjs' --include='*.ts' '//.*|/\*\*.*|^ +\* .*' Sources Tests SystemTests >> "$texts"
grep -noE '#.*' Makefile Tests/tests.mk Benchmarks/benchmarks.mk Dockerfile .ci/run .ci/test.sh .ci/docs.sh .ci/nightly Benchmarks/run.sh >> "$texts" || true
# The glossary names what not to write.
grep -rnE --include='*.md' --exclude=CONTRIBUTING.md '' ./*.md docs Sources Tools Benchmarks Tests SystemTests Clients/*.md >> "$texts"
found=0
while IFS= read -r line; do
  [[ -z "$line" || "$line" == \#* ]] && continue
  pattern="${line%% -> *}"
  advice="${line#* -> }"
  if hits="$(grep -iP "$pattern" "$texts")"; then
    found=1
    echo "$hits" | sed -E "s|\$|   ($(printf '%s' "$advice" | sed 's/[|&\\]/\\&/g'))|"
  fi
done < .ci/words
if [ "$found" = 1 ]; then
  echo "Some phrases are hard to read: .ci/words says what to write in their place." >&2
  exit 1
fi
