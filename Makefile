# The commands of this project. `make` alone lists them.

HOST ?= 127.0.0.1
PORT ?= 8080
DB ?= wordwaiter.db
PYTHON ?= python3

VENV := .venv
BIN := $(VENV)/bin
RUST := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)

.DEFAULT_GOAL := help
.PHONY: help run test lint bench fuzz rules-doc clean

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(VENV)/.ready ## start the program: http://127.0.0.1:8080 (HOST=0.0.0.0 serves the venue's network, PORT=, DB=)
	@$(BIN)/wordwaiter serve --host $(HOST) --port $(PORT) --db $(DB)

test: $(VENV)/.dev $(VENV)/.browser ## run all tests
	cargo test --release --workspace --quiet
	$(BIN)/pytest

lint: $(VENV)/.dev ## check style, types, layers (ruff, mypy, import-linter, cargo fmt, clippy)
	cargo fmt --check
	cargo clippy --release --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.dev ## measure speed; prints JSON
	@$(BIN)/python bench/lexicon.py
	@$(BIN)/python bench/engine.py

fuzz: ## feed 10 million broken word graphs to the reader (minutes)
	cargo run --release --quiet -p tilecore --example fuzz_kwg -- --inputs 10000000

rules-doc: $(VENV)/.ready ## write docs/rules.md: which clause is carried by what and proven where
	$(BIN)/python tools/rules_doc.py

clean: ## remove what make built (.venv, target, caches); your data stays
	rm -rf $(VENV) target .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src -name '_core*.so' -delete
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# What the commands above stand on. -----------------------------------------------------------

$(VENV)/bin/python:
	@tools/check-machine $(PYTHON)
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'

$(VENV)/.ready: $(VENV)/bin/python pyproject.toml $(RUST)
	@tools/check-machine $(PYTHON)
	@echo 'Building Wordwaiter (the first time takes a minute or two)...'
	$(BIN)/pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.ready
	$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

$(VENV)/.browser: $(VENV)/.ready
	@tools/need-debian-package chromium chromium
	@tools/need-debian-package /usr/share/wordnet/index.noun wordnet-base
	@touch $@
