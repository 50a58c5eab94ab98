"""What axe-core finds on a page in Chromium."""

import shutil
import subprocess
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from helpers.browser import MILLISECONDS

VERSION = "4.14.1"


@cache
def axe_core() -> str:
    """axe-core, from npm. The test is skipped where npm or its registry is missing."""
    npm = shutil.which("npm")
    if npm is None:
        pytest.skip("npm, which installs axe-core, is not installed")
    with TemporaryDirectory() as folder:
        command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", folder]
        got = subprocess.run([*command, f"axe-core@{VERSION}"], check=False, capture_output=True)
        if got.returncode:
            pytest.skip("axe-core can't be installed: npm reaches no registry")
        return Path(folder, "node_modules", "axe-core", "axe.min.js").read_text("utf-8")


def complaints(
    browser: Any,
    address: str,
    schemes: str = "light dark",
    width: int = 1280,
    keys: Sequence[str] = ("",),
) -> list[str]:
    """A line for each rule that a page breaks in a scheme after some keys, with the first element
    that does; the page is opened once."""
    context = browser.new_context(
        viewport={"width": width, "height": 900}, reduced_motion="reduce", bypass_csp=True
    )
    context.set_default_timeout(MILLISECONDS)
    found = []
    try:
        page = context.new_page()
        page.emulate_media(color_scheme=schemes.split(maxsplit=1)[0])
        page.goto(address)
        page.wait_for_function("!document.querySelector('#page[hidden]')")
        page.evaluate(axe_core())
        for pressed in keys:
            for key in pressed.split():
                page.keyboard.press(key)
            for scheme in schemes.split():
                page.emulate_media(color_scheme=scheme)
                seen = page.evaluate("axe.run(document, { iframes: false })")["violations"]
                found += [f"{scheme}: {e['id']}: {e['nodes'][0]['html'][:200]}" for e in seen]
    finally:
        context.close()
    return found
