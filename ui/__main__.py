"""`python -m ui`: starts the dashboard, and loads what its pages need while the browser opens the first of them.

Options are those of `streamlit run app.py`, which starts the same dashboard, a little later.
"""

from __future__ import annotations

import gc
import pkgutil
import sys
import threading
import time
from importlib import import_module
from pathlib import Path

from streamlit import runtime
from streamlit.runtime.runtime import RuntimeState

import ui

LATER_SECONDS = 2.0
APP = Path(__file__).resolve().parents[1] / "app.py"


def wait_for_server() -> None:
    """Until the server waits for its first visitor."""
    while not runtime.exists() or runtime.get_instance().state is RuntimeState.INITIAL:
        time.sleep(0.01)


def load() -> None:
    """Import every module of the pages; a page that needs one before its turn waits for it."""
    wait_for_server()
    for module in pkgutil.iter_modules(ui.__path__):
        if module.name != "__main__":
            import_module(f"ui.{module.name}")
    gc.freeze()  # what was loaded stays: the collector need not look at it again
    gc.enable()
    time.sleep(LATER_SECONDS)  # the browser is busy with the first page, which needs no Altair
    import_module("altair")


def main() -> None:
    """Start the server; the loading goes on beside it."""
    gc.disable()  # while a thousand modules are loaded there is nothing to collect
    from streamlit.web import cli  # whole before the other thread needs it

    threading.Thread(target=load, name="load", daemon=True).start()
    cli.main(["run", str(APP), *sys.argv[1:]])


if __name__ == "__main__":
    main()
