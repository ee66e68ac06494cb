# The benchmarks. Part of the Makefile.

.PHONY: bench bench-check test-bench bench-server bench-library bench-storage bench-durable \
  bench-postgres bench-cluster bench-timers bench-events bench-start bench-neighbours bench-web \
  bench-build bench-instructions check-instructions packages-bench packages-instructions

## Measures everything on this machine, next to the programs it is compared with, and prints a table of it.
bench: bench-library bench-build bench-server bench-start bench-events bench-instructions bench-storage bench-durable bench-neighbours
	Benchmarks/table.py .build/bench

## Measures some of it, and fails if a ratio is 15 % worse than the committed one in
## Benchmarks/figures.json; takes about ten minutes.
bench-check: bench-library bench-server bench-start bench-events bench-instructions bench-durable
	Benchmarks/table.py --check .build/bench

## Tests the table of the benchmarks.
test-bench:
	python3 -m unittest discover -s Benchmarks -p 'test_*.py'

## Measures the server next to nginx and Go's net/http, and the memory of sessions and readers.
bench-server: release packages-bench
	Benchmarks/keep.sh server Benchmarks/run.sh "$$($(RELEASE) --show-bin-path)/backstack"
	Benchmarks/keep.sh memory Benchmarks/memory.sh "$$($(RELEASE) --show-bin-path)/backstack"

## Compares features written with the library with manually written code for the same domain.
bench-library: toolchain
	swift build -c release --static-swift-stdlib --product BackstackBenchmarks $(SWIFT_FLAGS)
	Benchmarks/keep.sh library "$$($(RELEASE) --show-bin-path)/BackstackBenchmarks"

## Compares storing sessions in a file with storing them in memory; STORAGE_FOLDER contains the file.
bench-storage: toolchain
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks" "$${STORAGE_FOLDER:-.build}"

## Compares actions whose responses wait until they are stored with actions that are not stored.
bench-durable: release packages-bench
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	Benchmarks/keep.sh durable Benchmarks/durable.sh "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}" \
	  "$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks"

## Compares actions that wait until PostgreSQL has stored them with actions that are not stored; starts a
## database on this machine.
bench-postgres: toolchain packages-storage packages-bench
	@$(call install,postgresql)
	$(POSTGRES_RELEASE)
	Benchmarks/postgres.sh .build/postgres/release/backstack "$${STORAGE_FOLDER:-.build}"

## Measures what a cluster of three nodes costs, and how long its clients wait: what passing a request on costs,
## a node that is killed or stops, idle nodes, and many readers of one session.
bench-cluster: toolchain packages-storage packages-bench packages-cluster
	$(POSTGRES_RELEASE)
	Benchmarks/cluster.py .build/postgres/release/backstack

## Measures how the timers of 100,000 stored sessions slow down other sessions, in some minutes; TIMERS
## is the number of timers.
bench-timers: release packages-bench
	Benchmarks/timers.sh "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}"

## Measures what a change of a session costs for each reader of its events, next to nginx with nchan.
bench-events: release packages-bench
	@$(call install,libnginx-mod-nchan)
	Benchmarks/keep.sh events Benchmarks/events.py "$$($(RELEASE) --show-bin-path)/backstack"

## Measures the time from the start of the server's process to its first response.
bench-start: release
	Benchmarks/keep.sh start Benchmarks/start.py "$$($(RELEASE) --show-bin-path)/backstack"

## Measures how long clients of small sessions wait while other clients use large ones, and the memory
## that unread responses occupy; takes about two minutes.
bench-neighbours: release packages-bench
	Benchmarks/neighbours.sh "$$($(RELEASE) --show-bin-path)/backstack"

## Measures the browser runtime and the demo app in headless Chromium, with a server on loopback.
bench-web: release packages-web
	$(PYTHON) Benchmarks/web.py "$$($(RELEASE) --show-bin-path)/backstack"

## Measures how long a module of a hundred features takes to compile.
bench-build: toolchain
	swift build --target Backstack $(SWIFT_FLAGS)
	swift build -c release --static-swift-stdlib --target Backstack $(SWIFT_FLAGS)
	Benchmarks/build-time.sh "$$(swift build --show-bin-path)" "$$($(RELEASE) --show-bin-path)"

## Counts the instructions of a request, which vary less than times.
bench-instructions: release packages-bench packages-instructions
	swift build -c release --static-swift-stdlib --product BackstackBenchmarks $(SWIFT_FLAGS)
	Benchmarks/keep.sh instructions Benchmarks/instructions.sh "$$($(RELEASE) --show-bin-path)/backstack" \
	  "$$($(RELEASE) --show-bin-path)/BackstackBenchmarks"

## Counts the instructions of an action, a patch, a read and a creation, in two minutes, and fails if one has 2 %
## more than Benchmarks/figures.json: a commit that needs more changes that file, and says what for.
check-instructions: release packages-bench packages-instructions
	mkdir -p .build/gate
	Benchmarks/instructions.sh --gate "$$($(RELEASE) --show-bin-path)/backstack" | tee .build/gate/instructions.md
	Benchmarks/table.py --gate .build/gate

packages-bench:
	@$(call install,nginx wrk curl golang-go golang-github-gorilla-websocket-dev)

packages-instructions:
	@$(call install,valgrind)
