"""What `pacgrid layout check` says."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from pacgrid.layout_check.check import LayoutCheck
from pacgrid.layout_check.numbers import LayoutNumbers

if TYPE_CHECKING:
    from pacgrid.difficulty.report import DifficultyReport


def layout_lines(
    source: str, found: LayoutCheck, difficulty: "DifficultyReport | None"
) -> Iterator[str]:
    """A line for each finding, its numbers, and the difficulty if it was measured."""
    for finding in found.findings:
        place = f"{source}:{finding.line}:{finding.column}"
        yield f"{place}: {finding.severity}: {finding.text}"
    if found.numbers:
        yield f"{source}: {numbers_line(found.numbers)}"
    for line in difficulty.lines() if difficulty else ():
        yield f"{source}: {line}"


def numbers_line(numbers: LayoutNumbers) -> str:
    """The numbers as a phrase."""
    counts = {
        name.replace("_", " "): value
        for name, value in asdict(numbers).items()
        if name not in ("width", "height")
    }
    words = ", ".join(f"{name} {value}" for name, value in counts.items())
    return f"{numbers.width} x {numbers.height}, {words}"


def layout_json(
    source: str, found: LayoutCheck, difficulty: "DifficultyReport | None"
) -> dict[str, Any]:
    """The same as data."""
    return {
        "layout": source,
        "is_wrong": found.is_wrong,
        "findings": [asdict(finding) for finding in found.findings],
        "numbers": asdict(found.numbers) if found.numbers else None,
        **({"difficulty": difficulty.json()} if difficulty else {}),
    }
