# Everything an author, a reviewer or CI calls.  `make help` lists it.
PYTHON ?=
RUN := .venv/bin/python
export PYTHON
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help html pdf draft check test test-torch accept mutants bench lint lock clean runtime development

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

html: runtime ## build the pages: build/html/index.html
	@$(RUN) -m pipeline html

pdf: runtime ## build the PDF: build/pdf/
	@$(RUN) -m pipeline pdf

draft: runtime ## build to build/draft, failed claims struck through
	@$(RUN) -m pipeline draft

check: runtime ## verify everything, write nothing, list all problems
	@$(RUN) -m pipeline check

test: development ## all tests, browser tests included
	@requirements/browser.sh
	@$(RUN) -m pytest -q -n auto --dist loadfile --no-loadscope-reorder

test-torch: development ## compare the reference with PyTorch (installs its CPU build)
	@$(RUN) -m pip install --quiet --disable-pip-version-check torch==2.13.0
	@$(RUN) -m pytest -q -p no:cacheprovider tests/torch

accept: development ## renew the golden files and show what changed
	@$(RUN) -m pytest -q --accept -m golden
	@git --no-pager diff --stat -- tests

mutants: development ## break formulas and reference one change at a time; every break must be found
	@$(RUN) -m tests.mutants

bench: development ## measure builds against each other, and the built pages in Chromium
	@$(RUN) -m tests.bench
	@$(RUN) -m pipeline html
	@$(RUN) -m tests.bench_browser

lint: development ## ruff, mypy and the import contract
	@$(RUN) -m ruff check . && $(RUN) -m ruff format --check . && $(RUN) -m mypy && .venv/bin/lint-imports

lock: development ## renew the locked lists after a change of requirements/*.in
	@for list in runtime development; do $(RUN) -m uv pip compile --universal --generate-hashes --python-version 3.11 --no-header --quiet requirements/$$list.in -o requirements/$$list.txt; done

clean: ## remove everything that was built
	@rm -rf build

runtime development:
	@requirements/install.sh $@
