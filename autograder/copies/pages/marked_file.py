"""Files of two documents, with the lines marked that are alike."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pacgrid.common.sanitize import one_line, printable

from ..document import CodeDocument
from ..rarity import Rarity
from ..source import SourceError, read_source

MOST_LINES = 4000
"""Of a file on a page."""
_RARE = 3
"""Documents that have a rare fingerprint, at most."""


class Line(NamedTuple):
    """A line of a file on a page."""

    number: int
    text: str
    mark: str
    """`rare` if few others have it, `alike` if more have, or ""."""
    link: str
    """The place of what is alike in the other document: `r1-12`; "" for nothing."""


@dataclass(frozen=True)
class MarkedFile:
    """A file on a page."""

    path: str
    lines: tuple[Line, ...]
    left_out: int
    """Lines at the end that aren't shown."""


class _Place(NamedTuple):
    file: int
    first: int
    last: int


def marked_files(
    document: CodeDocument, other: CodeDocument, rarity: Rarity, side: str
) -> Iterator[MarkedFile]:
    """The files of `document`. Its lines have ids that begin with the letter `side`; links lead to
    `other`, on the other side."""
    other_side = "l" if side == "r" else "r"
    places, other_places = _places(document), _places(other)
    shared = sorted(places.keys() & other_places.keys())
    marks: dict[tuple[int, int], str] = {}
    links: dict[tuple[int, int], Counter[str]] = {}
    for each in shared:
        is_rare = rarity.count(each) <= _RARE
        target = other_places[each][0]
        for file, first, last in places[each]:
            for line in range(first, min(last, MOST_LINES) + 1):
                if is_rare or (file, line) not in marks:
                    marks[file, line] = "rare" if is_rare else "alike"
            link = f"{other_side}{target.file}-{target.first}"
            links.setdefault((file, first), Counter())[link] += 1
    for number, (path, content) in enumerate(document.files):
        lines = printable(content.decode(errors="replace")).split("\n")
        yield MarkedFile(
            one_line(path),
            tuple(
                Line(line, text, marks.get((number, line), ""), _most(links.get((number, line))))
                for line, text in enumerate(lines[:MOST_LINES], start=1)
            ),
            max(0, len(lines) - MOST_LINES),
        )


def _places(document: CodeDocument) -> Mapping[int, list[_Place]]:
    """Where each fingerprint is."""
    known = {*document.tokens.tolist(), *document.operations.tolist()}  # without what is public
    found: dict[int, list[_Place]] = {}
    for number, (_, content) in enumerate(document.files):
        try:
            source = read_source(content)
        except SourceError:  # nested so deeply that only a smaller stack left room for it
            continue
        for each in (*source.tokens, *source.operations):
            if each.hash in known:
                place = _Place(number, each.first, each.last)
                found.setdefault(each.hash, []).append(place)
    return found


def _most(links: Counter[str] | None) -> str:
    return min(links, key=lambda link: (-links[link], link)) if links else ""
