"""What a comparison has found, as a table for people and as JSON for programs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .document import CodeDocument
from .pairs import Pair

VERSION = 1
NO_VERDICT = (
    "Worth reading, and no verdict: what is alike can have good reasons. No points depend on it."
)


@dataclass(frozen=True)
class CopiesReport:
    """The pairs among some documents."""

    documents: Sequence[CodeDocument]
    pairs: Sequence[Pair]
    """The most alike first."""
    notes: Sequence[str] = ()
    """A line for each file or submission that wasn't compared."""

    @property
    def same(self) -> list[CodeDocument]:
        """Those that several have handed in."""
        return [each for each in self.documents if len(each.names) > 1]

    @property
    def summary(self) -> str:
        """`120 submissions compared, also with 20 others: 3 pairs worth reading`."""
        own = sum(len(each.names) for each in self.documents if each.is_submission)
        others = sum(not each.is_submission for each in self.documents)
        with_others = f", also with {others} other{'s' * (others != 1)}" if others else ""
        pairs = f"{len(self.pairs) or 'no'} pair{'s' * (len(self.pairs) != 1)}"
        return f"{own} submission{'s' * (own != 1)} compared{with_others}: {pairs} worth reading"

    def to_json(self) -> dict[str, Any]:
        """Later versions only add keys."""
        return {
            "format": "pacgrid copies",
            "version": VERSION,
            "submissions": sum(len(d.names) for d in self.documents if d.is_submission),
            "same_files": [[*document.names] for document in self.same],
            "pairs": [_pair_json(pair) for pair in self.pairs],
            "not_compared": [*self.notes],
        }


def _pair_json(pair: Pair) -> dict[str, Any]:
    return {
        "submissions": [[*pair.one.names], [*pair.other.names]],
        "score": round(pair.score, 2),
        "same_files": pair.is_same,
        "written_alike": round(pair.match.tokens.share, 4),
        "does_the_same": round(pair.match.operations.share, 4),
        "behaviours": [
            {"question": each.question, "what": each.behaviour.description, "count": each.count}
            for each in pair.behaviours
        ],
        "only_they_write": [*pair.details],
        "reasons": [*pair.reasons],
    }


def report_table(report: CopiesReport, most: int) -> RenderableType:
    """At most so many pairs, with reasons."""
    return Group(*_lines(report, most))


def _lines(report: CopiesReport, most: int) -> Iterator[RenderableType]:
    yield Text(report.summary, "bold")
    if report.pairs or report.same:
        yield Text(NO_VERDICT, "dim")
    for document in report.same:
        yield Text.assemble(("the same files: ", "bold"), ", ".join(document.names))
    if report.pairs:
        yield _table(report.pairs[:most])
    if (left := len(report.pairs) - most) > 0:
        yield Text(f"and {left} more; --most {len(report.pairs)} shows all", "dim")


def _table(pairs: Sequence[Pair]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("", justify="right", no_wrap=True)
    table.add_column("submissions", ratio=2, overflow="fold")
    table.add_column("score", justify="right", no_wrap=True)
    table.add_column("why", ratio=3, overflow="fold")
    for number, pair in enumerate(pairs, start=1):
        names = Text(f"{pair.one.name}\n{pair.other.name}")
        score, why = f"{pair.score:.0f}", Text("\n".join(pair.reasons))
        table.add_row(Text(str(number), "dim"), names, score, why)
    return table
