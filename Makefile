# Tickwheel. Every target does its own set-up: a clean clone needs git, make and Python 3.11 or newer.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV   := .venv
UV     := $(VENV)/bin/uv
RUN    := $(VENV)/bin/
STAMP  := $(VENV)/.installed

DASHBOARD := services/command_api/tickwheel/command_api/dashboard/index.html
PAGES     := $(shell find dashboard -type f -not -path '*/node_modules/*' -not -name '*.gen.ts' 2>/dev/null)

.PHONY: help setup dashboard browser screenshots dev test check bench bench-peers alerts chaos simulate drill soak format clean

help: ## Show this help
	@awk -F ':.*## ' '/^[a-z][a-z-]*:.*## / {printf "  \033[1m%-12s\033[0m %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(STAMP) ## Make the virtual environment with the locked dependencies

$(STAMP): pyproject.toml uv.lock
	@test -x $(UV) || { $(PYTHON) -m venv $(VENV) && $(VENV)/bin/pip install --quiet --disable-pip-version-check 'uv>=0.13,<0.14'; }
	UV_PROJECT_ENVIRONMENT=$(VENV) $(UV) sync --quiet --locked --inexact --extra all
	@touch $(STAMP)

dashboard: $(DASHBOARD) ## Build the dashboard that the API serves

# Node 20.19 or newer of this machine, or else the one that is on PyPI.
dashboard/node_modules/.package-lock.json: dashboard/package-lock.json | $(STAMP)
	@dashboard/node.sh $(VENV) npm --prefix dashboard ci --prefer-offline --no-progress --loglevel error
	@touch $@

$(DASHBOARD): $(PAGES) docs/openapi.json dashboard/node_modules/.package-lock.json
	@dashboard/node.sh $(VENV) npm --prefix dashboard run --silent build -- --logLevel warn
	@touch $(DASHBOARD)

dev: $(STAMP) ## Start the whole system on an embedded Kafka and Postgres
	@$(MAKE) --no-print-directory dashboard || echo 'The dashboard could not be built (see above). Everything else works.'
	$(RUN)tickwheel dev

# Three runs, each as wide as it bears: what computes takes every core; what talks to servers, two files at a time; what is
# timed, or breaks things, goes alone. A run that fails does not keep the others from being made. `pytest` alone does all in one.
SERVED := tests/integration
ALONE  := tests/chaos tests/drills tests/e2e tests/browser
PYTEST := $(RUN)python -m pytest

test: $(STAMP) $(DASHBOARD) ## Run every test
	@dashboard/node.sh $(VENV) npm --prefix dashboard test --silent
	@failed=0; set -x; \
	$(PYTEST) -n logical --dist worksteal $(addprefix --ignore=,$(SERVED) $(ALONE)) || failed=1; \
	$(PYTEST) -n 2 --dist loadfile $(SERVED) || failed=1; \
	$(PYTEST) $(ALONE) || failed=1; \
	exit $$failed

browser: $(STAMP) $(DASHBOARD) ## Try the dashboard in a browser, with a list of a million executions
	EXECUTIONS_IN_LIST=1000000 $(RUN)python -m pytest tests/browser

screenshots: $(STAMP) $(DASHBOARD) ## Take the pictures of the README from the demo
	$(RUN)python -m tests.browser.screenshots

check: $(STAMP) ## Lint, format, types and import contracts: what CI checks
	$(RUN)ruff check
	$(RUN)ruff format --check
	$(RUN)mypy
	$(RUN)lint-imports

bench: $(STAMP) ## Measure: all scenarios, or one with SCENARIO=storm
	$(RUN)python -m tests.benchmarks $(SCENARIO)

alerts: $(STAMP) ## Hurt a running stack in every way that an alert is for, under a real Prometheus
	$(RUN)python -m tests.alerts

bench-peers: $(STAMP) ## Measure beside Celery, Dramatiq, Huey, ... in one run: ROUNDS=3
	$(RUN)python -m tests.benchmarks.peers $(ROUNDS)

chaos: $(STAMP) ## Break a cluster of three brokers under load, and count: MINUTES=30, SEED=1
	$(RUN)python -m tests.chaos --minutes $(or $(MINUTES),10) --seed $(or $(SEED),0)

simulate: $(STAMP) ## Break many simulated clusters, beyond those of the tests: SEEDS=5000, FIRST=1000
	SIMULATION_SEEDS=$(or $(SEEDS),5000) SIMULATION_FIRST_SEED=$(or $(FIRST),1000) $(RUN)python -m pytest -n auto tests/simulation/test_simulation.py

drill: $(STAMP) ## Practise the disasters: lose Postgres entirely, lose a broker of three
	$(RUN)python -m pytest tests/drills

soak: $(STAMP) ## A steady load for HOURS=1: memory, handles, threads, lag and lateness must stay flat
	$(RUN)python -m tests.soak --hours $(or $(HOURS),1)

format: $(STAMP) ## Let ruff mend what it can
	$(RUN)ruff check --fix
	$(RUN)ruff format

clean: ## Remove the environment, caches and local data
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache dist .tickwheel dashboard/node_modules $(dir $(DASHBOARD))
