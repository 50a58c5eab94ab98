"""Learning the weights of an evaluation from games, batch by batch."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Self

import numpy as np

from pacgrid.agents.evaluation import (
    FEATURES,
    FILE_BYTES,
    MOST_WEIGHT,
    LinearEvaluation,
    checked_weights,
)
from pacgrid.common.files import atomic_write, read_regular_file
from pacgrid.common.intervals import mean_interval
from pacgrid.errors import PacgridError
from pacgrid.learning.episode import Array, Episode
from pacgrid.learning.least_squares import LeastSquares
from pacgrid.learning.temporal_difference import temporal_difference

NAMES = tuple(name for name in FEATURES if name != "score")
"""The features whose weights are learned. That of the score is 1: a finished game is worth its
score, and the others estimate the points still to come."""

MEMORY = 0.8
"""Least squares: how much a game counts, compared with one of the next batch."""


class TrainingError(PacgridError):
    """A training that can't begin or go on."""


class Method(StrEnum):
    """How weights are learned."""

    LEAST_SQUARES = "least-squares"
    TD = "td"


@dataclass(frozen=True)
class Plan:
    """What decides, together with the number of batches, which weights are learned."""

    agent: str
    """Pac-Man's, without its evaluation."""
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    """A batch plays its games on them in turn."""
    start: str
    """The evaluation to begin with."""
    method: Method
    discount: float
    trace_decay: float
    step: float
    """For TD."""
    batch: int
    """How many games are played with the same weights."""
    rounds: int
    seed: int
    games: str
    """What the games depend on besides: a hash of the agents' files and the version of Pacgrid."""


@dataclass(frozen=True)
class Batch:
    """How some weights did."""

    weights: Mapping[str, float]
    score: float
    """The mean of its games."""
    low: float
    high: float
    """The 95 % interval of the mean."""
    won: float
    """The share of its games."""


@dataclass
class Training:
    """The weights so far, and all that is needed to go on."""

    plan: Plan
    batches: list[Batch] = field(default_factory=list)
    weights: Mapping[str, float] = field(default_factory=dict)
    """Those for the next batch."""
    scale: Array = field(default_factory=lambda: np.ones(len(NAMES)))
    """What features are divided by: their root mean square in the first batch."""
    equations: LeastSquares = field(default_factory=lambda: LeastSquares(len(NAMES)))

    def __post_init__(self) -> None:
        if not self.weights:
            self.weights = LinearEvaluation(self.plan.start).weights

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
            self.scale = np.where(scale > 0, scale, 1.0)
        self.batches.append(_batch(self.weights, episodes))
        update = {Method.TD: self._td, Method.LEAST_SQUARES: self._least_squares}
        with np.errstate(over="ignore", invalid="ignore"):
            learned = update[self.plan.method](episodes) / self.scale
        if not (np.abs(learned) <= MOST_WEIGHT).all():
            hint = "choose a smaller --step, and another file for the weights"
            raise TrainingError(f"the weights grew beyond all bounds; {hint}")
        self.weights = {"score": 1.0, **dict(zip(NAMES, learned.tolist(), strict=True))}

    def _td(self, episodes: Sequence[Episode]) -> Array:
        weights = self.scale * [self.weights.get(name, 0.0) for name in NAMES]
        for episode in episodes:
            weights = temporal_difference(
                weights,
                episode.transitions(self.scale),
                step=self.plan.step,
                discount=self.plan.discount,
                trace_decay=self.plan.trace_decay,
            )
        return weights

    def _least_squares(self, episodes: Sequence[Episode]) -> Array:
        self.equations.fade(MEMORY)
        for episode in episodes:
            self.equations.add(
                episode.transitions(self.scale),
                discount=self.plan.discount,
                trace_decay=self.plan.trace_decay,
            )
        return self.equations.solve()

    # Saving.

    def save(self, path: Path) -> None:
        """Write the best weights so far, and what is needed to go on. Raises OSError."""
        data = {
            "weights": dict(self.best.weights),
            "plan": asdict(self.plan),
            "batches": [asdict(batch) for batch in self.batches],
            "next": {
                "weights": dict(self.weights),
                "scale": self.scale.tolist(),
                "matrix": self.equations.matrix.tolist(),
                "vector": self.equations.vector.tolist(),
            },
        }
        atomic_write(path, json.dumps(data, indent=1) + "\n")

    @classmethod
    def resumed(cls, plan: Plan, path: Path) -> Self:
        """The training that was saved to `path`; a new one if there is no such file.

        Raises TrainingError: it isn't one, or it had another plan.
        """
        try:
            data = json.loads(read_regular_file(path, FILE_BYTES))
        except FileNotFoundError:
            return cls(plan)
        except OSError as error:
            raise TrainingError(f"{path}: can't be read: {error.strerror}") from None
        except ValueError:
            data = None
        try:
            return cls._from_json(plan, data)
        except (TypeError, KeyError, ValueError, AttributeError):
            hint = "name another file for the weights"
            raise TrainingError(f"{path}: is not from `pacgrid learn`; {hint}") from None
        except TrainingError as error:
            raise TrainingError(f"{path}: {error}") from None

    @classmethod
    def _from_json(cls, plan: Plan, data: Any) -> Self:
        for name, now in json.loads(json.dumps(asdict(plan))).items():
            if (before := data["plan"][name]) != now:
                if name == "games":
                    changed = "was learned with another version of an agent or of Pacgrid"
                    raise TrainingError(f"{changed}; name another file for the weights")
                hint = "repeat the same command, or name another file"
                raise TrainingError(f"was learned with {name} {before}, not {now}; {hint}")
        saved = data["next"]
        batches = [Batch(**batch) for batch in data["batches"]]
        training = cls(plan, batches, checked_weights(saved["weights"]))
        size = len(NAMES)
        training.scale = np.array(saved["scale"], float).reshape(size)
        training.equations.matrix = np.array(saved["matrix"], float).reshape(size, size)
        training.equations.vector = np.array(saved["vector"], float).reshape(size)
        return training


def _batch(weights: Mapping[str, float], episodes: Sequence[Episode]) -> Batch:
    scores = [float(episode.score) for episode in episodes]
    mean = float(np.mean(scores))
    low, high = mean_interval(scores) or (mean, mean)
    won = sum(episode.won for episode in episodes) / len(episodes)
    return Batch(weights, mean, low, high, won)
