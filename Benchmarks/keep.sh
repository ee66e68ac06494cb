#!/usr/bin/env bash
# Runs a benchmark, prints what it prints, and keeps it for Benchmarks/table.py.
#
#   Benchmarks/keep.sh NAME COMMAND …
set -euo pipefail
folder=$(cd "$(dirname "$0")/.." && pwd)/.build/bench
mkdir -p "$folder"
name=$1
shift
"$@" | tee "$folder/$name.new"
# What an earlier run has measured is only replaced by all of it.
mv "$folder/$name.new" "$folder/$name.md"
