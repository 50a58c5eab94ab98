"""Decisions of the staff."""

from itertools import count

from pacgrid.autograder.model.decision import Decision, DecisionKind

_LINES = count(2)


def decision(
    kind: DecisionKind, about: str = "", points: float | None = None, **others: object
) -> Decision:
    """One that Dr. Okafor made on 3 November, in a line of its own."""
    known = {"reason": "why", "by": "Dr. Okafor", "decided": "2026-11-03"}
    place = f"decisions.csv:{next(_LINES)}"
    return Decision(kind, about, points, **{**known, "place": place, **others})  # type: ignore[arg-type]
