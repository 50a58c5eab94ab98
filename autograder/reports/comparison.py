"""Old and new grades side by side, and why they differ."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isclose

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..batch.grading_version import RecordedGrade
from ..model.amount import amount
from .change_reasons import change_reasons

_NOTHING = "–"


@dataclass(frozen=True)
class PointsPair:
    """Old and new points; None where there are none."""

    old: float | None
    new: float | None

    @property
    def differ(self) -> bool:
        if self.old is None or self.new is None:
            return self.old is not self.new
        return not isclose(self.old, self.new, abs_tol=1e-9)


@dataclass(frozen=True)
class Change:
    """Old and new points of one submission, changed or not."""

    name: str
    total: PointsPair
    questions: dict[str, PointsPair]
    """By question: the points of an answer."""
    why: tuple[str, ...] = ()
    """What has changed that changes points."""

    @property
    def differs(self) -> bool:
        return self.total.differ or any(pair.differ for pair in self.questions.values())


def compare(old: Sequence[RecordedGrade], new: Sequence[RecordedGrade]) -> list[Change]:
    """A change for each submission, in the order of `new`, then those only in `old`."""
    before = {each.grade.name: each for each in old}
    after = {each.grade.name: each for each in new}
    return [_change(name, before.get(name), after.get(name)) for name in {**after, **before}]


def comparison_table(changes: Sequence[Change]) -> RenderableType:
    """A row for each submission that differs, with the reasons, and a summary of all: first those
    that gain points, then those that lose some."""
    differing = [change for change in changes if change.differs]
    summary = Text(_summary(changes, differing))
    if not differing:
        return Group(Text(), summary, Text())
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column("submission", overflow="fold")
    names = list(dict.fromkeys(name for change in differing for name in change.questions))
    for name in names:
        table.add_column(Text(name), justify="right", no_wrap=True)
    table.add_column("total", justify="right", no_wrap=True)
    table.add_column("why", overflow="fold", ratio=1)
    for change in sorted(differing, key=_losses_last):
        cells = [_cell(change.questions.get(name, PointsPair(None, None))) for name in names]
        why = Text("; ".join(change.why), "dim")
        table.add_row(Text(change.name), *cells, _cell(change.total), why)
    return Group(Text(), table, Text(), summary, Text())


def _losses_last(change: Change) -> float:
    """0 for a gain, 1 for a loss, 2 for the same total."""
    if not change.total.differ:
        return 2
    return float((change.total.new or 0) < (change.total.old or 0))


def _change(name: str, old: RecordedGrade | None, new: RecordedGrade | None) -> Change:
    before, after = _points(old), _points(new)
    questions = {
        question: PointsPair(before.get(question), after.get(question))
        for question in {**after, **before}
    }
    total = PointsPair(old.points if old else None, new.points if new else None)
    why = change_reasons(old, new) if old and new else ()
    return Change(name, total, questions, why)


def _points(recorded: RecordedGrade | None) -> dict[str, float | None]:
    if recorded is None:
        return {}
    return {q.name: q.points if q.answered else None for q in recorded.grade.questions}


def _cell(pair: PointsPair) -> Text:
    if not pair.differ:
        return Text(_text(pair.new), "dim")
    lower = (pair.new or 0) < (pair.old or 0)
    return Text.assemble(
        (f"{_text(pair.old)} → ", "dim"), (_text(pair.new), "bold red" if lower else "bold green")
    )


def _text(points: float | None) -> str:
    return _NOTHING if points is None else amount(points)


def _summary(changes: Sequence[Change], differing: Sequence[Change]) -> str:
    """`unchanged: 412; higher: 3; lower: 1; average 14.2 → 14.3`."""
    both = [(c.total.old, c.total.new) for c in changes]
    graded = [(old, new) for old, new in both if old is not None and new is not None]
    moved = [(old, new) for old, new in graded if PointsPair(old, new).differ]
    counts = {
        "unchanged": len(changes) - len(differing),
        "higher": sum(new > old for old, new in moved),
        "lower": sum(new < old for old, new in moved),
        "same total": sum(c.differs and not c.total.differ for c in changes),
        "counted now": sum(old is None for old, _ in both),
        "no longer counted": sum(new is None for _, new in both),
    }
    parts = [f"{name}: {count}" for name, count in counts.items() if count or name == "unchanged"]
    if moved:
        averages = [_average(points) for points in zip(*graded, strict=True)]
        parts.append(f"average {' → '.join(map(amount, averages))}")
    return "; ".join(parts)


def _average(points: Iterable[float]) -> float:
    values = list(points)
    return sum(values) / len(values)
