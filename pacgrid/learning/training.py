"""Learning the weights of an evaluation from games, batch by batch.

Temporal-difference learning with linear function approximation: Sutton and Barto, *Reinforcement
Learning: An Introduction*, 2nd edition, section 9.8; Russell and Norvig, *Artificial Intelligence:
A Modern Approach*, 4th edition, section 22.4.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from pacgrid.agents.evaluation import (
    FEATURES,
    FILE_BYTES,
    MOST_WEIGHT,
    LinearEvaluation,
    checked_weights,
    features,
)
from pacgrid.common.files import atomic_write, read_regular_file
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
    """A training that can't begin or go on."""


@dataclass(frozen=True)
class Plan:
    """What decides, together with the number of batches, which weights are learned."""

    agent: str
    """The name of the agent that plays Pac-Man, without its evaluation."""
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    """The games of a batch are played on these layouts in turn."""
    start: str
    """The evaluation to begin with."""
    discount: float
    trace_decay: float
    batch: int
    """How many games are played with the same weights."""
    rounds: int
    seed: int
    games: str
    """The rest that the games depend on: a hash of the agents' files and the version of Pacgrid."""


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


@dataclass
class Training:
    """The weights so far, and all that is needed to go on."""

    plan: Plan
    batches: list[Batch] = field(default_factory=list)
    weights: Mapping[str, float] = field(default_factory=dict)
    """The weights for the next batch."""
    scale: Array = field(default_factory=lambda: np.ones(len(NAMES)))
    """The root mean square of each feature in the first batch, which the feature is divided by."""
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
        self.equations.fade(MEMORY)
        for episode in episodes:
            self.equations.add(
                episode.transitions(self.scale),
                discount=self.plan.discount,
                trace_decay=self.plan.trace_decay,
            )
        learned = self.equations.solve() / self.scale
        if not (np.abs(learned) <= MOST_WEIGHT).all():
            hint = "choose a smaller --discount, and another file for the weights"
            raise TrainingError(f"the weights grew beyond all bounds; {hint}")
        self.weights = {"score": 1.0, **dict(zip(NAMES, learned.tolist(), strict=True))}

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
