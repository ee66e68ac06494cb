# The tests that `make test` does not run. Part of the Makefile.

# The number of requests that `make fuzz-contract` generates for each operation, and their seed.
CONTRACT_EXAMPLES ?= 500
CONTRACT_SEED := $(or $(CONTRACT_SEED),$(shell echo $$RANDOM))
# The duration of `make fuzz-features`, and its seed.
FUZZ_MINUTES ?= 3
FUZZ_SEED := $(or $(FUZZ_SEED),$(shell echo $$RANDOM))
# The duration of `make soak-cluster`.
SOAK_MINUTES ?= 60
# Generators of clients and models, and what the generated models are made with.
CONTRACT_PYTHON := .build/contract-python/bin/python
CONTRACT_PACKAGES := datamodel-code-generator==0.89.0 openapi-python-client==0.29.1 pydantic==2.14.3
# The official SDK of the Model Context Protocol.
AGENTS_PYTHON := .build/agents-python/bin/python
AGENTS_PACKAGES := mcp==2.3.0 a2ui-core==0.4.0
# An independent implementation of JSON Patch, and what drives the browser.
WEB_PACKAGES := jsonpatch==1.33 selenium==4.27.1 axe-playwright-python==0.1.8 \
  websockets==17.4
LIBRARY_TESTS := '^Backstack(Testing|Dependencies|CasePaths|Diffing|Macros|Model|Rules)?Tests\.'
SERVER_TESTS := '^Backstack(HTTP|Coding|Schema|Platform|Sessions|Service|Server|Storage|SQLite|Postgres)Tests\.'

.PHONY: test-poller test-release test-init soak soak-library soak-server soak-storage soak-cluster \
  fuzz fuzz-short fuzz-contract test-contract test-agents fuzz-features mutate test-mutate compare-servers \
  sanitize sanitize-server container-check image-check image-build test-cluster test-deploy test-web soak-web gallery \
  test-clients test-compose packages-contract packages-agents packages-compare packages-image packages-deploy \
  packages-web packages-compose

## Runs the HTTP server's tests with the poller that is not the system's default.
test-poller: toolchain packages-storage
	BACKSTACK_POLLER=dispatch $(SWIFT) test $(TEST_FLAGS) --filter '^BackstackHTTPTests\.'

## Runs all tests in the release configuration; takes a quarter of an hour.
test-release: toolchain packages-test
	.ci/test.sh -c release --scratch-path .build/release-tests -Xswiftc -enable-testing $(TEST_FLAGS)

## Makes a package with `backstack init`, and builds, tests and serves it and the example, in some minutes.
test-init: toolchain packages-test
	@$(call install,openssl)
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	SystemTests/Init/run.sh "$$(swift build --show-bin-path)/backstack" $(SWIFT_FLAGS)
	SystemTests/Init/example.sh $(SWIFT_FLAGS)

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
	SOAK_MINUTES=$(SOAK_MINUTES) SystemTests/Cluster/run.py .build/postgres/release/backstack

## Searches for bytes that break the request parser, for a minute; .build/fuzz contains the findings.
fuzz: toolchain
	Tests/Fuzz/run.sh

## Searches for bytes that break the request parser, for five seconds.
fuzz-short: toolchain
	SECONDS_TO_RUN=5 Tests/Fuzz/run.sh

## Searches for responses that violate the contract, for some minutes, with different requests each
## time; CONTRACT_SEED repeats a run.
fuzz-contract: toolchain packages-test
	CONTRACT_EXAMPLES=$(CONTRACT_EXAMPLES) CONTRACT_SEED=$(CONTRACT_SEED) \
	  $(SWIFT) test $(TEST_FLAGS) --filter ContractJudgeTests

## Generates a client and models from the contract, and uses them against a server.
test-contract: toolchain packages-storage packages-contract
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(CONTRACT_PYTHON) SystemTests/Contract/run.py "$$(swift build --show-bin-path)/backstack"

## Plays an agent with the SDK of the Model Context Protocol, against a server that is killed meanwhile, and a renderer of A2UI.
test-agents: toolchain packages-storage packages-agents
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(AGENTS_PYTHON) SystemTests/Agents/run.py "$$(swift build --show-bin-path)/backstack"

## Searches the demo's features for mistakes that a client could trigger, for FUZZ_MINUTES, with
## different steps each time; FUZZ_SEED repeats a run.
fuzz-features: toolchain packages-storage
	$(SWIFT) build --product BackstackFeatureSoak $(TEST_FLAGS)
	FUZZ_MINUTES=$(FUZZ_MINUTES) FUZZ_SEED=$(FUZZ_SEED) "$$(swift build --show-bin-path)/BackstackFeatureSoak"

## Makes small changes to the sources, one at a time, and prints how many the tests notice, and which
## they miss. A run continues where the last one ended; Tests/Mutation/run.sh lists the options.
mutate: toolchain packages-test test-mutate
	Tests/Mutation/run.sh

## Runs the tests of the mutation tool.
test-mutate: toolchain
	Tests/Mutation/run.sh test

## Sends the parser's test cases to nginx and Node as well, and fails if a difference has no decision.
compare-servers: toolchain packages-test packages-compare
	Tests/Differential/run.sh $(TEST_FLAGS)

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

## Runs the server's tests with the thread sanitizer, then with the address sanitizer.
sanitize-server: toolchain packages-test
	TSAN_OPTIONS="$(SANITIZED) $$TSAN_OPTIONS" $(SWIFT) test --sanitize=thread \
	  --scratch-path .build/thread -Xswiftc -DBACKSTACK_TSAN $(TEST_FLAGS) --filter $(SERVER_TESTS)
	ASAN_OPTIONS="detect_leaks=0 $(SANITIZED) $$ASAN_OPTIONS" $(SWIFT) test --sanitize=address \
	  --scratch-path .build/address -Xswiftc -DBACKSTACK_ASAN $(TEST_FLAGS) --filter $(SERVER_TESTS)

## Checks that the binary runs with only the libraries of the Dockerfile's runtime stage (as root).
container-check: release
	.ci/container.sh "$$($(RELEASE) --show-bin-path)/backstack"

## Builds the image of the Dockerfile's last stage with buildah, and runs it (as root, on Debian).
image-check: release packages-image
	.ci/image.sh "$$($(RELEASE) --show-bin-path)/backstack"

## Builds the whole image of the Dockerfile, which compiles in it, and runs it (as root, on Debian).
image-build: toolchain packages-image
	.ci/image.sh

## Uses a cluster of three nodes while nodes, connections and the database fail, and checks what clients
## saw; SEED repeats the choices of a run.
test-cluster: toolchain packages-storage packages-cluster
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	SystemTests/Cluster/run.py "$$(swift build --show-bin-path)/backstack"

## Runs a server behind the proxies of docs/deploy, and checks the other files there.
test-deploy: release packages-deploy
	SystemTests/Deploy/run.py "$$($(RELEASE) --show-bin-path)/backstack"

## Tests the browser runtime in Node and in headless Chromium, against a server that it starts.
test-web: toolchain packages-storage packages-web
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(PYTHON) SystemTests/Web/run.py "$$(swift build --show-bin-path)/backstack"

## Lets a timer on a page tick as often as in an hour, and measures what of the page stays; TIMER takes the hour.
soak-web: toolchain packages-storage packages-web
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(PYTHON) SystemTests/Web/run.py "$$(swift build --show-bin-path)/backstack" memory

## Makes pictures of all screens of the demo and of a package of `backstack init`, as a page in .build/gallery, and those of the documentation.
gallery: toolchain packages-storage packages-web
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	$(PYTHON) SystemTests/Web/run.py "$$(swift build --show-bin-path)/backstack" gallery

## Tests the units of the Swift client, and a story with a server that it starts; BACKSTACK is another
## server's program than the one that it builds.
test-clients: toolchain packages-storage
	server="$(BACKSTACK)"; [ -n "$$server" ] || { $(SWIFT) build --product backstack $(TEST_FLAGS) && \
	  server="$$(swift build --show-bin-path)/backstack"; } && \
	BACKSTACK="$$server" swift test --package-path Clients/Swift $(SWIFT_FLAGS)

## Compiles the Kotlin code of docs/compose-client.md, and lets it be judged as a client.
test-compose: toolchain packages-storage packages-compose
	$(SWIFT) build --product backstack $(TEST_FLAGS)
	SystemTests/Compose/run.py "$$(swift build --show-bin-path)/backstack"

packages-compose:
	@$(call install,kotlin libandroid-json-java libkotlinx-coroutines-java libkotlinx-atomicfu-java python3)

packages-contract:
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(CONTRACT_PYTHON) -c "import datamodel_code_generator, openapi_python_client, pydantic" 2>/dev/null || { \
	  python3 -m venv .build/contract-python && \
	  $(CONTRACT_PYTHON) -m pip install --quiet --disable-pip-version-check $(CONTRACT_PACKAGES); }

packages-agents:
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(AGENTS_PYTHON) -c "import mcp, a2ui.core" 2>/dev/null || { \
	  python3 -m venv .build/agents-python && \
	  $(AGENTS_PYTHON) -m pip install --quiet --disable-pip-version-check $(AGENTS_PACKAGES); }

packages-compare:
	@$(call install,nginx nodejs)

packages-image:
	@$(call install,buildah curl debootstrap)

packages-deploy:
	@$(call install,nginx caddy haproxy systemd openssl python3 python3-yaml prometheus)

packages-web:
	@$(call install,nodejs node-typescript chromium chromium-driver firefox-esr zbar-tools golang-go golang-github-gorilla-websocket-dev)
	@python3 -c "import ensurepip" 2>/dev/null || { $(call install,python3-venv); }
	@$(PYTHON) -c "import jsonpatch, selenium, axe_playwright_python, websockets" 2>/dev/null || { \
	  python3 -m venv .build/python && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check $(WEB_PACKAGES); }
