#!/usr/bin/env bash
# Serves an empty PostgreSQL database in a folder of its own, and prints the folder, in which the socket
# is. Lines of input are `stop`, which is as a crash, `start`, `restart`, and `promote`, each of which is
# answered by a line. The server ends, and the folder is removed, when the input ends.
#
# With FSYNC=on, the server keeps its promises when power fails. SETTINGS are lines of its configuration. With
# STANDBY_OF, the folder of another one, it is a standby of that server.
set -euo pipefail
bin=$(pg_config --bindir 2>/dev/null || true)
[ -x "$bin/initdb" ] || bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
folder=$(mktemp -d /tmp/backstack-pg-XXXXXX)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
# PostgreSQL refuses to run as root.
own=()
if [ "$(id -u)" = 0 ]; then
  chown postgres .
  own=(setpriv --reuid=postgres --regid=postgres --clear-groups --)
fi
if [ -n "${STANDBY_OF:-}" ]; then
  "${own[@]}" "$bin/pg_basebackup" -h "$STANDBY_OF" -U backstack -D data -R -c fast --no-sync >log
else
  "${own[@]}" "$bin/initdb" -D data -U backstack -A trust -E UTF8 --locale=C --no-sync >log
fi
cat >>data/postgresql.conf <<SETTINGS
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 300
fsync = ${FSYNC:-off}
full_page_writes = ${FSYNC:-off}
${SETTINGS:-}
SETTINGS
control() { "${own[@]}" "$bin/pg_ctl" -D data -l server.log -w "$@" >>log; }
control start </dev/null
trap 'control stop -m immediate || true; rm -rf "$folder"' EXIT
echo "$folder"
while read -r command; do
  case $command in
  stop) control stop -m immediate ;;
  start) control start </dev/null ;;
  promote) control promote ;;
  *) control restart -m immediate </dev/null ;;
  esac
  echo done
done
