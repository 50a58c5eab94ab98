"""Checks each link of the built pages to another of them: the file and its anchor must be there.

Sphinx checks what it has resolved itself; this sees links in raw HTML, templates and menus, too.
"""

import re
from functools import cache
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging

_LOGGER = logging.getLogger(__name__)
_ATTRIBUTE = re.compile(r'\s(href|src|id|name)="([^"]*)"')  # quotes in text are escaped
LATER = "playground/"
"""What is built into the site afterwards."""


class Links:
    """The links of a page, and what they can lead to."""

    def __init__(self, text: str) -> None:
        found = [(name, unescape(value)) for name, value in _ATTRIBUTE.findall(text)]
        self.links = {value for name, value in found if name in ("href", "src") and value}
        self.anchors = {value for name, value in found if name in ("id", "name")}


def broken_links(folder: Path) -> list[str]:
    """A line for each link that leads nowhere."""

    @cache
    def read(path: Path) -> Links:
        return Links(path.read_text("utf-8"))

    problems = []
    for page in sorted(folder.rglob("*.html")):
        name = page.relative_to(folder).as_posix()
        if name.startswith(("_static/", "_made/", LATER)):
            continue
        for link in sorted(read(page).links):
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            inside = target.relative_to(folder) if folder in target.parents else None
            if inside and inside.as_posix().startswith(LATER):
                continue
            if not target.exists():
                problems.append(f"{name}: {link}: no such file")
            elif target.suffix == ".html" and parts.fragment:
                has_anchor = unquote(parts.fragment) in read(target).anchors
                problems += [] if has_anchor else [f"{name}: {link}: no such anchor"]
    return problems


def check(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        for problem in broken_links(Path(app.outdir).resolve()):
            _LOGGER.warning("broken link: %s", problem)


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("build-finished", check)
    return {"parallel_read_safe": True}
