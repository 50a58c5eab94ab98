"""Pages that Pacgrid makes while the site is built, each shown in a frame of its own."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.osutil import relative_uri

from pacgrid import PacgridError

FOLDER = "_made"
"""Where made files lie in the built site."""

_T = TypeVar("_T")


class made_frame(nodes.General, nodes.Element):  # noqa: N801 - Sphinx finds visitors by this name
    """A frame around a made page; attributes `file`, `title`, `kind`, `caption`, `text`."""


class made_picture(nodes.General, nodes.Element):  # noqa: N801
    """A made picture, light and dark; attributes `light`, `dark`, `alt`, `caption`, `text`."""


class MadeDirective(SphinxDirective):
    """A directive whose content the library makes."""

    def made(self, make: Callable[[], _T]) -> _T:
        """What `make` returns; an error names the line of the page, and the build fails."""
        try:
            return make()
        except (PacgridError, ValueError, OSError) as error:
            raise self.error(f"{self.name}: {error}") from error

    def beside_page(self, name: str) -> str:
        """A file that the page names: beside the page, or a shipped name."""
        path = Path(self.get_source_info()[0]).parent / name
        if not path.exists():
            return name
        self.env.note_dependency(str(path))
        return str(path)

    def write(self, text: str, suffix: str) -> str:
        """Write a made file; its name in the built site, which depends only on the text."""
        name = f"{sha256(text.encode()).hexdigest()[:16]}{suffix}"
        path = Path(self.env.app.outdir) / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(text, "utf-8")
        return f"{FOLDER}/{name}"

    def frame(self, page: str, title: str, kind: str, text: str = "") -> nodes.Element:
        """A frame around a page. `text` says the same in words."""
        caption = self.options.get("caption", "")
        file = self.write(page, ".html")
        return made_frame("", file=file, title=title, kind=kind, caption=caption, text=text)


def split_names(text: str) -> list[str]:
    """Names with commas or spaces between them."""
    return directives.unchanged_required(text).replace(",", " ").split()


def visit_frame(self: Any, node: made_frame) -> None:
    source = _address(self, node["file"])
    title = self.attval(node["title"])
    self.body.append(
        f'<figure class="made made-{node["kind"]}">'
        f'<iframe src="{source}" title="{title}" loading="lazy" sandbox="allow-scripts"'
        ' allow="fullscreen"></iframe>'
        f'<figcaption>{_caption(self, node)}<a href="{source}">Open as a page</a></figcaption>'
        f"{_words(self, node)}</figure>\n"
    )
    raise nodes.SkipNode


def visit_picture(self: Any, node: made_picture) -> None:
    alt = self.attval(node["alt"])
    pictures = "".join(
        f'<img class="only-{theme}" src="{_address(self, node[theme])}" alt="{alt}" loading="lazy">'
        for theme in ("light", "dark")
    )
    caption = _caption(self, node)
    caption = f"<figcaption>{caption}</figcaption>" if caption else ""
    self.body.append(f'<figure class="made made-picture">{pictures}{caption}')
    self.body.append(f"{_words(self, node)}</figure>\n")
    raise nodes.SkipNode


def _caption(self: Any, node: nodes.Element) -> str:
    return f"<span>{self.encode(node['caption'])}</span> " if node["caption"] else ""


def _words(self: Any, node: nodes.Element) -> str:
    if not node["text"]:
        return ""
    words = f'<pre tabindex="0">{self.encode(node["text"])}</pre>'
    return f"<details><summary>The same as text</summary>{words}</details>"


def _address(self: Any, file: str) -> str:
    page = self.builder.get_target_uri(self.builder.current_docname)
    return relative_uri(page, file)


def _write_text(self: Any, node: nodes.Element) -> None:
    self.add_text(node["text"] or node["caption"])
    raise nodes.SkipNode


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_js_file("frames.js", type="module")
    app.add_node(made_frame, html=(visit_frame, None), text=(_write_text, None))
    app.add_node(made_picture, html=(visit_picture, None), text=(_write_text, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
