# Every target sets itself up: the virtual environment is made when it is missing
# and installed again only when pyproject.toml has changed. Serving needs less than working on it does.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SERVES := $(VENV)/.installed
READY  := $(VENV)/.installed-for-work
# Never beside the sources, where compiled modules would hide every change.
NATIVE := build/native

.DEFAULT_GOAL := help
.PHONY: help setup run test check soak native bench screenshots lint format clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-11s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## make the virtual environment and install everything into it

$(SERVES): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable .
	touch $@

$(READY): $(SERVES)
	$(BIN)/python -m pip install --quiet --editable '.[test,native,bench]'
	touch $@

run: $(SERVES)  ## serve the pages and the API on SQLite under ./var (HOST and PORT are honoured)
	$(BIN)/tapedeck serve --demo

# Two files at a time: much of it is waiting for servers, workers and browsers, and those need cores too.
SIDE_BY_SIDE := --numprocesses 2 --dist loadfile --no-loadscope-reorder

test: lint  ## everything, with real databases, real workers and a real browser
	$(BIN)/python tests/browser/find_chromium.py
	$(BIN)/pytest $(SIDE_BY_SIDE) --durations 12

check: lint  ## the fast loop: lint, types, layers, unit tests
	$(BIN)/pytest $(SIDE_BY_SIDE) --ignore=tests/browser --ignore=tests/faults

soak: $(READY)  ## the faults again and again under load, for about half an hour (SOAK_ROUNDS says how often)
	SOAK_ROUNDS=$${SOAK_ROUNDS:-20} $(BIN)/pytest tests/faults

lint: $(READY)  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)  ## let ruff rewrite the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

native: $(NATIVE)/.compiled  ## a copy with the rules compiled, as the image has them, in build/native (needs a C compiler)

$(NATIVE)/.compiled: $(READY) deploy/native/compile.py $(shell find schemas service workers -name '*.py' -o -name '*.yaml')
	$(BIN)/python deploy/native/compile.py --copy $(NATIVE)
	PYTHONPATH=$(NATIVE) $(BIN)/tapedeck check tests/scenarios/*/*.yaml
	touch $@

bench: $(READY) native  ## the benchmarks, each as a ratio to a peer measured in the same run
	$(BIN)/python -m tests.bench

screenshots: $(READY)  ## pictures of every screen, dark and light, into ./screenshots
	$(BIN)/python tests/browser/find_chromium.py
	$(BIN)/python -m tests.browser.walks screenshots

clean:  ## remove what the other targets made (the store under ./var stays)
	rm -rf $(VENV) screenshots build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
