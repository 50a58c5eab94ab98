"""The timeline as paths, and marks at some percent of its width; style sheets do the rest."""

from functools import lru_cache
from typing import Any

from pacgrid.analysis.move_mark import Mark
from pacgrid.session.events import EventKind
from pacgrid.session.frame import Timeline, TimelineRow

WIDTH, HEIGHT = 1000, 100
"""The box of the paths, which is stretched to the size of the timeline."""
_TOP, _BELOW_SIGNS, _BOTTOM, _TICK = 16, 30, 88, 8
_MOST_POINTS = 500


def timeline_json(timeline: Timeline) -> dict[str, Any]:
    """The timeline but for the current ply."""
    marks = [round(100 * ply / timeline.span, 2) for ply in timeline.marks]
    return {"span": timeline.span, "rows": timeline_rows(timeline), "marks": marks}


def timeline_rows(timeline: Timeline) -> list[dict[str, Any]]:
    """By game: the curve of its score or value, what happened, and the bad moves."""
    if not timeline.rows:
        return []
    lowest = min(0, *(min(row.curve) for row in timeline.rows))
    highest = max(1, *(max(row.curve) for row in timeline.rows))
    return [_row(row, timeline.span, lowest, highest) for row in timeline.rows]


@lru_cache(maxsize=16)
def _row(row: TimelineRow, span: int, lowest: float, highest: float) -> dict[str, Any]:
    def x(ply: int) -> float:
        return round(ply / span * WIDTH, 1)

    def percent(ply: int) -> float:
        return round(100 * ply / span, 2)

    top = _BELOW_SIGNS if row.values else _TOP

    def y(value: float) -> float:
        return round(_BOTTOM - (value - lowest) / (highest - lowest) * (_BOTTOM - top), 1)

    def plies(kind: EventKind) -> list[int]:
        return [event.ply for event in row.events if event.kind is kind]

    shown = [*range(0, row.known, max(1, row.known // _MOST_POINTS)), row.known]
    curve = "M" + "L".join(f"{x(ply):g} {y(row.curve[ply]):g}" for ply in shown)
    ghosts = [event for event in row.events if event.kind is EventKind.GHOST]
    marks = sorted(row.marks, key=lambda mark: [*Mark].index(mark.sign))  # the worst on top
    ends = [("won", "✓", EventKind.WON), ("caught", "✗", EventKind.CAUGHT)]
    return {
        "box": f"0 0 {WIDTH} {HEIGHT}",
        "curve": curve,
        "area": f"{curve}V{HEIGHT}H0z",
        "food": "".join(f"M{x(p):g} {HEIGHT}v-{_TICK}" for p in plies(EventKind.FOOD)),
        "capsules": [percent(ply) for ply in plies(EventKind.CAPSULE)],
        "ghosts": [[percent(event.ply), event.ghost] for event in ghosts],
        "ends": [
            {"at": percent(ply), "kind": name, "text": text}
            for name, text, kind in ends
            for ply in plies(kind)
        ],
        "analysed": bool(row.values),
        "signs": [vars(mark) | {"at": percent(mark.ply)} for mark in marks],
        "taken_over": percent(row.taken_over) if row.taken_over else None,
    }
