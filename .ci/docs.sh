#!/usr/bin/env bash
# Builds the documentation of all library products into .build/docs, with the flags of `swift build`
# as arguments. Fails when there is anything to warn about, or when a product has no landing page.
set -euo pipefail
cd "$(dirname "$0")/.."
command -v docc >/dev/null || {
  echo "docc is needed, which is part of the Swift toolchain" >&2
  exit 1
}

products="$(sed -n 's/^ *\.library(name: "\([A-Za-z]*\)".*/\1/p' Package.swift)"
# These depend on all others.
for target in BackstackHost BackstackServiceTesting BackstackStorageTesting; do
  SWIFT_DETERMINISTIC_HASHING=1 swift build --target "$target" "$@"
done
modules="$(swift build --show-bin-path)/Modules"
triple="$(swiftc -print-target-info | sed -n 's/.*"unversionedTriple": "\(.*\)".*/\1/p')"
graphs=.build/symbol-graphs
catalog=.build/Backstack.docc
rm -rf "$graphs" "$catalog" .build/docs
mkdir -p "$graphs" "$catalog"
for product in $products; do
  [ -e "Sources/$product/$product.docc/$product.md" ] || {
    echo "$product has no landing page: Sources/$product/$product.docc/$product.md" >&2
    exit 1
  }
  # Backstack exports case paths, dependencies and schemas: to a reader, they are one module.
  options=(-experimental-allowed-reexported-modules=BackstackCasePaths,BackstackDependencies,BackstackCoding)
  # Each view has all modifiers: described again with each view, they would be a hundred times as many
  # pages. What it exports in turn is Backstack's.
  if [ "$product" = BackstackViews ]; then options=(-skip-synthesized-members); fi
  swift symbolgraph-extract -module-name "$product" -I "$modules" -target "$triple" \
    -I Sources/BackstackLinux/include -I Sources/BackstackWeb/Assets/include \
    -I Sources/BackstackWeb/Assets/stage/include -I Sources/CSQLite -I Sources/CPostgreSQL \
    "${options[@]}" -minimum-access-level public -module-cache-path .build/module-cache -output-dir "$graphs"
done
# In one catalog, so that pages of one product link to those of another.
cp -r Sources/*/*.docc "$catalog"

status=0
docc convert "$catalog" --additional-symbol-graph-dir "$graphs" \
  --fallback-display-name Backstack --fallback-bundle-identifier backstack \
  --fallback-default-module-kind Package --output-path .build/docs \
  >"$graphs/log" 2>&1 || status=$?
# Where a call stands in the source needs no documentation of its own, function by function.
expected="Parameter '(fileID|filePath|line|column)' is missing documentation"
unexpected="$(grep -E '^(warning|error): ' "$graphs/log" | grep -vcE "$expected" || true)"
if [ $status != 0 ] || [ "$unexpected" != 0 ]; then
  awk -v expected="$expected" '/^(warning|error): / { shows = $0 !~ expected } shows' "$graphs/log" >&2
  exit 1
fi
echo "The documentation is in .build/docs"
