"""```` ```{floors} ````: the floors of the code, with the imports between them, as a picture.

The floors are those of the table in developing.md, which the tests compare with the imports.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path

from generated import add_generated, code, table
from sphinx.application import Sphinx

_ROW, _LABEL = 16, 205
_TABLE = re.compile(r"\| floor \| modules \|\n\|---\|---\|\n((?:\|.*\n)+)")


@dataclass(frozen=True)
class Floor:
    """A floor of the code."""

    title: str
    rooms: tuple[str, ...]
    """Its packages and modules, as paths without a suffix: `agents/evaluation`."""


def floors(page: str) -> list[Floor]:
    """The floors in the table of a page, from the top down."""
    found = _TABLE.search(page)
    assert found, "developing.md has no table of floors"
    rows = [row.strip("| ").split(" | ") for row in found[1].splitlines()]
    return [Floor(row[0], tuple(re.findall(r"`([\w/]+?)(?:/|\.py)?`", row[1]))) for row in rows]


def imports_between(found: list[Floor], root: Path) -> Counter[tuple[int, int]]:
    """By pair of floors, in how many modules of the first something of the second is imported."""
    counts: Counter[tuple[int, int]] = Counter()
    for folder, prefix in (("pacgrid", ""), ("agents", "agents/"), ("autograder", "autograder/")):
        for path in sorted((root / folder).rglob("*.py")):
            module = prefix + path.relative_to(root / folder).with_suffix("").as_posix()
            own = number(module, found)
            if own is None or "templates" in path.parts:
                continue
            targets = {number(each, found) for each in imported(path.read_text("utf-8"), module)}
            counts.update((own, target) for target in targets - {None, own})
    return counts


def imported(text: str, module: str) -> Iterator[str]:
    """The paths of the modules of Pacgrid that a module imports by a statement."""
    parents = module.split("/")
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom):
            continue
        names = (node.module or "").split(".") if node.module else []
        if node.level:
            names = [*parents[: len(parents) - node.level], *names]
        elif names[0] == "pacgrid":
            names = names[1:]
        else:
            continue
        yield from ("/".join([*names, alias.name]) for alias in node.names)


def number(module: str, found: list[Floor]) -> int | None:
    """The floor of a module: that with the longest name of a package that it is in."""
    rooms = [
        (len(room), i)
        for i, floor in enumerate(found)
        for room in floor.rooms
        if f"{module}/".startswith(f"{room}/")
    ]
    return max(rooms)[1] if rooms else None


def picture(found: list[Floor], counts: Counter[tuple[int, int]]) -> str:
    """A matrix: a dot for each pair of floors of which the one on the left imports the other."""
    size, parts = len(found) * _ROW, []
    for i, floor in enumerate(found):
        y = i * _ROW + _ROW / 2
        name = ", ".join(room.rpartition("/")[2] for room in floor.rooms)
        parts.append(f'<text x="{_LABEL - 8}" y="{y + 4}" text-anchor="end">{escape(name)}</text>')
        parts.append(f'<path d="M{_LABEL} {y}H{_LABEL + size}" class="line"/>')
        parts.append(f'<path d="M{_LABEL + y} 0V{size}" class="line"/>')
        parts.append(f'<rect x="{_LABEL + y - 3}" y="{y - 3}" width="6" height="6"/>')
    for (own, other), count in sorted(counts.items()):
        x, y = _LABEL + other * _ROW + _ROW / 2, own * _ROW + _ROW / 2
        words = f"{found[own].rooms[0]} imports {found[other].rooms[0]}: modules: {count}"
        radius = min(1.5 + count**0.5 / 1.5, _ROW / 2)
        parts.append(f'<circle cx="{x}" cy="{y}" r="{radius:.1f}"><title>{words}</title></circle>')
    label = (
        f"A matrix of {len(found)} floors, from the top down, with {len(counts)} dots where one"
        " imports from another. All dots are to the right of the diagonal: no floor imports from"
        " one above it."
    )
    assert all(own < other for own, other in counts), "a floor imports from above"
    return (
        f'<svg class="floors" role="img" aria-label="{label}" viewBox="0 0 {_LABEL + size} {size}">'
        f"{''.join(parts)}</svg>"
    )


def markdown(app: Sphinx, _argument: str, _options: Mapping[str, str]) -> str:
    """The picture, and the same as a table."""
    page = Path(app.srcdir) / "developing.md"
    app.env.note_dependency(str(page))
    found = floors(page.read_text("utf-8"))
    counts = imports_between(found, page.parents[1])
    rows = []
    for i, floor in enumerate(found):
        below = [code(found[other].rooms[0]) for own, other in sorted(counts) if own == i]
        rows.append((floor.title, ", ".join(map(code, floor.rooms)), ", ".join(below)))
    listed = table(("floor", "modules", "imports from the floors of"), rows)
    return f"```{{raw}} html\n{picture(found, counts)}\n```\n\n## The same as a table\n\n{listed}"


def setup(app: Sphinx) -> dict[str, bool]:
    return add_generated(app, "floors", markdown)
