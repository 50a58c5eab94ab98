"""What is learned from: a game as features and rewards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
import numpy.typing as npt

from pacgrid.agents.evaluation import features
from pacgrid.records.record import Record

Array = npt.NDArray[np.float64]
Transition = tuple[Array, float, Array]
"""The features of a turn, its reward, and the features of the next turn."""


@dataclass(frozen=True)
class Episode:
    """Pac-Man's turns in a game. Can be sent to another process."""

    features: Array
    """`[turn, feature]`."""
    rewards: Array
    """The points from each turn to the next one. If the game ended by the rules, the last reward is
    for the points up to its end. If it was cut short, the last turn has none."""
    score: int
    won: bool

    @classmethod
    def of(cls, record: Record, names: Sequence[str]) -> Self:
        """The game in `record`, by the features with these `names`."""
        states = list(record.states())
        turns = [state for state in states if state.to_move == 0 and not state.is_terminal]
        end = [states[-1]] if states[-1].is_terminal else []
        rows = [[*features(state, names).values()] for state in turns]
        scores = [float(state.score) for state in (*turns, *end)]
        return cls(
            np.array(rows, float).reshape(-1, len(names)),
            np.diff(scores),
            record.score,
            record.won,
        )

    def transitions(self, scale: Array) -> Iterator[Transition]:
        """The turns that have a reward, with features divided by `scale`. After the end of a game
        all features are 0: nothing more can be won."""
        rows = [*(self.features / scale), np.zeros(len(scale))]
        for turn, reward in enumerate(self.rewards):
            yield rows[turn], float(reward), rows[turn + 1]
