# Everything a newcomer needs: `make play` and `make test`. `make help` lists the rest.

PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin
INSTALL := SPUK_PLAIN=1 $(RUN)/python -m pip install --quiet --disable-pip-version-check
INSTALL_OR_EXPLAIN := PYTHON="$(PYTHON)" sh tools/install.sh $(VENV)
COMPILE := $(RUN)/python tools/compile_engine.py

.DEFAULT_GOAL := help
.PHONY: help engine play terminal test check mutants machines costs bench bench-api bench-bots bench-envs bench-pages load golden docs pictures format clean coverage dist formats site-docs

help:  ## show these commands
	@echo "Spuk. Commands:"
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12 | sed 's/^/  make /'

play: $(VENV)/play  ## play in the browser (options: make play ARGS="--port 9000 --lang de")
	@$(COMPILE) --background
	@$(RUN)/spuk serve $(ARGS)

terminal: $(VENV)/play  ## play in the terminal (options: make terminal ARGS="--players 2 --lang de")
	@$(COMPILE) --for-next-start
	@$(RUN)/spuk play $(ARGS)

test: $(VENV)/dev engine  ## run all tests, on the compiled engine and on plain Python
	@sh tests/install_postgres.sh
	@sh tests/install_chromium.sh
	@sh tests/install_engines.sh
	@sh tests/install_machines.sh
	@echo "Spuk: tests on the installed engine (compiled where a C compiler is) …"
	@SPUK_EXPECT_COMPILED=$(COMPILED) $(RUN)/python -m pytest -n auto --ignore tests/browser $(ARGS)
	@echo "Spuk: the pages in Chromium, and their main journeys in WebKit and Firefox …"
	@sh tests/run_browser.sh $(RUN)/python $(ARGS)
	@echo "Spuk: the rules once more as plain Python …"
	@SPUK_PLAIN=1 $(RUN)/python -m pytest -n auto tests/rulebook tests/rulebook_ghosts tests/contract tests/golden $(ARGS)

check: $(VENV)/dev  ## ruff, mypy --strict, import-linter
	@$(RUN)/ruff check .
	@$(RUN)/ruff format --check .
	@$(RUN)/mypy
	@$(RUN)/lint-imports

mutants: $(VENV)/dev  ## put 300 small faults into rules, tables, limits and store, and list those no test catches
	@sh tests/install_postgres.sh
	@$(RUN)/python -m tests.mutation $(ARGS)

machines: $(VENV)/dev engine  ## kill, cut off and freeze servers and databases while people play (as root; ARGS="--only cut")
	@sh tests/install_postgres.sh
	@sh tests/install_machines.sh
	@$(RUN)/python -m tests.machines $(ARGS)

bench: $(VENV)/dev engine  ## measure the engine, compiled beside plain, into out/bench.json
	@$(RUN)/python bench/engine.py --out out/bench.json $(ARGS)

bench-api: $(VENV)/dev engine  ## measure the documented API beside OpenSpiel's, into out/api.json
	@$(RUN)/python bench/api.py --out out/api.json $(ARGS)

bench-envs: $(VENV)/dev engine  ## measure the environments beside others, into out/envs.json
	@$(INSTALL) 'pygame>=2.6' 'shimmy>=2.0'  # what PettingZoo's connect_four and hanabi ask for
	@$(RUN)/python bench/envs.py --out out/envs.json $(ARGS)

bench-bots: $(VENV)/dev engine  ## measure how well the bots keep their time and what memory they need
	@$(RUN)/python bench/bots.py --out out/bots.json $(ARGS)

load: $(VENV)/dev engine  ## measure the server beside a bare echo, into out/load.json
	@$(RUN)/python bench/load.py --out out/load.json $(ARGS)

costs: $(VENV)/dev engine  ## measure what tables, spectators and bots cost, and a second server, into out/
	@sh tests/install_postgres.sh
	@$(RUN)/python bench/costs.py --out out/costs.json $(ARGS)
	@$(RUN)/python bench/two_servers.py --out out/two_servers.json

bench-pages: $(VENV)/dev engine  ## measure whole games in the browser: layout shift, long tasks, click to update, into out/pages.json
	@sh tests/install_chromium.sh
	@$(RUN)/python bench/pages.py --out out/pages.json $(ARGS)

golden: $(VENV)/dev engine  ## write the golden games and perft counts anew (then read the diff!)
	@$(RUN)/python -m tests.golden.make
	@$(RUN)/python -m tests.ghosts.make

docs: $(VENV)/dev engine  ## write the generated parts of docs/ anew
	@$(RUN)/python docs/make_notation.py
	@$(RUN)/python docs/make_rulings.py
	@$(RUN)/python docs/make_odds.py
	@$(RUN)/python docs/make_research.py

pictures: $(VENV)/dev engine  ## take the pictures of README and docs anew (then look at them!)
	@sh tests/install_chromium.sh
	@$(RUN)/python -m tests.browser.pictures

site-docs: $(VENV)/site-docs  ## build the documentation site into out/docs/
	@$(RUN)/python -m sphinx --builder html --fail-on-warning --keep-going --quiet docs out/docs
	@echo "Spuk: open out/docs/index.html in your browser."

format: $(VENV)/dev  ## format the code
	@$(RUN)/ruff check --fix --quiet . ; $(RUN)/ruff format .

clean:  ## remove everything that was built
	@rm -rf $(VENV) build out src/*.egg-info src/spuk/_compiled .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find src -name '*.so' -delete
	@find . -name __pycache__ -prune -exec rm -rf {} +

coverage: $(VENV)/dev  ## show how much of the rules the tests of the rules run (pages: out/coverage/index.html)
	@mkdir -p out/coverage
	@SPUK_PLAIN=1 $(RUN)/coverage run -m pytest tests/rulebook tests/rulebook_ghosts tests/contract tests/golden $(ARGS)
	@$(RUN)/coverage html --quiet
	@$(RUN)/coverage report

dist: $(RUN)/python  ## build the source distribution and the wheels into dist/, and try each in a new environment
	@$(RUN)/python tools/dist.py $(ARGS)

formats: $(VENV)/dev  ## write the table of number and date formats anew, from Babel
	@$(RUN)/python tools/make_formats.py

# 1 where a C compiler and Python's headers are, so that the tests insist on a compiled engine.
HEADERS = $(shell $(PYTHON) -c 'import sysconfig; print(sysconfig.get_path("include"))' 2>/dev/null)
COMPILED = $(shell command -v $${CC:-cc} >/dev/null 2>&1 && test -f $(HEADERS)/Python.h && echo 1 || echo 0)

$(RUN)/python:
	@command -v $(PYTHON) >/dev/null || { echo "Spuk needs Python 3.11 or newer, and there is no $(PYTHON)."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Spuk needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version). Try: make play PYTHON=python3.12"; exit 1; }
	@echo "Spuk: making a virtual environment in $(VENV) …"
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null && $(PYTHON) -m venv $(VENV) || { echo "Spuk could not make a virtual environment with $(PYTHON). On Debian and Ubuntu, this helps: apt-get install python3-venv"; rm -rf $(VENV); exit 1; }

$(VENV)/play: $(RUN)/python pyproject.toml
	@echo "Spuk: installing …"
	@$(INSTALL_OR_EXPLAIN) --editable .
	@touch $@

# The engine is compiled while pip fetches what the tests need.
$(VENV)/dev: $(RUN)/python pyproject.toml
	@echo "Spuk: installing with the tools for tests …"
	@$(COMPILE) --background
	@$(INSTALL_OR_EXPLAIN) --editable '.[dev]'
	@touch $@ $(VENV)/play

engine: $(RUN)/python  ## compile the engine, if its sources have changed
	@$(COMPILE)

# Only what the site needs: the generator, and the packages that the reference imports.
$(VENV)/site-docs: $(VENV)/play
	@echo "Spuk: installing the generator of the documentation site …"
	@$(INSTALL) $$($(RUN)/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]["docs"])')
	@touch $@
