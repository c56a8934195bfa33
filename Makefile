# make run    starts the dashboard on http://localhost:8501
# make test   installs what the tests need, a browser included, and runs them all, in two processes
# make fuzz   damages files of votes for SECONDS and lists what the reader got wrong
# make waits  measures what a visitor waits for; make shots takes pictures of every page into FOLDER
# make setup  only installs; make check lint and types; make study long simulations; make bench speed; make clean

PYTHON  ?= python3
PORT    ?= 8501
ADDRESS ?= localhost
ARGS    ?=
SECONDS ?= 1800
FOLDER  ?= screenshots

# One thread for each linear algebra call: the work is many small products, where more threads only wait for each other.
export OPENBLAS_NUM_THREADS ?= 1
export MKL_NUM_THREADS ?= 1

VENV := .venv
BIN  := $(VENV)/bin
RUN  := $(VENV)/.installed-run
DEV  := $(VENV)/.installed-dev
PIP  := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: run setup test check format study bench waits shots fuzz clean
.DEFAULT_GOAL := run

run: $(RUN)
	$(BIN)/python -m ui --server.port $(PORT) --server.address $(ADDRESS) $(ARGS)

setup: $(RUN)

test: $(DEV)
	$(BIN)/python -m tests.browser.chrome
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder $(ARGS)

check: $(DEV)
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy hero_core ui

format: $(DEV)
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

study: $(RUN)
	$(BIN)/python -m benchmarks.study $(ARGS)

bench: $(RUN)
	$(BIN)/python -m benchmarks.speed $(ARGS)

waits: $(DEV)
	$(BIN)/python -m tests.browser.chrome
	$(BIN)/python -m tests.browser.timings $(ARGS)

shots: $(DEV)
	$(BIN)/python -m tests.browser.chrome
	$(BIN)/python -m tests.browser.shots $(FOLDER)

fuzz: $(DEV)
	$(PIP) "atheris>=3.0,<4"
	$(BIN)/python -m tests.fuzz.reader_target fuzzing -max_len=4096 -timeout=300 -rss_limit_mb=4096 \
	  -max_total_time=$(SECONDS) $(ARGS)

clean:
	rm -rf $(VENV) build dist fuzzing *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; name one with: make PYTHON=python3.12"; exit 1; }
	$(PYTHON) -m venv $(VENV) \
	  || { rm -rf $(VENV); echo "Python's venv module is needed (on Debian: apt-get install python3-venv)"; exit 1; }

$(RUN): requirements.txt pyproject.toml | $(BIN)/python
	@echo "Installing the dashboard into $(VENV) (once, one or two minutes)"
	$(PIP) -r requirements.txt -e .
	@touch $@

$(DEV): requirements-dev.txt $(RUN)
	@echo "Installing what the tests need (once, about a minute)"
	$(PIP) -r requirements-dev.txt
	@touch $@
