# Everything that this project does, one word each. `make` alone lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8080

.DEFAULT_GOAL := help
.PHONY: help run fast test soak bench recorded screenshots contact-sheet lock clean

help: ## what can be done here
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(VENV)/.run-ready ## start the server: phones join by the code it prints
	@exec $(BIN)/tableside serve --port $(PORT) $(ARGS)

fast: $(VENV)/.run-ready ## compile the rules for simulations (needs a C compiler)
	@$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[fast]'
	@$(BIN)/tableside compile

test: $(VENV)/.test-ready ## everything that must hold: style, types, imports, tests, browsers
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/run.py

soak: $(VENV)/.test-ready ## the long runs: 1,000 games, more fuzzing, more power cuts
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python tests/run.py --soak

bench: $(VENV)/.test-ready ## measurements beside peers (never part of the tests)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python bench/run.py $(ARGS)

recorded: $(VENV)/.test-ready ## make the recorded games again
	@$(BIN)/python -m tests.recorded.make

screenshots: $(VENV)/.test-ready ## make the pictures of the README again
	@$(BIN)/python docs/make_pictures.py

contact-sheet: $(VENV)/.test-ready ## all printed pages, small, side by side (.work/contact)
	@$(BIN)/python -m tests.print.contact_sheet $(ARGS)

lock: ## write the lock files again (needs uv)
	@uv pip compile pyproject.toml --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -q -o requirements.lock
	@uv pip compile pyproject.toml --extra test --universal --python-version 3.11 --no-emit-index-url --no-header --no-annotate -q -o requirements-test.lock

clean: ## forget the environment and everything that was made
	@rm -rf $(VENV) build dist *.egg-info report.xml .work .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tableside needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) -V 2>&1)." >&2; exit 2; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "Python's venv module is missing. On Debian or Ubuntu: sudo apt install python3-venv" >&2; exit 2; }
	@$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run-ready: $(VENV)/.made requirements.lock pyproject.toml
	@echo "Installing what Tableside needs (once)…"
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements.lock
	@$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test-ready: $(VENV)/.run-ready requirements-test.lock tests/prepare.sh package.json
	@$(BIN)/python -m pip install -q --disable-pip-version-check -r requirements-test.lock
	@sh tests/prepare.sh
	@touch $@
