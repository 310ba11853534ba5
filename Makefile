# Tickwheel. Every target does its own set-up: a clean clone needs git, make and Python 3.11 or newer.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV   := .venv
UV     := $(VENV)/bin/uv
RUN    := $(VENV)/bin/
STAMP  := $(VENV)/.installed

.PHONY: help setup dev test check bench chaos format clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / {printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make the virtual environment with the locked dependencies

$(STAMP): pyproject.toml uv.lock
	@test -x $(UV) || { $(PYTHON) -m venv $(VENV) && $(VENV)/bin/pip install --quiet --disable-pip-version-check 'uv>=0.13,<0.14'; }
	UV_PROJECT_ENVIRONMENT=$(VENV) $(UV) sync --quiet --locked --inexact --extra all
	@touch $(STAMP)

dev: $(STAMP) ## Start the whole system on an embedded Kafka and Postgres
	$(RUN)tickwheel dev

test: $(STAMP) ## Run every test
	$(RUN)python -m pytest

check: $(STAMP) ## Lint, format, types and import contracts: what CI checks
	$(RUN)ruff check
	$(RUN)ruff format --check
	$(RUN)mypy
	$(RUN)lint-imports

bench: $(STAMP) ## Measure: all scenarios, or one with SCENARIO=storm
	$(RUN)python -m tests.benchmarks $(SCENARIO)

chaos: $(STAMP) ## Kill and stop processes under load, and count
	$(RUN)python -m pytest tests/chaos

format: $(STAMP) ## Let ruff mend what it can
	$(RUN)ruff check --fix
	$(RUN)ruff format

clean: ## Remove the environment, caches and local data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist .tickwheel
