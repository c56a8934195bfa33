"""The real dashboard in a process of its own, on a free port of this machine."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_SECONDS = 60
BY_STREAMLIT = ("streamlit", "run", "app.py")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Server:
    """Where a running dashboard answers, and what it wrote to its terminal."""

    url: str
    log: Path
    pid: int

    def said(self) -> str:
        """Everything written to the terminal so far, without its colours."""
        return COLOURS.sub("", self.log.read_text(encoding="utf-8", errors="replace"))


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def answers(url: str) -> bool:
    """Does the server say that it is well?"""
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as reply:
            return bool(reply.status == 200)
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def running_app(log: Path, folder: Path = ROOT, start: tuple[str, ...] = ("ui",)) -> Iterator[Server]:
    """Start a module in its folder, with the project's own configuration; stop it at the end."""
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", *start, "--server.port", str(port)]
    command += ["--server.address", "127.0.0.1", "--server.fileWatcherType", "none"]
    with log.open("wb") as out:
        process = subprocess.Popen(
            command, cwd=folder, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "PYTHONUNBUFFERED": "1"}
        )
    try:
        deadline = time.monotonic() + START_SECONDS
        while not answers(url):
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"The dashboard did not start:\n{log.read_text(encoding='utf-8')}")
            time.sleep(0.02)
        yield Server(url, log, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
