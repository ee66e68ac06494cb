#!/usr/bin/env bash
# Builds and runs all tests, and repeats the failures at the end of the output, where people look for
# them. Shows how far it is: everything that the tests print is in .build/tests.log.
#
# No test has a time limit, as machines differ and do other work. If no test has begun or ended for
# half an hour (STALL_LIMIT, in seconds), one of them hangs: the tests are killed then, and those that
# have not ended are named.
#
#   .ci/test.sh [FLAGS OF swift test]
set -uo pipefail
shopt -s extglob
cd "$(dirname "$0")/.."
mkdir -p .build
log=.build/tests.log

# Prints the lines that a reader needs, and now and then how far it is.
#
#   progress build|tests
progress() {
  local line part last=0 passed=0 is_failure=
  while IFS= read -r line; do
    case $line in
      # Not `awk`: some variants wait for more input before they print.
      \[+([0-9])/+([0-9])\]*)
        line=${line#[} line=${line%%]*}
        part=$((${line%/*} / 100))
        ((part == last)) || echo "built ${line%/*} of ${line#*/}"
        last=$part
        ;;
      "✔ Test case "*) is_failure= ;;
      ?" Test run "*) echo "$line" ;;
      "✔ Test "*)
        is_failure=
        ((++passed % 100)) || echo "$passed tests have passed"
        ;;
      "↳"*) [[ -z $is_failure ]] || echo "$line" ;;
      "◇"* | "✔"* | "➜"* | "━"* | *" known issue"*) is_failure= ;;
      "✘"*)
        is_failure=1
        echo "$line"
        ;;
      # Others are what the programs under test print.
      *error:* | *"Fatal error"* | "Build complete"*) echo "$line" ;;
      *) [[ $1 == tests && -z $is_failure ]] || echo "$line" ;;
    esac
  done
}

# Runs a command, whose output goes to the log line by line, and shows its progress, even if its child
# processes outlive it.
#
#   show build|tests COMMAND
show() {
  local kind=$1
  shift
  stdbuf -oL -eL "$@" >"$log" 2>&1 &
  local pid=$!
  tail --follow --lines=+1 --pid="$pid" "$log" 2>/dev/null | progress "$kind" &
  local shown=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    if (($(date +%s) - $(stat -c %Y "$log") > ${STALL_LIMIT:-1800})); then
      echo "Nothing has come for ${STALL_LIMIT:-1800} seconds."
      kill "$pid"
      # The tests run in a child process.
      pkill -KILL -f "^$PWD/.build/.*xctest"
    fi
  done
  wait "$pid"
  local result=$?
  wait "$shown"
  return "$result"
}

# Without the variable, several traits would have another order in each run, and everything would be
# built again.
export SWIFT_DETERMINISTIC_HASHING=1
# All tests run at once, beside other programs: one may get no turn for a minute.
export BACKSTACK_TEST_TIMEOUT=1200
SECONDS=0
echo "Building the tests, which takes some minutes the first time; then running them."
show build swift build --build-tests "$@"
result=$?
if ((result == 0)); then
  echo "Built in $SECONDS s."
  SECONDS=0
  show tests swift test --skip-build "$@"
  result=$?
  echo "Tested in $SECONDS s."
fi

if ((result != 0)); then
  echo
  echo "What failed:"
  # Failures with their explanations, errors of the compiler, which it repeats for each file, and the
  # reason why the process ended.
  awk '
    /^✘|error:|Fatal error|unexpected signal/ { print; explains = 1; next }
    /^↳/ && explains { print; next }
    { explains = 0 }' "$log" | awk '!seen[$0]++' | tail -n 200
  echo "What began and did not end:"
  awk '
    /^[^ ]+ Test / && !/^[^ ]+ Test (case|run) / {
      name = $0
      sub(/^[^ ]+ Test /, "", name)
      sub(/( with [0-9]+ test cases?)? (started|passed after|failed after|skipped).*$/, "", name)
      if (/ started\.$/) open[name] = 1
      else if (/ (passed|failed) after | skipped/) delete open[name]
    }
    END { for (name in open) print name }' "$log" | sort
fi
exit "$result"
