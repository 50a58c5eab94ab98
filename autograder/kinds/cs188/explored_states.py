"""The states that a course's agent explored: its worker says how it came to them, and the grader
makes and counts them."""

from collections.abc import Sequence

from pacgrid.cs188.directions import DIRECTIONS
from pacgrid.cs188.game_state import GameState, IllegalActionError

from ...worker.messages import ACTIONS


class ImpossibleStepError(ValueError):
    """There is no such step."""


class ExploredStates:
    """The states that a search from `root` explored: those that had a successor generated, and
    these successors. After more than `most` steps, no more are asked for."""

    def __init__(self, root: GameState, most: int) -> None:
        self.states: set[GameState] = set()
        """Those that moves from `root` lead to."""
        self._made: list[GameState | None] = [root]
        self._most = most
        self._strange = 0

    @property
    def steps(self) -> int:
        """How many were added."""
        return len(self._made) - 1

    @property
    def count(self) -> int:
        """How many states there are, including those to which no moves from the first one lead."""
        return len(self.states) + self._strange

    @property
    def is_too_many(self) -> bool:
        return self.steps > self._most

    def add(self, steps: Sequence[Sequence[int]]) -> None:
        """Adds what these steps lead to, each an `ExploredStep`. Raises ImpossibleStepError."""
        for number, agent, action in steps:
            if not -1 <= number < len(self._made):
                raise ImpossibleStepError("has reported a state that it can't have explored")
            before = self._made[number] if number >= 0 else None
            if before is None:  # written to by the file, or a successor of such a state
                self._strange += 1
                self._made.append(None)
                continue
            try:
                after = before.generateSuccessor(agent, DIRECTIONS[ACTIONS[action]])
            except (IllegalActionError, LookupError, ValueError):
                raise ImpossibleStepError("has reported an illegal move in its search") from None
            self.states.add(before)
            self.states.add(after)
            self._made.append(after)

    def __str__(self) -> str:
        return f"{f'more than {self._most:,}' if self.is_too_many else self.count} states"
