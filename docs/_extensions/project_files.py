"""Links from pages to files of the project that are no pages: each gets a page that shows it.

Some files of the project are pages of the site themselves: `PAGES`.
"""

import re
from collections.abc import Iterator
from html import escape
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.osutil import relative_uri

PAGES = {
    "README.md": "index",
    "CHANGELOG.md": "project/changelog",
    ".github/CONTRIBUTING.md": "project/contributing",
    ".github/SECURITY.md": "project/security",
}
"""The page that stands for a file."""

FOLDER = "_files"
_SHOWN = {"project/changelog", "project/contributing", "project/security"}
"""Pages with nothing but the text of their file."""
_LINK = re.compile(r"\]\((?!\w+:|#)([^)#\s]+)")
_MOST_FILES = 40
"""The files of a larger folder are named only."""
_LEXERS = {".py": "python", ".toml": "toml", ".md": "markdown", ".sh": "bash", ".js": "javascript"}


def _root(app: Sphinx) -> Path:
    return Path(app.srcdir).parent


def read_source(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the text of a file in place of its page, and lead links to such files to their pages."""
    docs = Path(app.srcdir).name
    folder = f"{docs}/{page}/.."
    if page in _SHOWN:
        file = next(file for file, shown in PAGES.items() if shown == page)
        app.env.note_dependency(str(_root(app) / file))
        source[0] = (_root(app) / file).read_text("utf-8")
        folder = str(Path(file).parent)

    def moved(match: re.Match[str]) -> str:
        target = normpath(f"{folder}/{match[1]}")
        target = f"{docs}/{PAGES[target]}.md" if target in PAGES else target
        return f"]({relpath(target, normpath(f'{docs}/{page}/..'))}"

    source[0] = _LINK.sub(moved, source[0])


class ProjectFiles(SphinxTransform):
    """Leads links to other files of the project to pages that show them."""

    default_priority = 300

    def apply(self, **_: Any) -> None:
        page, root = self.env.docname, _root(self.app)
        for kind in (addnodes.download_reference, addnodes.pending_xref):
            for node in list(self.document.findall(kind)):
                path = self._path(node)
                if not path or root not in path.parents:
                    continue
                file = path.relative_to(root).as_posix()
                self.env.metadata[page].setdefault("project_files", []).append(file)
                target = self.app.builder.get_target_uri(f"{FOLDER}/{file}")
                here = self.app.builder.get_target_uri(page)
                link = nodes.reference("", "", refuri=relative_uri(here, target), internal=True)
                link += node.children
                node.replace_self(link)

    def _path(self, node: nodes.Element) -> Path | None:
        """The file or folder that a link leads to, if it is no page."""
        source, target = Path(self.app.srcdir), node["reftarget"]
        if node["reftype"] != "myst" or target in self.env.found_docs:
            return None
        if node["refdomain"] == "doc":  # a page, it seems: counted from the top, without its suffix
            path = source / f"{target}.md"
        else:
            path = source / self.env.docname / ".." / target
        path = Path(normpath(path))
        return path if path.exists() else None


def pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each file that a page links to, and for those in a small folder."""
    linked = {f for each in app.env.metadata.values() for f in each.get("project_files", ())}
    root = _root(app)
    for file in [file for file in linked if (root / file).is_dir()]:
        inside = _files(root / file)
        if len(inside) <= _MOST_FILES:
            linked |= {f"{file}/{name}" for name in inside}
    for file in sorted(linked):
        path = root / file
        body = _listing(app, path, file, linked) if path.is_dir() else _text(app, path)
        title = escape(file)
        yield f"{FOLDER}/{file}", {"title": title, "body": f"<h1>{title}</h1>{body}"}, "page.html"


def _files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.is_file())


def _text(app: Sphinx, path: Path) -> str:
    lexer = _LEXERS.get(path.suffix, "text")
    return str(app.builder.highlighter.highlight_block(path.read_text("utf-8"), lexer))  # type: ignore[attr-defined]


def _listing(app: Sphinx, folder: Path, file: str, linked: set[str]) -> str:
    here = app.builder.get_target_uri(f"{FOLDER}/{file}")
    rows = []
    for name in _files(folder):
        target = app.builder.get_target_uri(f"{FOLDER}/{file}/{name}")
        words = f"<code>{escape(name)}</code>"
        if f"{file}/{name}" in linked:
            words = f'<a href="{relative_uri(here, target)}">{words}</a>'
        rows.append(f"<li>{words}</li>")
    return f"<ul>{''.join(rows)}</ul>"


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", read_source)
    app.connect("html-collect-pages", pages)
    app.add_transform(ProjectFiles)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
