# Every target sets itself up: the virtual environment is made when it is missing
# and installed again only when pyproject.toml has changed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup run test check bench lint format clean

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY)  ## make the virtual environment and install everything into it

$(READY): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --editable '.[test,bench]'
	touch $@

run: $(READY)  ## serve the pages and the API on SQLite under ./var (HOST and PORT are honoured)
	$(BIN)/tapedeck serve --demo

test: lint  ## everything, with real databases, real workers and a real browser
	$(BIN)/python tests/browser/find_chromium.py
	$(BIN)/pytest

check: lint  ## the fast loop: lint, types, layers, unit tests
	$(BIN)/pytest --ignore=tests/browser --ignore=tests/faults

lint: $(READY)  ## style, types and layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(READY)  ## let ruff rewrite the style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)  ## the benchmarks, each as a ratio to a peer measured in the same run
	$(BIN)/python -m tests.bench

clean:  ## remove what the other targets made (the store under ./var stays)
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
