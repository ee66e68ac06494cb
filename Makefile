# What everybody needs is `make run` and `make test`; the rest is for who works on Backstack.

SHELL := /bin/bash
PORT ?= 8080
# How many requests `make fuzz-contract` makes up for each operation, and from which seed.
CONTRACT_EXAMPLES ?= 500
CONTRACT_SEED := $(or $(CONTRACT_SEED),$(shell echo $$RANDOM))
# How long `make fuzz-features` takes, and from which seed.
FUZZ_MINUTES ?= 3
FUZZ_SEED := $(or $(FUZZ_SEED),$(shell echo $$RANDOM))
# More flags for every build and test: CI turns warnings into errors.
SWIFT_FLAGS ?=
RELEASE := swift build -c release --static-swift-stdlib --product backstack $(SWIFT_FLAGS)
SOURCES := Package.swift Sources Tests Benchmarks
# What judges JSON Schemas, the contract and patches in the tests.
PYTHON := .build/python/bin/python
PYTHON_PACKAGES := jsonpatch==1.33 jsonschema==4.26.0 openapi-spec-validator==0.9.0 \
  schemathesis==4.32.5
LIBRARY_TESTS := '^Backstack(Testing|Dependencies|CasePaths|Diffing|Macros|Model|Rules)?Tests\.'
SERVER_TESTS := '^Backstack(HTTP|JSON|Locking|Service|Server|Storage|SQLite)Tests\.'

.PHONY: run release test test-release soak soak-library soak-server soak-storage fuzz fuzz-short \
  fuzz-contract fuzz-features mutate test-mutate compare-servers sanitize sanitize-server bench \
  bench-server bench-library bench-build bench-storage bench-durable bench-timers \
  bench-instructions bench-neighbours \
  container-check openapi errors docs format lint toolchain packages-test packages-bench \
  packages-instructions packages-compare

## Builds for release and serves the demo on PORT.
run: release
	PORT=$(PORT) exec "$$($(RELEASE) --show-bin-path)/backstack" serve

release: toolchain
	$(RELEASE)

## Passes all tests.
test: toolchain packages-test
	.ci/test $(SWIFT_FLAGS)

## Passes all tests as they are compiled for release; takes a quarter of an hour.
test-release: toolchain packages-test
	.ci/test -c release --scratch-path .build/release-tests -Xswiftc -enable-testing $(SWIFT_FLAGS)

## What takes minutes: all below.
soak: soak-library soak-server soak-storage

## Compares the library with its models, and patches with their judge, in fifty times as many random
## runs; then prints what thousands of readers of events cost.
soak-library: toolchain packages-test
	BACKSTACK_SOAK=50 swift test $(SWIFT_FLAGS) --filter 'BackstackModelTests|PatchTests'
	BACKSTACK_SOAK=1 swift test $(SWIFT_FLAGS) --filter ManyReadersTests

## Sends the server a million requests, polite and rude ones, in five minutes at most; fails unless its
## memory and its descriptors stay what they were. SOAK_SEED repeats a run.
soak-server: toolchain
	swift build -c release --static-swift-stdlib --product BackstackSoak $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackSoak"

## Kills a process that stores sessions a hundred times, and compares what is stored with what was
## acknowledged; writes to thousands of files with a wrong bit.
soak-storage: toolchain
	BACKSTACK_SOAK=1 swift test $(SWIFT_FLAGS) --filter 'BackstackSQLiteTests.(CrashTests|DamageAmongWritesTests)'
	BACKSTACK_KILLS=100 swift test $(SWIFT_FLAGS) --filter KillTests

## Looks for bytes that break the request parser, for a minute; a find is left in .build/fuzz.
fuzz: toolchain
	Tests/Fuzz/run

## The same for five seconds.
fuzz-short: toolchain
	SECONDS_TO_RUN=5 Tests/Fuzz/run

## Looks for answers that are not what the contract says, for some minutes, with other requests each
## time; CONTRACT_SEED repeats a run.
fuzz-contract: toolchain packages-test
	CONTRACT_EXAMPLES=$(CONTRACT_EXAMPLES) CONTRACT_SEED=$(CONTRACT_SEED) \
	  swift test $(SWIFT_FLAGS) --filter ContractJudgeTests

## Looks for what a client could bring about in the demo's features that should not happen, for
## FUZZ_MINUTES, with other steps each time; FUZZ_SEED repeats a run.
fuzz-features: toolchain
	swift build --product BackstackFeatureSoak $(SWIFT_FLAGS)
	FUZZ_MINUTES=$(FUZZ_MINUTES) FUZZ_SEED=$(FUZZ_SEED) "$$(swift build --show-bin-path)/BackstackFeatureSoak"

## Changes the sources in small ways, one at a time, and prints how many changes the tests notice, and
## which not. A run goes on where the last one ended; Tests/Mutation/run says what can be chosen.
mutate: toolchain packages-test test-mutate
	Tests/Mutation/run

## Passes the tests of the tool that does so.
test-mutate: toolchain
	Tests/Mutation/run test

## Sends what the parser is tested with to nginx and Node, too, and fails if a difference is undecided.
compare-servers: toolchain packages-test packages-compare
	Tests/Differential/run $(SWIFT_FLAGS)

## Passes the library's tests under the thread sanitizer, then under the address sanitizer.
# The first does not understand Swift's `Mutex`, so with BACKSTACK_TSAN the library's `Guarded` is
# made of what it understands: what it reports is a race. Leaks can't be looked for where tracing of
# processes is not allowed, as in containers.
sanitize: toolchain packages-test
	TSAN_OPTIONS="halt_on_error=1 $$TSAN_OPTIONS" swift test --sanitize=thread \
	  --scratch-path .build/thread -Xswiftc -DBACKSTACK_TSAN $(SWIFT_FLAGS) --filter $(LIBRARY_TESTS)
	ASAN_OPTIONS="detect_leaks=0 $$ASAN_OPTIONS" swift test --sanitize=address \
	  --scratch-path .build/address -Xswiftc -DBACKSTACK_ASAN $(SWIFT_FLAGS) --filter $(LIBRARY_TESTS)

## The same for the server's tests.
sanitize-server: toolchain packages-test
	TSAN_OPTIONS="halt_on_error=1 $$TSAN_OPTIONS" swift test --sanitize=thread \
	  --scratch-path .build/thread -Xswiftc -DBACKSTACK_TSAN $(SWIFT_FLAGS) --filter $(SERVER_TESTS)
	ASAN_OPTIONS="detect_leaks=0 $$ASAN_OPTIONS" swift test --sanitize=address \
	  --scratch-path .build/address -Xswiftc -DBACKSTACK_ASAN $(SWIFT_FLAGS) --filter $(SERVER_TESTS)

## Measures everything on this machine, next to what it is to be compared with.
bench: bench-library bench-build bench-server bench-storage bench-durable bench-neighbours

## Measures the server next to nginx and Go's net/http, and the memory of sessions and readers.
bench-server: release packages-bench
	Benchmarks/run "$$($(RELEASE) --show-bin-path)/backstack"
	Benchmarks/memory "$$($(RELEASE) --show-bin-path)/backstack"

## Measures features written with the library next to the same written by hand.
bench-library: toolchain
	swift build -c release --static-swift-stdlib --product BackstackBenchmarks $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackBenchmarks"

## Measures how sessions are stored in a file, next to memory; STORAGE_FOLDER is where the file is.
bench-storage: toolchain
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	"$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks" "$${STORAGE_FOLDER:-.build}"

## Measures actions that are answered once they are stored, next to those that are not stored.
bench-durable: release packages-bench
	swift build -c release --static-swift-stdlib --product BackstackStorageBenchmarks $(SWIFT_FLAGS)
	Benchmarks/durable "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}" \
	  "$$($(RELEASE) --show-bin-path)/BackstackStorageBenchmarks"

## Measures what the timers of 100,000 stored sessions take from others, in some minutes; TIMERS is how
## many.
bench-timers: release packages-bench
	Benchmarks/timers "$$($(RELEASE) --show-bin-path)/backstack" "$${STORAGE_FOLDER:-.build}"

## Measures how long clients of small sessions wait beside clients of large ones, and what answers keep that
## nobody reads; about two minutes.
bench-neighbours: release packages-bench
	Benchmarks/neighbours "$$($(RELEASE) --show-bin-path)/backstack"

## Measures how long a module of a hundred features takes to compile.
bench-build: toolchain
	swift build --target Backstack $(SWIFT_FLAGS)
	swift build -c release --static-swift-stdlib --target Backstack $(SWIFT_FLAGS)
	Benchmarks/build-time "$$(swift build --show-bin-path)" "$$($(RELEASE) --show-bin-path)"

## Counts the instructions of a request: steadier than times.
bench-instructions: release packages-bench packages-instructions
	Benchmarks/instructions "$$($(RELEASE) --show-bin-path)/backstack"

## Shows that the binary runs with nothing but what the Dockerfile's runtime stage has (as root).
container-check: release
	.ci/container "$$($(RELEASE) --show-bin-path)/backstack"

## Writes the documentation of errors, with real answers.
errors: toolchain packages-test
	WRITE_ERRORS=1 swift test $(SWIFT_FLAGS) --filter ErrorArticleTests.write

## Writes the contract of the demo server.
openapi: toolchain
	swift run $(SWIFT_FLAGS) backstack openapi > openapi.yaml.new
	mv openapi.yaml.new openapi.yaml

## Builds the documentation of the library into .build/docs, and fails on a warning.
docs: toolchain
	.ci/docs $(SWIFT_FLAGS)

format: toolchain
	swift format --in-place --recursive --parallel $(SOURCES)

lint: toolchain
	swift format lint --strict --recursive --parallel $(SOURCES)

# What every build needs.
toolchain:
	@command -v swift >/dev/null || { echo "Swift 6.3 or later is needed: https://swift.org/install" >&2; exit 1; }
	@$(call install,libsqlite3-dev)

# Installs what is missing: `$(call install,package …)`.
install = missing="$$(for package in $(1); do dpkg -s $$package >/dev/null 2>&1 || echo $$package; done)"; \
	[ -z "$$missing" ] || { \
	  run=; [ "$$(id -u)" = 0 ] || run=sudo; \
	  $$run apt-get update -qq && DEBIAN_FRONTEND=noninteractive $$run apt-get install -y -qq $$missing; }

packages-test:
	@$(call install,libcurl4-openssl-dev curl)
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(PYTHON) -c "import jsonpatch, jsonschema, openapi_spec_validator, schemathesis" 2>/dev/null || { \
	  python3 -m venv .build/python && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES); }

packages-bench:
	@$(call install,nginx wrk curl golang-go)

packages-compare:
	@$(call install,nginx nodejs)

packages-instructions:
	@$(call install,valgrind)
