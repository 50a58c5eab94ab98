"""What the last move changed, by the names that course files use."""

from typing import NamedTuple

from pacgrid.layout import Position
from pacgrid.state import State


class LastMove(NamedTuple):
    """The states before and after a move; the first is None if nobody has moved."""

    before: State | None
    after: State

    @property
    def scoreChange(self) -> int:
        return self.after.score - self.before.score if self.before else 0

    @property
    def _agentMoved(self) -> int | None:
        """Who moved."""
        return self.before.to_move if self.before else None

    @property
    def _foodAdded(self) -> None:
        """Nobody adds food."""

    @property
    def _foodEaten(self) -> Position | None:
        """Where Pac-Man ate food."""
        return next(iter(self.before.food - self.after.food), None) if self.before else None

    @property
    def _capsuleEaten(self) -> Position | None:
        """Where Pac-Man ate a capsule."""
        return next(iter(self.before.capsules - self.after.capsules), None) if self.before else None

    @property
    def _eaten(self) -> list[bool]:
        """By agent: whether it is a scared ghost that met Pac-Man."""
        before, after = self.before, self.after
        eaten = [False] * after.num_agents
        if before is not None:
            for index, (then, now) in enumerate(zip(before.ghosts, after.ghosts, strict=True), 1):
                met = then.scared > 1 and now.scared == 0
                eaten[index] = met and before.to_move in (0, index)
        return eaten
