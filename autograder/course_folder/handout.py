"""A page for students or staff: Markdown with pictures by name, as Markdown, HTML and PDF."""

import os
import re
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml

from pacgrid.common.files import read_regular_file
from pacgrid.errors import PacgridError
from pacgrid.games.game_loader import load_game
from pacgrid.layout import Layout
from pacgrid.render.pictures.svg import svg
from pacgrid.render.pictures.tree_svg import tree_svg
from pacgrid.session.themes import ThemeName
from pacgrid.tree.whole_tree import game_tree

from ..course.errors import CourseError
from ..reports.template import environment_of
from .course_file import read_text

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome", "msedge")
"""Programs that print a page, by name."""
_SECONDS = 120
"""Then the browser doesn't work here."""
_MAX_BYTES = 4 << 20
_PICTURE = re.compile(r"!\[([^\]]*)\]\(\s*<?([^)>\s]+)>?\s*\)")
_TYPES = {".svg": "svg+xml", ".png": "png", ".jpg": "jpeg", ".gif": "gif", ".webp": "webp"}
"""By suffix: what a picture is, after `image/`."""
_BOARD = 440
"""Pixels of a board's longer side."""


@dataclass(frozen=True)
class Handout:
    """A page, and the pictures in it."""

    title: str
    over: str
    """What it belongs to."""
    under: str
    """A line below the title: dates, points."""
    text: str
    """In Markdown, without the title; pictures are at `figures/NAME`."""
    figures: Mapping[str, bytes]
    """By name."""

    @classmethod
    def load(cls, path: Path, over: str, under: str = "", title: str = "") -> Self:
        """The page written in the file at `path`. Its first line may be the title.

        Raises:
            CourseError: it can't be read, or a picture can't be drawn or found.
        """
        text = read_text(path)
        if match := re.match(r"\s*# +(.+)\n", text):
            title, text = match[1].strip(), text[match.end() :]
        figures: dict[str, bytes] = {}

        def named(match: re.Match[str]) -> str:
            alternative, source = match.groups()
            try:
                name, content = _picture(source, path.parent)
            except (PacgridError, OSError) as error:
                reason = getattr(error, "strerror", None) or error
                raise CourseError(f"{path}: picture {source!r}: {reason}") from None
            if figures.setdefault(name, content) != content:
                raise CourseError(f"{path}: two pictures are called {name!r}; rename one")
            return f"![{alternative}](figures/{name})"

        return cls(title, over, under, _PICTURE.sub(named, text).lstrip("\n"), figures)

    @property
    def markdown(self) -> str:
        """The page as Markdown."""
        return f"# {self.title}\n\n*{self.over}*: {self.under}\n\n{self.text}"

    @cached_property
    def html(self) -> str:
        """The page as one self-contained file."""
        markdown = MarkdownIt("js-default")
        body = markdown.render(self.text)
        for name, content in self.figures.items():
            data = b64encode(content).decode()
            kind = _TYPES[Path(name).suffix.lower()]
            link = escapeHtml(markdown.normalizeLink(f"figures/{name}"))
            body = body.replace(f'src="{link}"', f'src="data:image/{kind};base64,{data}"')
        page = environment_of("pacgrid.autograder.course_folder", "pacgrid.autograder.reports")
        template = page.get_template("handout.html.j2")
        return template.render(title=self.title, over=self.over, under=self.under, body=body)

    def files(self, name: str) -> dict[str, bytes]:
        """The files called `name`, in Markdown and HTML, with the pictures."""
        return {
            f"{name}.md": self.markdown.encode(),
            f"{name}.html": self.html.encode(),
            **{f"figures/{each}": content for each, content in self.figures.items()},
        }


def browser() -> str | None:
    """The program that prints pages; None if this machine has none."""
    return next(filter(None, map(shutil.which, BROWSERS)), None)


def pdf(html: str, program: str) -> bytes | None:
    """The page as the browser `program` prints it; None if it doesn't work here."""
    with TemporaryDirectory(prefix="pacgrid-pdf-") as folder:
        page, printed = Path(folder, "page.html"), Path(folder, "page.pdf")
        page.write_text(html, "utf-8")
        command = [program, "--headless", "--disable-gpu", "--no-pdf-header-footer"]
        command += [f"--print-to-pdf={printed}", f"--user-data-dir={folder}/profile"]
        if getattr(os, "geteuid", lambda: 1)() == 0:
            command.append("--no-sandbox")  # the administrator has none; the page is our own
        try:
            subprocess.run(
                [*command, page.as_uri()], capture_output=True, timeout=_SECONDS, check=False
            )
            return printed.read_bytes()
        except (OSError, subprocess.TimeoutExpired):
            return None


def _picture(source: str, folder: Path) -> tuple[str, bytes]:
    """The name and the content of the picture that a page in `folder` calls `source`.

    Raises PacgridError or OSError.
    """
    kind, _, name = source.partition(":")
    if draw := _DRAWN.get(kind):
        path = folder / name
        drawn = draw(str(path) if path.is_file() else name)
        return f"{kind}-{re.sub(r'[^a-z0-9]+', '-', Path(name).stem.lower())}.svg", drawn.encode()
    if Path(source).suffix.lower() not in _TYPES or Path(source).is_absolute():
        known = ", ".join(_TYPES)
        raise CourseError(f"write tree:NAME, layout:NAME, or a file beside the page ({known})")
    return Path(source).name, read_regular_file(folder / source, _MAX_BYTES)


def board_svg(layout: Layout) -> str:
    """A picture of `layout`."""
    return svg(layout, theme=ThemeName.LIGHT, size=_BOARD)


_DRAWN: Mapping[str, Callable[[str], str]] = {
    "tree": lambda source: tree_svg(game_tree(load_game(source))),
    "layout": lambda source: board_svg(Layout.load(source)),
}
"""By what stands before the colon: what draws it."""
