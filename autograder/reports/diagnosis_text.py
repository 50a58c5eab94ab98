"""A diagnosis as text: for terminals and text fields."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from textwrap import indent, wrap

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from pacgrid.tree.tree_text import in_ascii

from ..diagnosis.compared_trees import HERE
from ..model.diagnosis import Finding
from .shown_diagnosis import ShownDiagnosis, ShownExample, ShownValue

COLUMNS = 80
_GAP = 3
_INDENT = "  "
wrapped = partial(wrap, break_on_hyphens=False)


@dataclass(frozen=True)
class DiagnosisNote:
    """A diagnosis on a console."""

    shown: ShownDiagnosis

    def text(self, columns: int) -> str:
        """What it says below its title."""
        return diagnosis_text(self.shown, columns)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text = self.text(min(options.max_width, COLUMNS))
        if options.ascii_only:
            text = in_ascii(text)
        # A command that is broken into lines can't be copied.
        body = Text(text, no_wrap=True, overflow="ignore")
        body.highlight_regex(r"(?m)(?<=^  )pacgrid .*$", "bold cyan")
        body.highlight_regex(r"(?m)^(Hint|Perhaps you thought|To read|Worth knowing):", "bold")
        body.highlight_regex(f"{HERE}|(mistake|you): \\S+|not visited|you (stop|go on) here", "red")
        body.highlight_regex("★|best(?=,|$)", "green")
        yield Text.assemble((f"{self.shown.selector}: ", "bold yellow"), (self.shown.title, "bold"))
        if text:
            yield body


def diagnosis_text(shown: ShownDiagnosis, columns: int = COLUMNS) -> str:
    """What a diagnosis says below its title, in lines of at most `columns` characters, as far as
    its drawing allows."""
    return "\n\n".join("\n".join(part) for part in _parts(shown, columns) if part)


def _parts(shown: ShownDiagnosis, columns: int) -> Iterator[Sequence[str]]:
    """Paragraphs, as lines."""
    yield wrapped(shown.certainty, columns)
    for number, finding in enumerate(shown.findings, start=1):
        several = f"{number}. It {finding.title}." if len(shown.findings) > 1 else ""
        yield [*wrapped(several, columns), *_explained(finding, columns)]
    if shown.example:
        said = f"{shown.example.heading}:", shown.example.choice
        yield [line for words in said for line in wrapped(words, columns)]
        yield [*drawn(shown.example, columns)]
        yield [line for words in _said(shown.example) for line in wrapped(words, columns)]
    yield [
        line for remark in shown.remarks for line in wrapped(f"Worth knowing: {remark}.", columns)
    ]
    yield [*command_lines(shown)]


def command_lines(shown: ShownDiagnosis) -> Iterator[str]:
    """The command that runs the example again, below a heading."""
    if shown.command:
        yield from ("To run just this:", f"{_INDENT}{shown.command}")


def _explained(finding: Finding, columns: int) -> Iterator[str]:
    said = {
        "Perhaps you thought": finding.thought,
        "Hint": finding.hint,
        "To read": finding.section,
    }
    for label, words in said.items():
        if words:
            yield from wrapped(f"{label}: {words}", columns, subsequent_indent="  ")


def drawn(example: ShownExample, columns: int) -> Iterator[str]:
    """The board with the values of its actions, beside it if there is room; and the tree."""
    if example.board:
        board = example.board.splitlines()
        table = values_table(example.values).splitlines()
        width = max(map(len, board)) + _GAP
        if width + max(map(len, table)) + len(_INDENT) <= columns:
            pairs = zip_longest(board, table, fillvalue="")
            board, table = [f"{line:{width}}{row}".rstrip() for line, row in pairs], []
        yield from indent("\n".join([*board, *table]), _INDENT).splitlines()
        yield from [""] * bool(example.tree)
    yield from indent(example.tree, _INDENT).splitlines()


def _said(example: ShownExample) -> Iterator[str]:
    """What there is to see in the tree."""
    yield " ".join((HERE, example.difference)) if HERE in example.tree else example.difference
    yield example.legend


def values_table(values: Sequence[ShownValue]) -> str:
    """The table of actions as text."""
    has_own = any(each.own for each in values)
    rows = [("action", "worth", "to you" * has_own, "")]
    rows += [
        (each.action, each.expected, (each.own or "?") * has_own, each.remark) for each in values
    ]
    first, *others = (max(len(row[column]) for row in rows) for column in range(3))
    return "\n".join(
        "  ".join(
            (
                f"{action:{first}}",
                *(f"{cell:>{width}}" for cell, width in zip(cells, others, strict=True) if width),
                remark,
            )
        ).rstrip()
        for action, *cells, remark in rows
    )
