"""Finds a Chromium for the browser tests, and installs one where there is none.

`launch()` is what the tests use; run as a script it also installs, and exits 1 when no browser can be had:
a browser test is never skipped for want of a browser.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Playwright, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def launch(playwright: Playwright) -> Browser:
    return playwright.chromium.launch(executable_path=find(playwright), args=["--no-sandbox"])


def find(playwright: Playwright) -> str | None:
    """The path of a Chromium: the system's own first, else the one Playwright has downloaded."""
    own = playwright.chromium.executable_path
    return next(filter(None, map(shutil.which, NAMES)), own if Path(own).exists() else None)


def install() -> None:
    """Debian's package when we may (root), else Playwright's own build."""
    if os.geteuid() == 0 and shutil.which("apt-get"):
        environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
        apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
        subprocess.run([*apt, "update"], env=environment, check=False)
        done = subprocess.run(
            [*apt, "install", "-y", "--no-install-recommends", "chromium"], env=environment, check=False
        )
        if done.returncode == 0:
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> int:
    with sync_playwright() as playwright:
        if find(playwright) is None:
            install()
        path = find(playwright)
    if path is None:
        sys.stderr.write("No Chromium was found, and none could be installed: the browser tests cannot run.\n")
        return 1
    subprocess.run([path, "--version"], check=True, stdout=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
