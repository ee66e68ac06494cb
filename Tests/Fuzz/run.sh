#!/usr/bin/env bash
# Fuzzes the parsers and the connections for SECONDS_TO_RUN (default 60), guided by coverage,
# from the committed corpus.
# Inputs that break an invariant are written to .build/fuzz/crash-…; `run.sh FILE …` tries them again.
# `merge` replaces the corpus by the smallest one that covers as much as the corpus and new inputs.
set -euo pipefail
cd "$(dirname "$0")/../.."
folder=Tests/Fuzz
build=.build/fuzz
fuzzer=$build/parser
mkdir -p "$build/found"

shopt -s globstar
sources=(
  Sources/BackstackHTTP/**/*.swift
  Tests/BackstackHTTPTests/Support/{Connection*,Parser*,Response*,LateResponses,ParsedStream,ScriptedStreams,SeededNumbers,Exchange,Socket*,ServerFrames}.swift
  "$folder/ParserFuzzer.swift"
)
isStale=
platform=(Sources/BackstackPlatform/**/*.swift)
for file in Sources/BackstackLinux/BackstackLinux.c "${platform[@]}" "${sources[@]}" "$folder/run.sh"; do
  [ "$fuzzer" -nt "$file" ] || isStale=1
done
if [ -n "$isStale" ]; then
  swiftc -O -parse-as-library -wmo -swift-version 6 -module-name BackstackPlatform \
    -I Sources/BackstackLinux/include -package-name backstack -emit-module -emit-module-path "$build/BackstackPlatform.swiftmodule" \
    -c "${platform[@]}" -o "$build/platform.o"
  clang -O2 -c Sources/BackstackLinux/BackstackLinux.c -I Sources/BackstackLinux/include \
    -o "$build/linux.o"
  # As one module with the parser's name, so that the tests' imports of the parser have no effect.
  swiftc -O -sanitize=fuzzer,address -use-ld=lld -parse-as-library -wmo -swift-version 6 \
    -I Sources/BackstackLinux/include -I "$build" -module-name BackstackHTTP -package-name backstack -suppress-warnings \
    -enable-upcoming-feature NonisolatedNonsendingByDefault \
    "${sources[@]}" "$build/platform.o" "$build/linux.o" -o "$fuzzer"
fi

# The toolchain's symbolizer takes minutes for a report, and leaks can't be detected where tracing
# of processes is not allowed.
export ASAN_OPTIONS="symbolize=0:detect_leaks=0:${ASAN_OPTIONS:-}" SWIFT_BACKTRACE=enable=no
options=(-dict="$folder/http.dict" -max_len=600 -timeout=10 -rss_limit_mb=1024
  -artifact_prefix="$build/" -print_final_stats=1)

case "${1:-}" in
"")
  "$fuzzer" "${options[@]}" -max_total_time="${SECONDS_TO_RUN:-60}" "$build/found" "$folder/corpus" \
    > "$build/log" 2>&1 || { tail -40 "$build/log"; exit 1; }
  grep -aE "^stat::(number_of_executed_units|new_units_added)|DONE" "$build/log"
  ;;
merge)
  rm -rf "$build/merged" && mkdir "$build/merged"
  "$fuzzer" "${options[@]}" -set_cover_merge=1 -use_counters=0 "$build/merged" "$folder/corpus" "$build/found" > "$build/log" 2>&1
  rm -rf "$folder/corpus" && mv "$build/merged" "$folder/corpus"
  ls "$folder/corpus" | wc -l
  ;;
*) "$fuzzer" "${options[@]}" "$@" ;;
esac
