"""Ratings: one least-squares fit over all games of a ladder."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from .ladder_field import LadderField
from .pairing import Pairing, Role
from .ranking import Ranking

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.intp]

RESAMPLES = 1000
"""How often the games are weighted anew for the intervals."""
_FEWEST_SPARE = 5
"""Of the blocks of games, beyond the parameters: with fewer, intervals would be too short."""
_CHUNK = 200_000
"""How many weights are used at once, which bounds the memory."""
_SIGNS = np.array([1.0, 1.0, -1.0])
"""Of the layout, the Pac-Man and the ghosts in the model."""
_RIDGE = 1e-9
"""Keeps apart what the games can't tell apart: see `_solve`."""


@dataclass(frozen=True)
class Rating:
    """What the games say about the players and the layouts, in percent of a board's worth.

    The model is linear: the percentage that a Pac-Man gets (see `board.percent`) is what the layout
    gives, plus the rating of the Pac-Man, minus the rating of the ghosts. The anchors of each role
    have the mean rating 0; without anchors, all players of the role have.

    The samples are those of the Bayesian bootstrap (Rubin, "The Bayesian bootstrap", Annals of
    Statistics 1981): each block of games, which are those of one pair on one layout, gets a random
    weight, and the fit is repeated. With n blocks and p parameters, deviations are widened by the
    usual sqrt(n / (n - p)).
    """

    field: LadderField
    pacmen: Ranking
    ghosts: Ranking
    layouts: Mapping[str, float]
    """By name: the percentage that the mean anchors get against each other."""
    is_connected: bool
    """Whether the games tell how everybody compares with everybody else."""

    @classmethod
    def of(cls, field: LadderField, results: Mapping[Pairing, float], *, seed: int = 0) -> "Rating":
        """The rating of `field` by the percentages of its games. It doesn't depend on the order of
        `results`."""
        design = _Design.of(field, results)
        center = design.solve(np.ones((1, len(design.counts))))[0]
        spare = len(design.counts) - design.rank
        samples = None
        if spare >= _FEWEST_SPARE:
            widening = (len(design.counts) / spare) ** 0.5
            samples = center + widening * (design.samples(seed) - center)
        cut = np.cumsum([len(field.layouts), len(field.pacmen)])
        layouts, pacmen, ghosts = np.split(center, cut)
        sampled = [None] * 3 if samples is None else np.split(samples, cut, axis=1)
        return cls(
            field,
            Ranking(field.pacmen, pacmen, sampled[1]),
            Ranking(field.ghosts, ghosts, sampled[2]),
            dict(zip(field.layouts, layouts.tolist(), strict=True)),
            is_connected=design.is_connected,
        )

    def role(self, role: Role) -> Ranking:
        """The ranking of the players of `role`."""
        return self.pacmen if role is Role.PACMAN else self.ghosts

    @cached_property
    def overall(self) -> Ranking:
        """The ranking of those who play both roles. The sum of both ratings is what they would win
        by in a match, on average, against one with the sum 0."""
        return self.pacmen.only(self.field.both).plus(self.ghosts.only(self.field.both))

    @property
    def rankings(self) -> tuple[Ranking, ...]:
        """Those that decide: overall if at least two entrants play both roles; else each role's.
        Anchors are left out."""
        ranked = [self.overall] if len(self.field.both) > 1 else [self.pacmen, self.ghosts]
        return tuple(
            each.only([name for name in each.names if name not in self.field.anchors])
            for each in ranked
        )


@dataclass(frozen=True)
class _Design:
    """The equations: a row for each block of games."""

    sizes: tuple[int, int, int]
    """How many layouts, Pac-Men and ghosts there are."""
    anchors: tuple[Integers, Integers]
    """Which Pac-Men and which ghosts have the mean rating 0."""
    columns: Integers
    """By block: the numbers of its layout, its Pac-Man and its ghosts, among all parameters."""
    counts: Floats
    """By block: how many games it has."""
    sums: Floats
    """By block: the sum of their percentages."""

    @classmethod
    def of(cls, field: LadderField, results: Mapping[Pairing, float]) -> "_Design":
        places: list[dict[str, int]] = []
        for names in (field.layouts, field.pacmen, field.ghosts):
            first = sum(map(len, places))
            places.append({name: first + index for index, name in enumerate(names)})
        blocks: dict[tuple[str, str, str], list[float]] = {}
        for pairing in sorted(results):
            key = (pairing.layout, pairing.pacman, pairing.ghosts)
            blocks.setdefault(key, []).append(results[pairing])
        rows = [[place[name] for place, name in zip(places, key, strict=True)] for key in blocks]
        return cls(
            (len(field.layouts), len(field.pacmen), len(field.ghosts)),
            (_anchored(field, field.pacmen), _anchored(field, field.ghosts)),
            np.array(rows, dtype=np.intp).reshape(-1, 3),
            np.array([len(values) for values in blocks.values()], dtype=np.float64),
            np.array([sum(values) for values in blocks.values()], dtype=np.float64),
        )

    @property
    def size(self) -> int:
        return sum(self.sizes)

    @cached_property
    def rank(self) -> int:
        """How many parameters the games determine."""
        matrix = np.zeros((len(self.counts), self.size))
        matrix[np.arange(len(self.counts))[:, None], self.columns] = _SIGNS
        return int(np.linalg.matrix_rank(matrix.T @ matrix, hermitian=True))

    @property
    def is_connected(self) -> bool:
        """Whether that is all of them: only the mean of each role is free."""
        return self.rank == self.size - 2

    def samples(self, seed: int) -> Floats:
        """The parameters by sample and number."""
        rng = np.random.default_rng(abs(seed))
        chunk = max(1, _CHUNK // len(self.counts))
        sizes = (min(chunk, RESAMPLES - first) for first in range(0, RESAMPLES, chunk))
        weights = (rng.standard_exponential((size, len(self.counts))) for size in sizes)
        return np.concatenate([self.solve(each) for each in weights])

    def solve(self, weights: Floats) -> Floats:
        """The least-squares solutions for `weights` of the blocks, a row for each of its rows."""
        left = self._summed(self._cells, weights * self.counts, self.size**2)
        left = left.reshape(-1, self.size, self.size)
        right = self._summed(self.columns, weights * self.sums, self.size)
        # What no game determines becomes the mean of the role: a ridge too small to matter else.
        mean = np.trace(left, axis1=1, axis2=2) / self.size
        ridge = _RIDGE * np.where(mean > 0, mean, 1)
        left += ridge[:, None, None] * np.eye(self.size)
        solutions = np.linalg.solve(left, right[:, :, None])[:, :, 0]
        return self._anchored(solutions.astype(np.float64))

    @cached_property
    def _cells(self) -> Integers:
        """By block: the cells of the matrix of the normal equations to which it adds."""
        return (self.columns[:, :, None] * self.size + self.columns[:, None, :]).reshape(-1, 9)

    @staticmethod
    def _summed(places: Integers, weights: Floats, size: int) -> Floats:
        """The sums at each of `size` places, a row for each row of `weights`. Each block adds its
        weight, with its sign, at its `places`."""
        signs = _SIGNS if places.shape[1] == len(_SIGNS) else np.outer(_SIGNS, _SIGNS).ravel()
        rows = np.arange(len(weights))[:, None, None] * size
        bins = (rows + places).ravel()
        values = (weights[:, :, None] * signs).ravel()
        sums: Floats = np.bincount(bins, values, len(weights) * size).astype(np.float64)
        return sums.reshape(-1, size)

    def _anchored(self, solutions: Floats) -> Floats:
        """`solutions` moved so that the anchors of each role have the mean 0; what the layouts give
        takes up the difference."""
        layouts, pacmen, ghosts = np.split(solutions, np.cumsum(self.sizes)[:-1], axis=1)
        moved = [
            each[:, chosen].mean(axis=1, keepdims=True) if len(chosen) else np.zeros((1, 1))
            for each, chosen in zip((pacmen, ghosts), self.anchors, strict=True)
        ]
        parts = [layouts + moved[0] - moved[1], pacmen - moved[0], ghosts - moved[1]]
        return np.concatenate(parts, axis=1)


def _anchored(field: LadderField, names: tuple[str, ...]) -> Integers:
    """The indices of the anchors among `names`; of all names if there are none."""
    chosen = [index for index, name in enumerate(names) if name in field.anchors]
    return np.array(chosen or range(len(names)), dtype=np.intp)
