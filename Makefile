# What users and daily work need. Tests/tests.mk and Benchmarks/benchmarks.mk have the other targets, which
# are made from here, too: `make help` lists all.

SHELL := /bin/bash
PORT ?= 8080
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
EXAMPLES := $(wildcard Examples/*/Package.swift Examples/*/Sources Examples/*/Tests)
SOURCES := Package.swift Sources Tools Tests Benchmarks $(SWIFT_CLIENT) $(EXAMPLES)
# Independent implementations that check JSON Schemas, the contract and patches in the tests.
PYTHON := .build/python/bin/python
PYTHON_PACKAGES := jsonpatch==1.33 jsonschema==4.26.0 openapi-spec-validator==0.9.0 \
  schemathesis==4.32.5 websockets==17.4 wsproto==1.3.2

.PHONY: house run help cluster release test errors openapi clients docs format lint toolchain packages-storage \
  packages-test packages-cluster

## Builds the release configuration and serves the demo on PORT.
run: release
	PORT=$(PORT) STAGE=$${STAGE:-kill} ADMIN_LISTEN=$${ADMIN_LISTEN:-127.0.0.1:0} INSPECTOR=$${INSPECTOR:-full} exec "$$($(RELEASE) --show-bin-path)/backstack" serve

## Prints the targets of this file, of the tests, and of the benchmarks.
help:
	@awk '/^## / { text = text " " substr($$0, 4) } /^$$/ { text = "" } FNR == 1 { print "" } \
	  text && /^[a-z-]+:/ { sub(/:.*/, ""); sub(/[.:;] .*/, "", text); sub(/[.]$$/, "", text); \
	  printf "  %-20s%s\n", $$0, text; text = "" }' $(MAKEFILE_LIST)

## Serves the demo from three nodes with a database, behind a balancer on PORT, until Ctrl-C.
cluster: toolchain packages-storage packages-cluster
	$(POSTGRES_RELEASE)
	PORT=$(PORT) exec SystemTests/Cluster/serve.py .build/postgres/release/backstack

## Builds the release configuration.
release: toolchain
	$(RELEASE)

## Runs all tests.
test: toolchain packages-test
	.ci/test.sh $(TEST_FLAGS)

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
	.ci/docs.sh $(TEST_FLAGS)

## Formats the Swift code.
format: toolchain
	swift format --in-place --recursive --parallel $(SOURCES)

## Checks how the Swift code is formatted, and the words of comments and documents.
lint: toolchain
	swift format lint --strict --recursive --parallel $(SOURCES)
	.ci/lint-words.sh
	@! grep -rnE --include='*.swift' --include='*.c' $(DESCRIPTORS) Sources Tests | grep -vE 'CLOEXEC|addopen|== SOCK' || \
	  { echo "A process that another thread starts would inherit this descriptor: add CLOEXEC." >&2; exit 1; }

# Calls that make a descriptor.
DESCRIPTORS = '[^A-Za-z_.](pipe|dup)\(|accept\(.*(nil|NULL)|SOCK_(STREAM|DGRAM)|[^A-Za-z_]O_(RD|WR)'

## Measures how the code reads: lengths, labels, what is private.
house:
	.ci/house.py

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
	@$(PYTHON) -c "import jsonpatch, jsonschema, openapi_spec_validator, schemathesis, websockets, wsproto" 2>/dev/null || { \
	  python3 -m venv .build/python && \
	  $(PYTHON) -m pip install --quiet --disable-pip-version-check $(PYTHON_PACKAGES); }

packages-cluster:
	@$(call install,postgresql haproxy python3 iproute2 nftables)

include Tests/tests.mk Benchmarks/benchmarks.mk
