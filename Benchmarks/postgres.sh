#!/usr/bin/env bash
# Compares sessions that are stored in a PostgreSQL database on this machine, which it starts, with those in
# a file and in memory, as Benchmarks/durable.sh does.
#
#   Benchmarks/postgres.sh PATH-OF-BINARY [FOLDER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# The database ends when its input does.
coproc database { FSYNC=on exec "$here/../Tests/BackstackTestSupport/postgres.sh"; }
read -r folder <&"${database[0]}"
DATABASE="postgres://backstack@${folder//\//%2F}/postgres" "$here/durable.sh" "$@"
