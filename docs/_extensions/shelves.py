"""The shelves of docs/README.md, which are the navigation of the site: one list, made once.

A section of that page with a table of pages is a shelf. Its first page is what the bar at the top
leads to, and the other pages stand below it.
"""

import re
from os.path import normpath
from pathlib import Path

from project_files import PAGES
from sphinx.application import Sphinx

LIST = "README.md"
_SHELF = re.compile(r"^## (.+)\n\n\| page \|.*\n\|---\|---\|\n((?:\|.*\n)+)", re.MULTILINE)
_PAGE = re.compile(r"^\| \[[^]]+\]\(([^)]+)\.md\)", re.MULTILINE)


def shelves(text: str, folder: str = "docs") -> dict[str, list[str]]:
    """The pages of each shelf, as Sphinx names them, the first page first."""
    return {
        title: [_document(page, folder) for page in _PAGE.findall(rows)]
        for title, rows in _SHELF.findall(text)
    }


def _document(page: str, folder: str) -> str:
    """The page of the site that shows `page`, which may be a file beside the folder."""
    return PAGES.get(normpath(f"{folder}/{page}.md"), page)


def read_source(app: Sphinx, page: str, source: list[str]) -> None:
    """Put a table of contents, which isn't shown, at the end of a page that begins one."""
    listed = Path(app.srcdir) / LIST
    if not listed.exists():
        return
    found = shelves(listed.read_text("utf-8"))
    if page == app.config.root_doc:
        lines = [f"{title} </{first}>" for title, (first, *_) in found.items()]
    else:
        lines = [
            f"/{each}" for first, *others in found.values() if first == page for each in others
        ]
    if lines:
        app.env.note_dependency(str(listed))
        source[0] += "\n".join(["\n\n```{toctree}", ":hidden:", "", *lines, "```", ""])


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", read_source)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
