"""Learning the weights of an evaluation from games, batch by batch.

Temporal-difference learning with linear function approximation: Sutton and Barto, *Reinforcement
Learning: An Introduction*, 2nd edition, section 9.8; Russell and Norvig, *Artificial Intelligence:
A Modern Approach*, 4th edition, section 22.4.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

import numpy as np
import numpy.typing as npt

from pacgrid.agents.evaluation import FEATURES, MOST_WEIGHT, LinearEvaluation, features
from pacgrid.common.files import atomic_write
from pacgrid.common.intervals import mean_interval
from pacgrid.errors import PacgridError
from pacgrid.records.record import Record

NAMES = tuple(name for name in FEATURES if name != "score")
"""The features whose weights are learned. That of the score is 1: a finished game is worth its
score, and the others estimate the points still to come."""

MEMORY = 0.8
"""Least squares: how much a game counts, compared with one of the next batch."""


Array = npt.NDArray[np.float64]
Transition = tuple[Array, float, Array]
"""The features of a turn, its reward, and the features of the next turn."""


class TrainingError(PacgridError):
    """A training that can't go on."""


@dataclass(frozen=True)
class Batch:
    """How some weights did."""

    weights: Mapping[str, float]
    score: float
    """The mean score of the games."""
    low: float
    high: float
    """The 95 % interval of the mean."""
    won: float
    """The share of the games that were won."""


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
            np.array(rows, float).reshape(-1, len(names)), np.diff(scores), record.score, record.won
        )

    def transitions(self, scale: Array) -> Iterator[Transition]:
        """The turns that have a reward, with features divided by `scale`. After the end of a game
        all features are 0: nothing more can be won."""
        rows = [*(self.features / scale), np.zeros(len(scale))]
        for turn, reward in enumerate(self.rewards):
            yield rows[turn], float(reward), rows[turn + 1]


RIDGE = 1.0
"""How strongly weights are drawn to 0: as by one turn in which all is seen and nothing won."""


class LeastSquares:
    """Least-squares temporal difference, LSTD(λ): the weights to which TD(λ) would converge, in one
    step and without a step size (Boyan, "Technical update", 2002).

    The value of a turn with features `x` is `weights @ x`: the points that are still to come, those
    `n` turns later times `discount ** n`. It solves the linear equations
    `matrix @ weights = vector`, summed over games.
    """

    def __init__(self, size: int) -> None:
        self.matrix = np.zeros((size, size))
        self.vector = np.zeros(size)

    def add(
        self, transitions: Iterable[Transition], *, discount: float, trace_decay: float
    ) -> None:
        """Add a game.

        Args:
            trace_decay: λ, how far an error reaches back: 0 corrects one turn, 1 all turns before.
        """
        eligibility = np.zeros(len(self.vector))
        for now, reward, after in transitions:
            eligibility = discount * trace_decay * eligibility + now
            self.matrix += np.outer(eligibility, now - discount * after)
            self.vector += reward * eligibility

    def fade(self, factor: float) -> None:
        """Let the games so far count `factor` times as much."""
        self.matrix *= factor
        self.vector *= factor

    def solve(self) -> Array:
        """The weights; 0 for a feature that was never seen."""
        ridge = RIDGE * np.eye(len(self.vector))
        return np.linalg.solve(self.matrix + ridge, self.vector).astype(np.float64)


class Training:
    """The weights so far.

    Args:
        start: the evaluation to begin with.
        discount: what a point is worth a turn later.
        trace_decay: as in `LeastSquares.add`.
    """

    def __init__(self, start: str, *, discount: float, trace_decay: float) -> None:
        self.discount = discount
        self.trace_decay = trace_decay
        self.batches: list[Batch] = []
        self.weights: Mapping[str, float] = LinearEvaluation(start).weights
        """The weights for the next batch."""
        self._scale = np.ones(len(NAMES))
        """The root mean square of each feature in the first batch, which it is divided by."""
        self._equations = LeastSquares(len(NAMES))

    @property
    def best(self) -> Batch:
        """The batch with the highest mean score."""
        return max(self.batches, key=lambda batch: batch.score)

    def learn(self, episodes: Sequence[Episode]) -> None:
        """Learn from a batch of games, in which Pac-Man had these `weights`.

        Raises TrainingError if the new weights are too large.
        """
        if not self.batches:
            squares = np.concatenate([episode.features for episode in episodes]) ** 2
            scale = np.sqrt(squares.mean(axis=0))
            self._scale = np.where(scale > 0, scale, 1.0)
        self.batches.append(_batch(self.weights, episodes))
        self._equations.fade(MEMORY)
        for episode in episodes:
            self._equations.add(
                episode.transitions(self._scale),
                discount=self.discount,
                trace_decay=self.trace_decay,
            )
        learned = self._equations.solve() / self._scale
        if not (np.abs(learned) <= MOST_WEIGHT).all():
            raise TrainingError("the weights grew beyond all bounds; choose a smaller --discount")
        self.weights = {"score": 1.0, **dict(zip(NAMES, learned.tolist(), strict=True))}

    def save(self, path: Path) -> None:
        """Write the best weights so far, and how all did. Raises OSError."""
        batches = [asdict(batch) for batch in self.batches]
        data = {"weights": dict(self.best.weights), "batches": batches}
        atomic_write(path, json.dumps(data, indent=1) + "\n")


def _batch(weights: Mapping[str, float], episodes: Sequence[Episode]) -> Batch:
    scores = [float(episode.score) for episode in episodes]
    mean = float(np.mean(scores))
    low, high = mean_interval(scores) or (mean, mean)
    won = sum(episode.won for episode in episodes) / len(episodes)
    return Batch(weights, mean, low, high, won)
