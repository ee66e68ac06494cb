#!/usr/bin/env bash
# Makes small changes to the sources of the library, the sessions, the service, the HTTP server and the
# SQLite storage, one at a time, and prints how many of them the tests notice, and which they miss.
#
# All changes are compiled once, in a copy of the package in .build/mutation; the environment variable
# MUTANT chooses one. A run continues where the last one ended: the results are in
# .build/mutation/results. A change is tried again only if its source file has changed, or if the tests
# have changed and had not noticed it. equivalent.txt lists changes that no test can notice.
#
#   MUTATE_MINUTES  the duration (60)
#   MUTATE_SAMPLE   the number of changes to try in each module (all)
#   MUTATE_SEED     the seed that selects and orders them
#   MUTATE_MODULES  the modules to change (all five)
#   MUTATE_FILES    a part of the paths of the files to change
#   MUTATE_SLOWEST  the time in seconds above which suites are left out (60)
#
# `run test` runs the tool's own tests.
set -euo pipefail
cd "$(dirname "$0")/../.."
host="$(dirname "$(dirname "$(readlink -f "$(command -v swiftc)")")")/lib/swift/host"
flags=(--package-path Tests/Mutation --scratch-path .build/mutation/tool
  -Xswiftc -I -Xswiftc "$host" -Xlinker -L -Xlinker "$host" -Xlinker -rpath -Xlinker "$host")
case "${1:-}" in
"")
  swift build "${flags[@]}" --product mutate
  exec "$(swift build "${flags[@]}" --show-bin-path)/mutate"
  ;;
test) swift test "${flags[@]}" ;;
esac
