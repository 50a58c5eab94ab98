"""How bad a move is, in the signs of chess: `?!`, `?`, `??`."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal

Unit = Literal["points", "chance of winning", "score"]
"""What values and regrets are; `score` is that of a game other than Pac-Man."""


class Mark(StrEnum):
    """How bad a move is, in the signs of chess."""

    INACCURACY = "?!"
    MISTAKE = "?"
    BLUNDER = "??"

    @property
    def label(self) -> str:
        """What people read: `blunder`."""
        return self.name.lower()


THRESHOLDS: Mapping[Unit, Mapping[Mark, float]] = {
    "points": {Mark.BLUNDER: 200, Mark.MISTAKE: 50, Mark.INACCURACY: 20},
    "chance of winning": {Mark.BLUNDER: 0.2, Mark.MISTAKE: 0.1, Mark.INACCURACY: 0.05},
    "score": {Mark.BLUNDER: 0.2, Mark.MISTAKE: 0.1, Mark.INACCURACY: 0.05},
}
"""By unit: the regret from which a move has a mark, the worst mark first. 200 points is what a
scared ghost is worth, 20 points are two food. Of a score: as a share of the difference between the
best and the worst end of the game."""


def mark_of(regret: float, unit: Unit) -> Mark | None:
    """The mark of a move with that regret; None if it isn't bad enough for one."""
    marks = THRESHOLDS[unit].items()
    return next((mark for mark, threshold in marks if regret >= threshold), None)
