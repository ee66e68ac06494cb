# Users need only `make run` and `make test`; the other targets are for contributors.

SHELL := /bin/bash
PORT ?= 8080
# The number of requests that `make fuzz-contract` generates for each operation, and their seed.
CONTRACT_EXAMPLES ?= 500
CONTRACT_SEED := $(or $(CONTRACT_SEED),$(shell echo $$RANDOM))
# The duration of `make fuzz-features`, and its seed.
FUZZ_MINUTES ?= 3
FUZZ_SEED := $(or $(FUZZ_SEED),$(shell echo $$RANDOM))
# The duration of `make soak-cluster`.
SOAK_MINUTES ?= 60
# Additional flags for every build and test: CI turns warnings into errors.
SWIFT_FLAGS ?=
# What is tested has all storages.
TEST_FLAGS := --traits default,PostgreSQL $(SWIFT_FLAGS)
# Without the variable, SwiftPM passes several traits to the compiler in an order that changes from run to
# run, and builds everything again whenever it has changed.
SWIFT := SWIFT_DETERMINISTIC_HASHING=1 swift
RELEASE := swift build -c release --static-swift-stdlib --product backstack $(SWIFT_FLAGS)
# The same with PostgreSQL.
POSTGRES_RELEASE := $(SWIFT) build -c release --static-swift-stdlib --scratch-path .build/postgres \
  --product backstack $(TEST_FLAGS)
SWIFT_CLIENT := Clients/Swift/Package.swift Clients/Swift/Sources Clients/Swift/Tests
SOURCES := Package.swift Sources Tests Benchmarks $(SWIFT_CLIENT)
# Independent implementations that check JSON Schemas, the contract and patches in the tests.
PYTHON := .build/python/bin/python
PYTHON_PACKAGES := jsonpatch==1.33 jsonschema==4.26.0 openapi-spec-validator==0.9.0 \
  schemathesis==4.32.5
# Generators of clients and models, and what the generated models are made with.
CONTRACT_PYTHON := .build/contract-python/bin/python
CONTRACT_PACKAGES := datamodel-code-generator==0.89.0 openapi-python-client==0.29.1 pydantic==2.14.3
# An independent implementation of JSON Patch, and what drives the browser.
WEB_PACKAGES := jsonpatch==1.33 selenium==4.27.1 axe-playwright-python==0.1.8
LIBRARY_TESTS := '^Backstack(Testing|Dependencies|CasePaths|Diffing|Macros|Model|Rules)?Tests\.'
SERVER_TESTS := '^Backstack(HTTP|Coding|Schema|Platform|Service|Server|Storage|SQLite|Postgres)Tests\.'

.PHONY: run cluster release test test-poller test-release test-init soak soak-library soak-server soak-storage \
  soak-cluster fuzz fuzz-short \
  fuzz-contract fuzz-features mutate test-mutate test-bench compare-servers sanitize sanitize-server bench bench-check \
  bench-server bench-library bench-build bench-storage bench-durable bench-postgres bench-cluster bench-timers \
  bench-web bench-events \
  bench-instructions check-instructions bench-neighbours bench-start \
  container-check image-build image-check test-cluster test-contract test-deploy test-web test-clients openapi errors clients docs format lint toolchain packages-storage packages-test \
  packages-bench packages-cluster packages-contract packages-instructions packages-compare packages-deploy packages-image packages-web

## Builds the release configuration and serves the demo on PORT.
run: release
	PORT=$(PORT) ADMIN_LISTEN=$${ADMIN_LISTEN:-127.0.0.1:0} INSPECTOR=$${INSPECTOR:-full} exec "$$($(RELEASE) --show-bin-path)/backstack" serve

## Serves the demo from three nodes with a database, behind a balancer on PORT, until Ctrl-C.
cluster: toolchain packages-storage packages-cluster
	$(POSTGRES_RELEASE)
	PORT=$(PORT) exec Tests/Cluster/serve .build/postgres/release/backstack

release: toolchain
	$(RELEASE)

## Runs all tests.
test: toolchain packages-test
	.ci/test $(TEST_FLAGS)

## Runs the HTTP server's tests with the poller that is not the system's default.
test-poller: toolchain packages-storage
	BACKSTACK_POLLER=dispatch $(SWIFT) test $(TEST_FLAGS) --filter '^BackstackHTTPTests\.'

## Runs all tests in the release configuration; takes a quarter of an hour.
test-release: toolchain packages-test
	.ci/test -c release --scratch-path .build/release-tests -Xswiftc -enable-testing $(TEST_FLAGS)

## Makes a package with `backstack init`, and builds, tests and serves it, in some minutes.
test-init: toolchain packages-test
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	Tests/Init/run "$$(swift build --show-bin-path)/backstack" $(SWIFT_FLAGS)

## Runs all soak tests, which take minutes.
soak: soak-library soak-server soak-storage

## Compares the library with its models, patches with a reference implementation, and a simulated
## cluster with its invariants, in fifty times as many random runs as usual; then prints the costs of
## thousands of event readers.
soak-library: toolchain packages-test
	BACKSTACK_SOAK=50 $(SWIFT) test $(TEST_FLAGS) --filter 'BackstackModelTests|PatchTests|SimulationTests'
	BACKSTACK_SOAK=1 $(SWIFT) test $(TEST_FLAGS) --filter ManyReadersTests

## Sends the server a million well-behaved and malicious requests in at most five minutes; fails if its
## memory or its number of descriptors grows. SOAK_SEED repeats a run.
soak-server: toolchain
	swift build -c release --static-swift-stdlib --product BackstackSoak $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackSoak"

## Kills a process that stores sessions a hundred times, and compares the stored sessions with the
## acknowledged ones; writes to thousands of files with a flipped bit.
soak-storage: toolchain
	BACKSTACK_SOAK=1 $(SWIFT) test $(TEST_FLAGS) --filter 'BackstackSQLiteTests.(CrashTests|DamageAmongWritesTests)'
	BACKSTACK_KILLS=100 $(SWIFT) test $(TEST_FLAGS) --filter KillTests

## Uses a cluster of three nodes for SOAK_MINUTES while everything around it fails, with other seeds each
## time; as root, also in network namespaces.
soak-cluster: toolchain packages-storage packages-cluster
	$(POSTGRES_RELEASE)
	SOAK_MINUTES=$(SOAK_MINUTES) Tests/Cluster/run .build/postgres/release/backstack

## Searches for bytes that break the request parser, for a minute; .build/fuzz contains the findings.
fuzz: toolchain
	Tests/Fuzz/run

## Does the same for five seconds.
fuzz-short: toolchain
	SECONDS_TO_RUN=5 Tests/Fuzz/run

## Searches for responses that violate the contract, for some minutes, with different requests each
## time; CONTRACT_SEED repeats a run.
fuzz-contract: toolchain packages-test
	CONTRACT_EXAMPLES=$(CONTRACT_EXAMPLES) CONTRACT_SEED=$(CONTRACT_SEED) \
	  $(SWIFT) test $(TEST_FLAGS) --filter ContractJudgeTests

## Generates a client and models from the contract, and uses them against a server.
test-contract: toolchain packages-storage packages-contract
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(CONTRACT_PYTHON) Tests/Contract/run "$$(swift build --show-bin-path)/backstack"

## Searches the demo's features for mistakes that a client could trigger, for FUZZ_MINUTES, with
## different steps each time; FUZZ_SEED repeats a run.
fuzz-features: toolchain packages-storage
	$(SWIFT) build --product BackstackFeatureSoak $(TEST_FLAGS)
	FUZZ_MINUTES=$(FUZZ_MINUTES) FUZZ_SEED=$(FUZZ_SEED) "$$(swift build --show-bin-path)/BackstackFeatureSoak"

## Makes small changes to the sources, one at a time, and prints how many the tests notice, and which
## they miss. A run continues where the last one ended; Tests/Mutation/run lists the options.
mutate: toolchain packages-test test-mutate
	Tests/Mutation/run

## Runs the tests of the mutation tool.
test-mutate: toolchain
	Tests/Mutation/run test

## Sends the parser's test cases to nginx and Node as well, and fails if a difference has no decision.
compare-servers: toolchain packages-test packages-compare
	Tests/Differential/run $(TEST_FLAGS)

# Tests crash servers on purpose, which report that themselves.
SANITIZED := halt_on_error=1 handle_segv=0 handle_sigbus=0 handle_sigill=0 handle_abort=0

## Runs the library's tests with the thread sanitizer, then with the address sanitizer.
# The thread sanitizer does not understand Swift's `Mutex`, so BACKSTACK_TSAN replaces it in the
# library's `Guarded` with a lock that the sanitizer understands, and every report is a real race.
# Leak detection is off because it needs to trace the process, which containers don't allow.
sanitize: toolchain packages-test
	TSAN_OPTIONS="$(SANITIZED) $$TSAN_OPTIONS" $(SWIFT) test --sanitize=thread \
	  --scratch-path .build/thread -Xswiftc -DBACKSTACK_TSAN $(TEST_FLAGS) --filter $(LIBRARY_TESTS)
	ASAN_OPTIONS="detect_leaks=0 $(SANITIZED) $$ASAN_OPTIONS" $(SWIFT) test --sanitize=address \
	  --scratch-path .build/address -Xswiftc -DBACKSTACK_ASAN $(TEST_FLAGS) --filter $(LIBRARY_TESTS)

## Does the same with the server's tests.
sanitize-server: toolchain packages-test
	TSAN_OPTIONS="$(SANITIZED) $$TSAN_OPTIONS" $(SWIFT) test --sanitize=thread \
	  --scratch-path .build/thread -Xswiftc -DBACKSTACK_TSAN $(TEST_FLAGS) --filter $(SERVER_TESTS)
	ASAN_OPTIONS="detect_leaks=0 $(SANITIZED) $$ASAN_OPTIONS" $(SWIFT) test --sanitize=address \
	  --scratch-path .build/address -Xswiftc -DBACKSTACK_ASAN $(TEST_FLAGS) --filter $(SERVER_TESTS)

## Measures everything on this machine, next to the programs it is compared with, and prints a table of it.
bench: bench-library bench-build bench-server bench-start bench-events bench-instructions bench-storage bench-durable bench-neighbours
	Benchmarks/table .build/bench

## Does so for what bench-check compares, and fails if a ratio is 15 % worse than the committed one in
## Benchmarks/figures.json; takes about ten minutes.
bench-check: bench-library bench-server bench-start bench-events bench-instructions bench-durable
	Benchmarks/table --check .build/bench

## Tests the table of the benchmarks.
test-bench:
	python3 -m unittest discover -s Benchmarks -p 'test_*.py'

## Measures the server next to nginx and Go's net/http, and the memory of sessions and readers.
bench-server: release packages-bench
	Benchmarks/keep server Benchmarks/run "$$($(RELEASE) --show-bin-path)/backstack"
	Benchmarks/keep memory Benchmarks/memory "$$($(RELEASE) --show-bin-path)/backstack"

## Compares features written with the library with manually written code for the same domain.
bench-library: toolchain
	swift build -c release --static-swift-stdlib --product BackstackBenchmarks $(SWIFT_FLAGS)
	Benchmarks/keep library "$$($(RELEASE) --show-bin-path)/BackstackBenchmarks"

## Compares storing sessions in a file with storing them in memory; STORAGE_FOLDER contains the file.
bench-storage: toolchain
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks" "$${STORAGE_FOLDER:-.build}"

## Compares actions whose responses wait until they are stored with actions that are not stored.
bench-durable: release packages-bench
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	Benchmarks/keep durable Benchmarks/durable "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}" \
	  "$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks"

## Does so with a PostgreSQL database on this machine, which it starts.
bench-postgres: toolchain packages-storage packages-bench
	@$(call install,postgresql)
	$(POSTGRES_RELEASE)
	Benchmarks/postgres .build/postgres/release/backstack "$${STORAGE_FOLDER:-.build}"

## Measures a cluster of three nodes: what passing a request on costs, how long clients wait when a node
## is killed or stops, what idle nodes cost, and many readers of one session.
bench-cluster: toolchain packages-storage packages-bench packages-cluster
	$(POSTGRES_RELEASE)
	Benchmarks/cluster .build/postgres/release/backstack

## Measures how the timers of 100,000 stored sessions slow down other sessions, in some minutes; TIMERS
## is the number of timers.
bench-timers: release packages-bench
	Benchmarks/timers "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}"

## Measures what a change of a session costs for each reader of its events, next to nginx with nchan.
bench-events: release packages-bench
	@$(call install,libnginx-mod-nchan)
	Benchmarks/keep events Benchmarks/events "$$($(RELEASE) --show-bin-path)/backstack"

## Measures the time from the start of the server's process to its first response.
bench-start: release
	Benchmarks/keep start Benchmarks/start "$$($(RELEASE) --show-bin-path)/backstack"

## Measures how long clients of small sessions wait while other clients use large ones, and the memory
## that unread responses occupy; takes about two minutes.
bench-neighbours: release packages-bench
	Benchmarks/neighbours "$$($(RELEASE) --show-bin-path)/backstack"

## Measures the browser runtime and the demo app in headless Chromium, with a server on loopback.
bench-web: release packages-web
	$(PYTHON) Benchmarks/web "$$($(RELEASE) --show-bin-path)/backstack"

## Measures how long a module of a hundred features takes to compile.
bench-build: toolchain
	swift build --target Backstack $(SWIFT_FLAGS)
	swift build -c release --static-swift-stdlib --target Backstack $(SWIFT_FLAGS)
	Benchmarks/build-time "$$(swift build --show-bin-path)" "$$($(RELEASE) --show-bin-path)"

## Counts the instructions of a request, which vary less than times.
bench-instructions: release packages-bench packages-instructions
	Benchmarks/keep instructions Benchmarks/instructions "$$($(RELEASE) --show-bin-path)/backstack"

## Counts the instructions of an action, a patch, a read and a creation, in a minute, and fails if one has 2 %
## more than Benchmarks/figures.json: a commit that needs more changes that file, and says what for.
# The counts are up to 3 % higher while other programs use the machine, so the lowest of three may count.
check-instructions: release packages-bench packages-instructions
	for try in 1 2 3; do \
	  Benchmarks/keep instructions Benchmarks/instructions --ours "$$($(RELEASE) --show-bin-path)/backstack" && \
	  Benchmarks/table --gate .build/bench && exit 0; \
	done; exit 1

## Checks that the binary runs with only the libraries of the Dockerfile's runtime stage (as root).
container-check: release
	.ci/container "$$($(RELEASE) --show-bin-path)/backstack"

## Builds the image of the Dockerfile's last stage with buildah, and runs it (as root, on Debian).
image-check: release packages-image
	.ci/image "$$($(RELEASE) --show-bin-path)/backstack"

## Builds the whole image of the Dockerfile, which compiles in it, and runs it (as root, on Debian).
image-build: toolchain packages-image
	.ci/image

## Uses a cluster of three nodes while nodes, connections and the database fail, and checks what clients
## saw; SEED repeats the choices of a run.
test-cluster: toolchain packages-storage packages-cluster
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	Tests/Cluster/run "$$(swift build --show-bin-path)/backstack"

## Runs the files of docs/deploy: the proxies in front of a server, and checks of the other files.
test-deploy: release packages-deploy
	Tests/Deploy/run "$$($(RELEASE) --show-bin-path)/backstack"

## Tests the browser runtime in Node and in headless Chromium, against a server that it starts.
test-web: toolchain packages-storage packages-web
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(PYTHON) Tests/Web/run "$$(swift build --show-bin-path)/backstack"

## Tests the Swift client: its units, and a story with a server that it starts; BACKSTACK is another
## server's program than the one that it builds.
test-clients: toolchain packages-storage
	server="$(BACKSTACK)"; [ -n "$$server" ] || { $(SWIFT) build --product backstack $(TEST_FLAGS) && \
	  server="$$(swift build --show-bin-path)/backstack"; } && \
	BACKSTACK="$$server" swift test --package-path Clients/Swift $(SWIFT_FLAGS)

## Writes the documentation of errors, with real responses.
errors: toolchain packages-test
	WRITE_ERRORS=1 $(SWIFT) test $(TEST_FLAGS) --filter ErrorArticleTests.write

## Writes the contract of the demo server.
openapi: toolchain packages-storage
	$(SWIFT) run $(TEST_FLAGS) backstack openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

## Writes the types of the demo's features for clients.
clients: toolchain packages-storage
	$(SWIFT) run $(TEST_FLAGS) backstack client --language typescript --output Clients/TypeScript
	$(SWIFT) run $(TEST_FLAGS) backstack client --language swift --output Clients/Swift/Tests/GeneratedTypes

## Builds the documentation of all products into .build/docs, and fails on a warning.
docs: toolchain packages-storage
	.ci/docs $(TEST_FLAGS)

format: toolchain
	swift format --in-place --recursive --parallel $(SOURCES)

lint: toolchain
	swift format lint --strict --recursive --parallel $(SOURCES)
	.ci/lint-words

# Checks and installs the requirements of every build.
toolchain:
	@command -v swift >/dev/null || { echo "Swift 6.3 or later is needed: https://swift.org/install" >&2; exit 1; }
	@$(call install,libsqlite3-dev)

# Installs missing packages: `$(call install,package …)`.
install = missing="$$(for package in $(1); do dpkg -s $$package >/dev/null 2>&1 || echo $$package; done)"; \
	[ -z "$$missing" ] || { \
	  run=; [ "$$(id -u)" = 0 ] || run=sudo; \
	  $$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq $$missing; }

# The requirements of builds with the trait PostgreSQL.
packages-storage:
	@$(call install,libpq-dev)

packages-test: packages-storage
	@$(call install,postgresql)
	@$(call install,libcurl4-openssl-dev curl nodejs)
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(PYTHON) -c "import jsonpatch, jsonschema, openapi_spec_validator, schemathesis" 2>/dev/null || { \
	  python3 -m venv .build/python && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES); }

packages-contract:
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(CONTRACT_PYTHON) -c "import datamodel_code_generator, openapi_python_client, pydantic" 2>/dev/null || { \
	  python3 -m venv .build/contract-python && \
	  $(CONTRACT_PYTHON) -m pip install --quiet --disable-pip-version-check $(CONTRACT_PACKAGES); }

packages-bench:
	@$(call install,nginx wrk curl golang-go)

packages-cluster:
	@$(call install,postgresql haproxy python3 iproute2 nftables)

packages-compare:
	@$(call install,nginx nodejs)

packages-instructions:
	@$(call install,valgrind)

packages-image:
	@$(call install,buildah curl debootstrap)

packages-deploy:
	@$(call install,nginx caddy haproxy systemd openssl python3 python3-yaml prometheus)

packages-web:
	@$(call install,nodejs node-typescript chromium chromium-driver firefox-esr zbar-tools)
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(PYTHON) -c "import jsonpatch, selenium, axe_playwright_python" 2>/dev/null || { \
	  python3 -m venv .build/python && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check $(WEB_PACKAGES); }
