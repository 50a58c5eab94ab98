"""What each test of an assignment took."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import TypeVar

from .facts import AssignmentFacts, TestFacts

T = TypeVar("T")


@dataclass(frozen=True)
class ResourceRow:
    """What a test took."""

    label: str
    is_hidden: bool
    cells: tuple[str, ...]
    """"" where nothing is known."""


@dataclass(frozen=True)
class ResourceTable:
    """A row for each test, and a column for everything that is known of any test."""

    heads: tuple[str, ...]
    rows: tuple[ResourceRow, ...]


def resource_table(facts: AssignmentFacts, *, is_anonymous: bool) -> ResourceTable:
    """What each test took; without hidden tests if the page `is_anonymous`."""
    tests = [test for test in facts.tests if not (is_anonymous and test.is_hidden)]
    table = [_cells(test, facts.test_cpu_seconds) for test in tests]
    heads = [head for cells in table[:1] for head in cells if any(row[head] for row in table)]
    rows = [
        ResourceRow(label_of(test), test.is_hidden, tuple(cells[head] for head in heads))
        for test, cells in zip(tests, table, strict=True)
        if any(cells.values())
    ]
    return ResourceTable(tuple(heads), tuple(rows))


def _cells(test: TestFacts, limit: float) -> dict[str, str]:
    """By the heads of the columns."""
    asked, cpu, full = known(test.successors), known(test.cpu_seconds), test.full_search
    return {
        "Successors: median": f"{median(asked):,.0f}" if asked else "",
        "Successors: most": f"{max(asked):,}" if asked else "",
        "Of a full search": f"{full:,}" if full else "",
        "Asked for more": str(sum(each > full for each in asked)) if asked and full else "",
        "CPU seconds: median": f"{median(cpu):.2f}" if cpu else "",
        "CPU seconds: most": f"{max(cpu):.2f}" if cpu else "",
        f"Over half of {limit:g}": str(sum(each > limit / 2 for each in cpu)) if cpu else "",
    }


def label_of(test: TestFacts) -> str:
    """`minimax.2: small trees`."""
    return f"{test.question}.{test.number}: {test.title}"


def known(values: Sequence[T | None]) -> list[T]:
    """The `values` that aren't None."""
    return [value for value in values if value is not None]
