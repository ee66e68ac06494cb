#!/usr/bin/env bash
# Fails when a comment, the title of a test, a document or a name in the code has a phrase of .ci/words, or a
# name one of .ci/names.
set -euo pipefail
cd "$(dirname "$0")/.."
texts="$(mktemp)"
names="$(mktemp)"
trap 'rm -f "$texts" "$names"' EXIT
# What people read: comments, titles (which may stand on a line of their own), and documents.
grep -rnoE --include='*.swift' '//.*|@(Test|Suite)\(.*|^ +"[A-Z][^"]* [^"]*".*' Package.swift Sources Tools Tests Benchmarks \
  Clients/Swift/Package.swift Clients/Swift/Sources Clients/Swift/Tests \
  Examples/*/Package.swift Examples/*/Sources Examples/*/Tests > "$texts"
grep -rnoE --include='*.js' --include='*.mjs' --include='*.ts' '//.*|/\*\*.*|^ +\* .*' Sources Tests SystemTests >> "$texts"
grep -noE '#.*' Makefile Tests/tests.mk Benchmarks/benchmarks.mk Dockerfile .ci/run .ci/test.sh .ci/docs.sh .ci/nightly Benchmarks/run.sh >> "$texts" || true
# The glossary names what not to write.
grep -rnE --include='*.md' --exclude=CONTRIBUTING.md '' ./*.md docs Sources Tools Benchmarks Tests SystemTests Clients/*.md Examples/*/*.md >> "$texts"
# The names that the code declares, split at their capitals.
grep -rnoP --include='*.swift' '\b(?:func|var|let|case|struct|class|enum|protocol|typealias|actor) +`?\K[A-Za-z]\w*' \
  Sources Tools Examples/*/Sources \
  | perl -pe 'if (my ($at, $name) = /^([^:]*:\d+:)(.*)$/) {
      $name =~ s/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/ /g;
      $_ = $at . lc($name) . "\n";
    }' > "$names"
found=0
# check RULES TEXTS: prints the texts that have a phrase of the rules.
check() {
  local line pattern advice hits
  while IFS= read -r line; do
    [[ -z "$line" || "$line" == \#* ]] && continue
    pattern="${line%% -> *}"
    advice="${line#* -> }"
    if hits="$(grep -iP "$pattern" "$2")"; then
      found=1
      echo "$hits" | sed -E "s|\$|   ($(printf '%s' "$advice" | sed 's/[|&\\]/\\&/g'))|"
    fi
  done < "$1"
}
cat "$names" >> "$texts"
check .ci/words "$texts"
check .ci/names "$names"
if [ "$found" = 1 ]; then
  echo "Some phrases are hard to read: .ci/words and .ci/names say what to write in their place." >&2
  exit 1
fi
