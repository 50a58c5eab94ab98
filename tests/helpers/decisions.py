"""Decisions of the staff."""

from itertools import count

from pacgrid.autograder.model.staff_decision import DecisionKind, StaffDecision

_LINES = count(2)


def decision(
    kind: DecisionKind, about: str = "", points: float | None = None, **others: object
) -> StaffDecision:
    """One that Dr. Okafor made on 3 November, in a line of its own."""
    known = {"reason": "why", "by": "Dr. Okafor", "decided": "2026-11-03"}
    place = f"decisions.csv:{next(_LINES)}"
    return StaffDecision(kind, about, points, **{**known, "place": place, **others})  # type: ignore[arg-type]
