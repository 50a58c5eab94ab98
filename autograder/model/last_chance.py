"""The last move at which a lost game could still have been saved."""

from collections.abc import Sequence
from dataclasses import dataclass

from pacgrid.action import Action
from pacgrid.common.sanitize import sanitize_fields
from pacgrid.state import State

HORIZONS = (12, 8, 4, 2)
"""So many rounds are searched, or else fewer: as far as `MOST_SUCCESSORS` reach."""
MOST_SUCCESSORS = 30_000


@dataclass(frozen=True)
class LastChance:
    """The last move before which Pac-Man could be safe for some rounds, whatever the ghosts do."""

    move: int
    """Pac-Man's moves are numbered from 1."""
    action: str
    """A safe action that he didn't take: `west`. "" if the one he took was safe for that long."""
    rounds: int
    """How many rounds it is safe for."""

    def __post_init__(self) -> None:
        sanitize_fields(self, lines=["action"])

    def __str__(self) -> str:
        safe = f"safe for {self.rounds} rounds"
        if self.action:
            return f"could be saved until move {self.move}: {self.action} was {safe}"
        return f"was {safe} until move {self.move}"


class _OutOfBudgetError(Exception):
    """The search has become too large."""


def last_chance(states: Sequence[State]) -> LastChance | None:
    """The last chance in a game with these states, from first to last. None if Pac-Man isn't caught
    in the end, had no chance, or finding it takes too long."""
    if not states[-1].is_loss:
        return None
    turns = [n for n, state in enumerate(states) if state.to_move == 0 and not state.is_terminal]
    for rounds in HORIZONS:
        escape = _Escape(rounds)
        try:
            for move in range(len(turns), 0, -1):
                before = states[turns[move - 1]]
                if safe := escape.safe_actions(before):
                    is_safe = states[turns[move - 1] + 1] in map(before.successor, safe)
                    return LastChance(move, "" if is_safe else str(safe[0]), rounds)
            return None
        except _OutOfBudgetError:
            continue
    return None


class _Escape:
    """Searches for actions after which Pac-Man can't be caught for some rounds."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._left = MOST_SUCCESSORS
        self._known: dict[tuple[State, int], bool] = {}

    def safe_actions(self, state: State) -> list[Action]:
        """Those of Pac-Man in `state`. Raises _OutOfBudgetError."""
        plies = self._rounds * state.num_agents
        return [a for a in state.legal_actions() if self._can_escape(state.successor(a), plies - 1)]

    def _can_escape(self, state: State, plies: int) -> bool:
        """Whether Pac-Man can avoid being caught for so many plies, whatever the ghosts do."""
        if state.is_terminal or plies == 0:
            return not state.is_loss
        if (state, plies) not in self._known:
            if self._left <= 0:
                raise _OutOfBudgetError
            actions = state.legal_actions()
            self._left -= len(actions)
            after = (self._can_escape(state.successor(a), plies - 1) for a in actions)
            self._known[state, plies] = any(after) if state.to_move == 0 else all(after)
        return self._known[state, plies]
