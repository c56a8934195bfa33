"""A Chrome or Chromium for the browser tests; `python -m tests.browser.chrome` installs one if there is none."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def works(path: str) -> bool:
    """Does the program answer with a version? (On some systems the name is only a hint how to install it.)"""
    try:
        answer = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0 and "chrom" in answer.stdout.lower()


def playwright_own() -> str | None:
    """The browser that Playwright installed for itself, if it did."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as play:
        path = play.chromium.executable_path
    return path if Path(path).exists() else None


def find_browser() -> str | None:
    """Path of a browser that starts: the one named in HERO_BROWSER, an installed one, or Playwright's own."""
    named = os.environ.get("HERO_BROWSER")
    candidates = [named] if named else [path for name in NAMES if (path := shutil.which(name))]
    candidates += [path for path in PLACES if Path(path).exists()]
    return next((path for path in candidates if works(path)), None) or playwright_own()


def from_debian() -> None:
    """Debian's Chromium with a font that has Chinese, where this is allowed."""
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    get = ["apt-get", "-q", "-y", "-o", "Acquire::Retries=3"]
    subprocess.run([*get, "update"], env=env, check=False)
    subprocess.run([*get, "install", "--no-install-recommends", "chromium", "fonts-noto-cjk"], env=env, check=False)


def from_playwright() -> None:
    """Playwright's own build of Chromium."""
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> int:
    """Name the browser, installing one first if need be. 1 if there is none to be had."""
    for install in (lambda: None, from_debian, from_playwright):
        install()
        path = find_browser()
        if path:
            print(f"Browser for the tests: {path}")
            return 0
    print("No Chrome or Chromium found and none could be installed. Install one, or name it in HERO_BROWSER.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
