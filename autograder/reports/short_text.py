"""What to fix first, in so few lines that it fits on a screen."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..diagnosis.compared_trees import HERE
from .diagnosis_text import DiagnosisNote, command_lines, drawn, wrapped
from .shown_diagnosis import ShownDiagnosis, ShownExample

_BRANCH = re.compile("[├└]─")
_MORE = " …"
_LEAST = 5
"""Lines of a tree."""
_CALL = re.compile(r"  File .*\n    .*\n(?=  File )")


@dataclass(frozen=True)
class ShortNote(DiagnosisNote):
    """A diagnosis on a console, in at most so many lines."""

    most: int

    def text(self, columns: int) -> str:
        title = wrapped(f"{self.shown.selector}: {self.shown.title}", columns)
        return short_text(self.shown, columns, self.most - len(title))


def short_text(shown: ShownDiagnosis, columns: int, most: int) -> str:
    """What a diagnosis says below its title, in at most so many lines, as far as that goes: hints,
    the smallest example with the part of its tree that matters, and its command."""
    several = len(shown.findings) > 1
    top = [
        line
        for number, finding in enumerate(shown.findings, start=1)
        for words in (
            f"{number}. It {finding.title}." if several else "",
            f"Hint: {finding.hint}" if finding.hint else "",
        )
        for line in wrapped(words, columns)
    ] or wrapped(shown.certainty, columns)
    bottom = [*command_lines(shown)][1:]
    example = shown.example
    if not example:
        return "\n".join([*top, *bottom])
    choice, seen = wrapped(example.choice, columns), [*_seen(example, columns)]
    room = most - len(top) - len(choice) - len(seen) - len(bottom)
    if example.board:
        drawing = drawn(replace(example, tree=""), columns)
    else:
        drawing = drawn(replace(example, tree=folded(example.tree, max(room, _LEAST))), columns)
    lines = [*top, *choice, *drawing, *seen]
    legend = wrapped(example.legend, columns) if example.tree and not example.board else []
    if len(lines) + len(legend) + len(bottom) <= most:
        lines += legend
    return "\n".join([*lines, *bottom])


def short_details(details: str) -> str:
    """The details of a failure, with only the last call of its traceback."""
    return _CALL.sub("", details)


def folded(tree: str, most: int) -> str:
    """The lines of a drawn tree that matter most: the way to where a search goes wrong, and the
    other actions on this way. States below which some are left out end with an ellipsis."""
    lines = tree.splitlines()
    if len(lines) <= most:
        return tree
    parents = _parents(lines)
    wrong = next((number for number, line in enumerate(lines) if HERE in line), 0)
    way = [wrong]
    while way[-1]:
        way.append(parents[way[-1]])
    near = [number for number in range(1, len(lines)) if parents[number] in way]
    kept = set([*dict.fromkeys((0, *way, *near))][:most])
    hidden = {parents[number] for number in range(1, len(lines)) if number not in kept}
    return "\n".join(lines[number] + _MORE * (number in hidden) for number in sorted(kept))


def _parents(lines: Sequence[str]) -> list[int]:
    """For each line of a drawn tree: the line above it that its branch comes from."""
    depths = [match.start() if (match := _BRANCH.search(line)) else -1 for line in lines]
    return [
        next((above for above in range(number - 1, 0, -1) if depths[above] < depth), 0)
        for number, depth in enumerate(depths)
    ]


def _seen(example: ShownExample, columns: int) -> Iterator[str]:
    """Where it goes wrong."""
    mark = f"{HERE} " if HERE in example.tree and not example.board else ""
    yield from wrapped(mark + example.difference if example.difference else "", columns)
