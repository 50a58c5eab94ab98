"""What all games of a ladder say together: who plays whom, who forfeits for want of time or to one
opponent only, and how strong each is by one least-squares fit."""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain, count, islice, pairwise
from statistics import NormalDist
from typing import Self

import numpy as np
import numpy.typing as npt

from pacgrid.common.intervals import Interval, t_quantile

from ..model.schema import Budget
from ..worker_client.client import Reading
from .entrants import Entrant, Role
from .ladder_game import ForfeitKind, GameResult, Pairing

Floats = npt.NDArray[np.float64]

MOST_GAMES = 10_000
"""How many games are played if nobody says how many."""
_DIGITS = 6
"""Ratings have so many digits: smaller differences may differ from machine to machine."""
_FEWEST_SPARE = 5
"""Blocks of games beyond the parameters: with fewer, intervals would be too short."""
_TINY = 1e-9
"""Singular values below this part of the largest one are 0, but for rounding."""


@dataclass(frozen=True)
class LadderField:
    """The players of each role by name, in a fixed order, and the names of the layouts."""

    pacmen: tuple[str, ...]
    ghosts: tuple[str, ...]
    layouts: tuple[str, ...]
    anchors: frozenset[str] = frozenset()

    @classmethod
    def of(cls, entrants: Iterable[Entrant], layouts: Iterable[str]) -> Self:
        """The field of those `entrants` that can play."""
        listed = list(entrants)
        roles = [tuple(e.name for e in listed if role in e.players) for role in Role]
        anchors = frozenset(e.name for e in listed if e.is_anchor)
        return cls(roles[0], roles[1], tuple(layouts), anchors)

    @cached_property
    def both(self) -> tuple[str, ...]:
        """The names of those who play both roles."""
        return tuple(name for name in self.pacmen if name in set(self.ghosts))

    @property
    def round_size(self) -> int:
        """The number of games if all pairs play once on each layout."""
        return (len(self.pacmen) * len(self.ghosts) - len(self.both)) * len(self.layouts)

    def games(self, budget: int | None = None) -> list[Pairing]:
        """The games of a ladder: so many, or else all pairs once on each layout, but not more than
        `MOST_GAMES`. With more games, the first ones are the same."""
        if not self.round_size:
            return []
        most = min(self.round_size, MOST_GAMES) if budget is None else budget
        return list(islice(chain.from_iterable(map(self._round, count())), most))

    def _round(self, number: int) -> Iterator[Pairing]:
        """The game with that number of every pair on every layout, in an order in which the first
        ones give everybody different opponents and layouts."""
        pacmen, ghosts, layouts = self.pacmen, self.ghosts, self.layouts
        turns = range(max(len(pacmen), len(ghosts)))
        games = (
            Pairing(
                pacmen[turn % len(pacmen)],
                ghosts[(turn + shift) % len(ghosts)],
                layouts[(shift + layout_shift) % len(layouts)],
                number,
            )
            for layout_shift in range(len(layouts))
            for shift in range(len(ghosts))
            for turn in turns
        )
        return iter(dict.fromkeys(game for game in games if game.pacman != game.ghosts))


@dataclass(frozen=True)
class Ranking:
    """The ratings of some players."""

    names: tuple[str, ...]
    values: Floats
    """The ratings are in the order of the names."""
    covariance: Floats | None = None
    """How sure the ratings are; None if there are too few games."""
    spare: int = 0
    """How many blocks of games there are beyond the parameters."""

    @property
    def ranked(self) -> tuple[str, ...]:
        """The names, those with the highest ratings first; equal ones in alphabetical order."""
        order = sorted(zip((-self.values).tolist(), self.names, strict=True))
        return tuple(name for _, name in order)

    def value(self, name: str) -> float:
        """The rating of that player."""
        return float(self.values[self.names.index(name)])

    def interval(self, name: str) -> Interval | None:
        """Student's t interval of the rating of that player, with 95 % confidence."""
        if self.covariance is None:
            return None
        index = self.names.index(name)
        reach = t_quantile(self.spare) * float(self.covariance[index, index]) ** 0.5
        return self.value(name) - reach, self.value(name) + reach

    def above(self, name: str, other: str) -> float | None:
        """The probability that `name` is stronger than `other`."""
        if self.covariance is None:
            return None
        pair = [self.names.index(name), self.names.index(other)]
        (one, both), (_, two) = self.covariance[np.ix_(pair, pair)]
        ahead, spread = self.value(name) - self.value(other), max(one + two - 2 * both, 0) ** 0.5
        if spread < 10**-_DIGITS:  # the games leave nothing to chance
            return 0.5 if abs(ahead) < 10**-_DIGITS else float(ahead > 0)
        return NormalDist().cdf(ahead / spread)


@dataclass(frozen=True)
class Rating:
    """What the games say about the players and the layouts, in percent of a board's worth.

    The model is linear: the percentage that a Pac-Man gets (see `percent`) is what the layout
    gives, plus the rating of the Pac-Man, minus the rating of the ghosts. The anchors of each role
    have the mean rating 0; without anchors, all players of the role have.

    The games of one pair on one layout may be nearly the same, so they are one block. The
    covariance is the robust one, which lets blocks have different spreads (White, "A
    heteroskedasticity-consistent covariance matrix estimator", Econometrica 1980), widened by the
    usual n / (n - p) for n blocks and p parameters.
    """

    pacmen: Ranking
    ghosts: Ranking
    overall: Ranking
    """The ratings of those who play both roles. The sum of both ratings is what they would win by
    in a match, on average, against one with the sum 0."""
    layouts: Mapping[str, float]
    """By name: the percentage that the mean anchors get against each other."""
    is_connected: bool
    """Whether the games tell how everybody compares with everybody else."""

    @classmethod
    def of(cls, field: LadderField, results: Mapping[Pairing, float]) -> Self:
        """The rating of `field` by the percentages of its games. It doesn't depend on the order of
        `results`."""
        blocks: dict[tuple[str, str, str], list[float]] = {}
        for pairing in sorted(results):
            key = (pairing.layout, pairing.pacman, pairing.ghosts)
            blocks.setdefault(key, []).append(results[pairing])
        groups = (field.layouts, field.pacmen, field.ghosts)
        ends = [*accumulate(map(len, groups), initial=0)]
        layouts, pacmen, ghosts = (np.arange(start, end) for start, end in pairwise(ends))
        design = np.zeros((len(blocks), ends[-1]))
        for row, names in zip(design, blocks, strict=True):
            for start, group, name, sign in zip(ends, groups, names, (1, 1, -1), strict=False):
                row[start + group.index(name)] = sign
        means = np.array([np.mean(values) for values in blocks.values()])
        counts = np.array([len(values) for values in blocks.values()], dtype=np.float64)
        # What no game determines becomes the mean of its role: the pseudo-inverse has the smallest
        # of all solutions.
        normal = design.T @ (counts[:, None] * design)
        rank = int(np.linalg.matrix_rank(normal, tol=_TINY * (normal.max(initial=0) or 1)))
        weights = np.linalg.pinv(normal, rcond=_TINY, hermitian=True) @ (design.T * counts)
        residuals = means - design @ (weights @ means)
        for part, players, sign in ((pacmen, field.pacmen, 1), (ghosts, field.ghosts, -1)):
            known = [
                index for index, name in zip(part, players, strict=True) if name in field.anchors
            ]
            if len(part):
                moved = weights[known or part].mean(axis=0)
                weights[part] -= moved
                weights[layouts] += sign * moved
        spare = len(blocks) - rank

        def ranking(names: Sequence[str], rows: Floats) -> Ranking:
            covariance = None
            if spare >= _FEWEST_SPARE:
                errors = rows * residuals
                covariance = len(blocks) / spare * (errors @ errors.T)
            values = np.round(rows @ means, _DIGITS) + 0.0
            return Ranking(tuple(names), values, covariance, spare)

        both = [(field.pacmen.index(name), field.ghosts.index(name)) for name in field.both]
        sums = [weights[pacmen[one]] + weights[ghosts[other]] for one, other in both]
        return cls(
            ranking(field.pacmen, weights[pacmen]),
            ranking(field.ghosts, weights[ghosts]),
            ranking(field.both, np.array(sums).reshape(len(both), len(blocks))),
            dict(zip(field.layouts, (weights[layouts] @ means).tolist(), strict=True)),
            is_connected=rank == ends[-1] - 2,  # only the mean of each role is free
        )


# Forfeits that follow from all games


class TimeLedger:
    """How much each entrant has used of the `limit` for all of its games.

    An entrant that has used more forfeits the games that follow in the ladder's order. So, of the
    same results, the same games are forfeited, whichever end first, and after an interruption, too.
    """

    def __init__(self, games: Iterable[Pairing], limit: Budget) -> None:
        self._limit = limit
        self._used: dict[str, Reading] = {}
        self._waiting = deque(games)
        self._results: dict[Pairing, GameResult] = {}
        self._forfeits: dict[Pairing, tuple[Role, str]] = {}

    def enter(self, game: Pairing, result: GameResult) -> None:
        """Call this with each result. It counts as soon as all games before have theirs."""
        self._results[game] = result
        while self._waiting:
            first = self._waiting[0]
            if forfeit := self._forfeit_now(first):
                self._forfeits[first] = forfeit
            elif first in self._results:
                for role, used in self._results.pop(first).used.items():
                    name = first.player(role)
                    cpu, idle = self._used.get(name, Reading(0, 0))
                    self._used[name] = Reading(cpu + used.cpu, idle + used.idle)
            else:
                break
            self._waiting.popleft()

    def forfeit(self, game: Pairing) -> tuple[Role, str] | None:
        """Who forfeits `game` for want of time, as far as is known, and why; Pac-Man if both do."""
        return self._forfeits.get(game)

    def _forfeit_now(self, game: Pairing) -> tuple[Role, str] | None:
        for role in Role:
            used = self._used.get(game.player(role), Reading(0, 0))
            for spent, limit, unit in (
                (used.cpu, self._limit.cpu_seconds, "CPU"),
                (used.idle, self._limit.seconds, "idle"),
            ):
                if spent > limit:
                    return role, f"its earlier games took more than {limit:g} {unit} seconds"
        return None


def favoured(results: Mapping[Pairing, GameResult]) -> dict[str, tuple[str, int]]:
    """By entrant: the only opponent to whom it has forfeited games, and how many; only those with
    two such games or more who have met somebody else, too. For want of time, one forfeits to
    whoever comes next, so that isn't told."""
    met: dict[str, set[str]] = {}
    forfeits: dict[str, Counter[str]] = {}
    for game, result in results.items():
        for role, other in zip(Role, reversed(Role), strict=True):
            name, opponent = game.player(role), game.player(other)
            met.setdefault(name, set()).add(opponent)
            if result.forfeit is role and result.kind is not ForfeitKind.SPENT:
                forfeits.setdefault(name, Counter())[opponent] += 1
    return {
        name: next(iter(given.items()))
        for name, given in sorted(forfeits.items())
        if len(given) == 1 < given.total() and len(met[name]) > 1
    }


def counting(results: Mapping[Pairing, GameResult]) -> dict[Pairing, GameResult]:
    """The results, without the scores of games that somebody forfeited to one opponent only."""
    found = favoured(results)

    def counts(game: Pairing, result: GameResult) -> bool:
        if result.forfeit is None or result.kind is ForfeitKind.SPENT:
            return True
        return game.player(result.forfeit) not in found

    return {
        game: result if counts(game, result) else replace(result, score=None)
        for game, result in results.items()
    }
