# `make test` is exactly what CI runs. Every target does its own set-up and is quick the second time.

CARGO  ?= cargo
TARGET := $(or $(CARGO_TARGET_DIR),target)
BINARY := $(TARGET)/release/safebump

.PHONY: help build demo test formats wheel bench search-table soak new-case setup format lint unit cases every-case audit mutants mutants-sample

help: ## what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

build: setup ## the binary, target/release/safebump
	$(CARGO) build --release -q -p cli

demo: build ## run the built-in examples and explain them
	@$(BINARY) demo

# The linter compiles too: where it stands in for the compiler, all is built once.
LINTED := RUSTC_WORKSPACE_WRAPPER=clippy-driver CLIPPY_ARGS=-D__CLIPPY_HACKERY__warnings__CLIPPY_HACKERY__

test: setup format ## everything CI runs
	@$(LINTED) $(MAKE) --no-print-directory unit cases mutants-sample

formats: build ## every format of reports against tools of others (Chromium, npm and pip are needed)
	@scripts/formats $(BINARY) $(TARGET)/formats

wheel: build ## the Python wheel, in target/wheels, tried in a fresh environment
	@scripts/wheel $(BINARY) $(TARGET)/wheels

bench: build ## measure the paper's evaluation: writes docs/evaluation.md with its figures, and target/bench.json
	@python3 -B scripts/bench $(BINARY) $(TARGET)/bench.json docs

search-table: build ## runs alone beside CrossHair and Hypothesis on the Python cases: a table in docs/evaluation.md
	@scripts/search-table $(BINARY) docs/evaluation.md

soak: setup ## random pairs of client and library against exhaustive runs: make soak N=50000
	SOAK=$(or $(N),50000) $(CARGO) test --release -q -p soak

new-case: setup ## a folder for a new case: make new-case NAME=numbers/what_it_shows CODE=python|c|rust|boogie
	@test -n "$(NAME)" || { echo "say which: make new-case NAME=numbers/what_it_shows"; exit 2; }
	$(CARGO) run -q --profile checked -p case-runner -- --new $(NAME) $(or $(CODE),python)

setup:
	@scripts/setup

format:
	$(CARGO) fmt --check

lint: setup
	$(CARGO) clippy -q --profile checked --workspace --all-targets -- -D warnings

# With every assertion on: each front end's result is held against the rules of the IR.
unit: setup
	@scripts/unit

cases: setup
	$(CARGO) run -q --profile checked -p case-runner

every-case: setup ## every engine on every case, and all C cases also as compiled code
	EVERY=1 $(CARGO) run -q --profile checked -p case-runner

audit: setup ## every answer of the cases against the interpreter and compiled code (a sixteenth of them in `make test`)
	AUDIT=1 $(CARGO) run -q --profile checked -p case-runner

# A fixed sample, in less than a minute, by the binary that the tests were built with.
mutants-sample: setup
	$(CARGO) build -q --profile checked -p cli
	@scripts/mutants $(TARGET)/checked/safebump --python 120 --c 0 --seed 5 --inputs 100 --seconds 1 --within 35

mutants: build ## faults and rewrites of real functions, held against native runs: make mutants SOURCES=folder N=3000
	@scripts/mutants $(BINARY) --python $(or $(N),3000) --c $(if $(SOURCES),$(or $(N),1500) --sources $(SOURCES),0)
