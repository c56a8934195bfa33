"""`python -m ui`: starts the dashboard, and loads what its pages need while the browser opens the first of them.

Options are those of `streamlit run app.py`, which starts the same dashboard, a little later.
"""

from __future__ import annotations

import gc
import pkgutil
import sys
import threading
from importlib import import_module
from pathlib import Path

import ui

APP = Path(__file__).resolve().parents[1] / "app.py"


def load() -> None:
    """Import every module of the pages; a page that needs one before its turn waits for it."""
    for module in pkgutil.iter_modules(ui.__path__):
        if module.name != "__main__":
            import_module(f"ui.{module.name}")
    import_module("altair")
    gc.freeze()  # what was loaded stays: the collector need not look at it again
    gc.enable()


def main() -> None:
    """Start the server; the loading goes on beside it."""
    gc.disable()  # while a thousand modules are loaded there is nothing to collect
    from streamlit.web import cli  # whole before the other thread needs it

    threading.Thread(target=load, name="load", daemon=True).start()
    cli.main(["run", str(APP), *sys.argv[1:]])


if __name__ == "__main__":
    main()
