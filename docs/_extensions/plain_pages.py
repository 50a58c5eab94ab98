"""Pages that can be read on a Git host, too: what their directives make is in the Markdown.

There, a directive is a comment, or a Python block of a lecture. The lines right below it show what
it makes, as pictures in `images/made/`; a line in italics is its caption:

    <!--{game} alpha_beta
    :layout: small
    -->
    ![A game](images/made/index-1.svg)\\
    *Alpha-beta plays.*

On the site, the directive stands in place of all this; so do key points in place of
`<blockquote>`, and values in place of `<!--{value} 20 * 21 -->420`. Sphinx warns if a page doesn't
show what it makes; with the tag `update`, it writes that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count
from pathlib import Path

from docutils import nodes
from slides import is_lecture
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from value_role import values_of

_LOGGER = logging.getLogger(__name__)
_DIRECTIVE = re.compile(
    r"^(?:<!--(?P<head>\{[\w-]+\}(?!.*-->).*)|(?P<cell>```python))\n"
    r"(?P<body>(?:.*\n)*?)(?(cell)```|-->)\n(?P<made>(?:.+\n)*)",
    re.MULTILINE,
)
_CAPTION = re.compile(r"^\*([^*].*)\*\n", re.MULTILINE)
_KEY_POINT = re.compile(r"^<blockquote>\n((?:.*\n)*?)</blockquote>$", re.MULTILINE)
_VALUE = re.compile(r"<!--\{value\} (.+?) -->\S*?(?=[.,;:)]*(?:\s|$))")
_MAKERS = ("{tree}", "{game}", "{quiz}", "{run-python}")
FOLDER = "images/made"
COMMAND = "python3 -m sphinx -E -t update docs build/site"


@dataclass(frozen=True)
class Picture:
    """A picture that a directive makes."""

    words: str
    svg: str
    is_link: bool = False
    """A reader opens it, such as the answers to questions."""


def add_made(env: BuildEnvironment, *parts: Picture) -> None:
    """Note what the next directive of the page makes."""
    _made(env).append(parts)


def _made(env: BuildEnvironment) -> list[Sequence[Picture]]:
    found: list[Sequence[Picture]] = env.temp_data.setdefault("pacgrid_made", [])
    return found


def _head(found: re.Match[str], page: str) -> str:
    """How a directive begins; empty for a block that is no cell."""
    if found["cell"]:
        return "{run-python}" if is_lecture(page) else ""
    return found["head"]


def _makes(found: re.Match[str], page: str) -> bool:
    return _head(found, page).startswith(_MAKERS)


def with_directives(text: str, page: str) -> str:
    """The Markdown of a page as the site reads it, with everything on the line where it was."""

    def directive(found: re.Match[str]) -> str:
        if not (head := _head(found, page)):
            return found[0]
        caption = _CAPTION.search(found["made"])
        option = f":caption: {caption[1]}\n" if caption else ""
        blank = "\n" * (found["made"].count("\n") - bool(caption))
        return f"```{head}\n{option}{found['body']}```\n{blank}"

    text = _KEY_POINT.sub(r":::{key-point}\n\1:::", _DIRECTIVE.sub(directive, text))
    return _VALUE.sub(r"{value}`\1`", text)


def with_made(
    text: str, page: str, made: Sequence[Sequence[Picture]], values: Sequence[str]
) -> tuple[str, dict[str, str]]:
    """The Markdown of a page with what its directives have made; and the pictures, by file."""
    files: dict[str, str] = {}
    numbers, shown = count(1), iter(values)
    up = "../" * page.count("/")

    def lines(number: int) -> Iterator[str]:
        parts = made[number - 1]
        for part, letter in zip(parts, "abcdefgh" if parts[1:] else " ", strict=False):
            file = f"{FOLDER}/{page}-{number}{letter.strip()}.svg"
            files[file] = part.svg
            yield f"{'' if part.is_link else '!'}[{part.words}]({up}{file})"

    def directive(found: re.Match[str]) -> str:
        if not _makes(found, page):
            return found[0]
        source = found[0].removesuffix(found["made"])
        captions = (f"*{caption[1]}*" for caption in _CAPTION.finditer(found["made"]))
        rows = "\\\n".join((*lines(next(numbers)), *captions))  # each on a line of its own
        return f"{source}{rows}\n" if rows else source

    text = _DIRECTIVE.sub(directive, text)
    return _VALUE.sub(lambda value: f"<!--{{value}} {value[1]} -->{next(shown)}", text), files


def text_picture(text: str) -> str:
    """A picture of printed text."""
    lines = text.rstrip("\n").split("\n")
    width, height = 9 * max(map(len, lines)) + 28, 20 * len(lines) + 16
    shown = "\n".join(
        f'<text x="14" y="{20 * row + 23}" xml:space="preserve">{escape(line)}</text>'
        for row, line in enumerate(lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="ui-monospace, Menlo, Consolas, monospace"'
        ' font-size="14" fill="#1f2430">\n<rect width="100%" height="100%" fill="#f3f5f9"/>\n'
        f'<rect width="4" height="100%" fill="#08697a"/>\n{shown}\n</svg>\n'
    )


def with_title(title: str, picture: str) -> str:
    """A picture below a line of text."""
    size = re.search(r'width="([\d.]+)" height="([\d.]+)"', picture)
    assert size
    width, height = max(float(size[1]), 8.5 * len(title)), float(size[2]) + 30
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}"'
        ' font-family="system-ui, sans-serif" font-size="15">\n'
        '<rect width="100%" height="100%" fill="#fafaf6"/>\n'
        f'<text x="10" y="22" fill="#181c30">{escape(title)}</text>\n'
        f'<svg y="30" width="{size[1]}" height="{size[2]}">\n{picture}</svg>\n</svg>\n'
    )


def read_source(_app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = with_directives(source[0], page)


def check(app: Sphinx, _doctree: nodes.document) -> None:
    """Compare a page with what its directives have made, or write that."""
    page, root, made = app.env.docname, Path(app.srcdir), _made(app.env)
    path = Path(app.env.doc2path(page))
    text = path.read_text("utf-8")
    if sum(_makes(found, page) for found in _DIRECTIVE.finditer(text)) != len(made):
        # It has directives that only a site shows, or wrong ones.
        return
    new, files = with_made(text, page, made, values_of(app.env))
    there = {
        each.relative_to(root).as_posix(): each.read_text("utf-8")
        for each in root.glob(f"{FOLDER}/{page}-[0-9]*.svg")
    }
    if (new, files) == (text, there):
        return
    if not app.tags.has("update"):
        problem = "the page doesn't show what its directives make; write it with: %s"
        _LOGGER.warning(problem, COMMAND, location=page)
        return
    for file in there.keys() - files.keys():
        (root / file).unlink()
    for file, picture in files.items():
        (root / file).parent.mkdir(parents=True, exist_ok=True)
        (root / file).write_text(picture, "utf-8")
    path.write_text(new, "utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("source-read", read_source, priority=100)  # before all that look at directives
    app.connect("doctree-read", check)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
