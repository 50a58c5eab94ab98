"""Which games are played next. Nothing here depends on when games end."""

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import count, islice
from math import ceil

from .ladder_field import LadderField
from .pairing import Pairing, Role
from .ranking import Ranking
from .rating import Rating

MOST_GAMES = 10_000
"""How many games are played if nobody says how many."""
_WAVE = 64
"""The fewest games between two looks at the ratings, which keep many processes busy."""
_LATER_SHARE = 0.05
"""Of the games: how many are played between two looks, at least."""
_NEIGHBOURS = 3
"""How far apart two can be in the table and still be compared."""
_FIRST_SHARE = 0.4
"""Of the games: how many tell roughly how strong everybody is, if not all pairs can play."""


@dataclass(frozen=True)
class LadderPlan:
    """How many games are played."""

    games: int | None = None
    """At most so many; None: once all pairs on all layouts, or `MOST_GAMES` if that is more or if
    it is not for sure that it is enough."""
    until: float | None = None
    """Stop when the order is known with this probability, from each one to the next."""
    top: int | None = None
    """Whose order: that of so many at the top; None for all."""

    def budget(self, field: LadderField) -> int:
        """How many games are played at most."""
        if self.games is not None:
            return self.games
        return MOST_GAMES if self.until else min(MOST_GAMES, field.round_size)


def first_wave(field: LadderField, plan: LadderPlan) -> list[Pairing]:
    """The first games: all pairs on all layouts, if there are so many games; else some for
    everybody, evenly spread."""
    budget = plan.budget(field)
    if field.round_size <= budget:
        return list(field.round_robin(0))
    return list(islice(_spread(field), max(1, min(budget, _first_size(field, budget)))))


def next_wave(
    field: LadderField, plan: LadderPlan, played: Collection[Pairing], rating: Rating
) -> list[Pairing]:
    """The games after those that were `played` and led to that `rating`; none if it is over.

    While all pairs can play once more on all layouts, they do. Otherwise the games are between
    those whose order is least known, more at the top than below.
    """
    budget = plan.budget(field)
    left = budget - len(played)
    if left <= 0 or is_decided(plan, rating):
        return []
    if not plan.until and field.round_size <= left:
        number = 1 + max(pairing.number for pairing in played)
        return list(field.round_robin(number))
    size = min(left, max(_WAVE, ceil(_LATER_SHARE * budget)))
    return list(islice(_informative(field, plan, played, rating), size))


def is_decided(plan: LadderPlan, rating: Rating) -> bool:
    """Whether the order is known as well as the plan asks for."""
    if plan.until is None:
        return False
    return all(each.is_known(plan.top, plan.until) for each in rating.rankings)


# The first wave of many entrants.


def _first_size(field: LadderField, budget: int) -> int:
    everybody = max(len(field.pacmen), len(field.ghosts))
    turns = max(2 * len(field.layouts), 4)
    return max(4 * everybody, min(turns * everybody, ceil(_FIRST_SHARE * budget)))


def _spread(field: LadderField) -> Iterator[Pairing]:
    """All games of all pairs on all layouts, so that the first ones give everybody different
    opponents and layouts."""
    pacmen, ghosts, layouts = field.pacmen, field.ghosts, field.layouts
    done = set()
    for layout_shift in range(len(layouts)):
        for shift in range(len(ghosts)):
            for turn in range(max(len(pacmen), len(ghosts))):
                pacman = pacmen[turn % len(pacmen)]
                opponent = ghosts[(turn + shift) % len(ghosts)]
                layout = layouts[(shift + layout_shift) % len(layouts)]
                pairing = Pairing(pacman, opponent, layout, 0)
                if pacman != opponent and pairing not in done:
                    done.add(pairing)
                    yield pairing
    yield from (each for each in field.round_robin(0) if each not in done)


# Later waves.


def _informative(
    field: LadderField, plan: LadderPlan, played: Collection[Pairing], rating: Rating
) -> Iterator[Pairing]:
    """Games of those whose order is least known; without end."""
    weights = _weights(plan, rating)
    planner = _Planner(field, played)
    given: Counter[tuple[str, str]] = Counter()
    while weights:
        # Who is furthest behind their share, as when seats are divided (Webster).
        pair = max(weights, key=lambda each: (weights[each] / (2 * given[each] + 1), each))
        given[pair] += 1
        if games := planner.games(*pair, direct=given[pair] % 2 == 1):
            yield from games
        else:  # there is nobody to play against
            del weights[pair]


def _weights(plan: LadderPlan, rating: Rating) -> dict[tuple[str, str], float]:
    """By pair of neighbours: how many games they should play, compared with others."""
    weights: dict[tuple[str, str], float] = {}
    for ranking in rating.rankings:
        ranked = ranking.ranked
        for place, name in enumerate(ranked[: plan.top]):
            for distance, other in enumerate(ranked[place + 1 : place + 1 + _NEIGHBOURS]):
                if weight := _doubt(ranking, name, other, plan.until):
                    pair = (name, other)
                    weight /= (1 + place) ** 0.5 * (1 + distance)
                    weights[pair] = max(weights.get(pair, 0), weight)
    return weights


def _doubt(ranking: Ranking, name: str, other: str, until: float | None) -> float:
    """How little is known about the order of two: 1 for nothing, 0 for enough."""
    probability = ranking.above(name, other)
    if probability is None:
        return 1
    if until is not None and probability >= until:
        return 0
    return max(4 * probability * (1 - probability), 0.01)


class _Planner:
    """Knows which games are played or planned."""

    def __init__(self, field: LadderField, played: Collection[Pairing]) -> None:
        self._field = field
        self._known = set(played)
        self._met = Counter((each.pacman, each.ghosts, each.layout) for each in played)
        self._both = set(field.both)

    def games(self, one: str, other: str, *, direct: bool) -> list[Pairing]:
        """New games that compare two: against each other if `direct` and both play both roles, else
        against the same opponents."""
        if direct and {one, other} <= self._both:
            return self._new([(one, other), (other, one)])
        games = []
        for role in Role:
            if {one, other} <= {*self._field.players(role)}:
                games += self._new(self._common(role, one, other))
        return games

    def _common(self, role: Role, one: str, other: str) -> list[tuple[str, str]]:
        """Two pairs, or one: both play `role` against the opponent whom they have met least."""
        opponents = self._field.ghosts if role is Role.PACMAN else self._field.pacmen
        options = []
        for place, opponent in enumerate(opponents):
            players = [each for each in (one, other) if each != opponent]
            pairs = [(p, opponent) if role is Role.PACMAN else (opponent, p) for p in players]
            met = sum(
                self._met[(*pair, layout)] for pair in pairs for layout in self._field.layouts
            )
            options.append((-len(pairs), met, place, pairs))
        return min(options)[-1]

    def _new(self, pairs: list[tuple[str, str]]) -> list[Pairing]:
        """The next game of each pair with the same layout and number: on the layout where they have
        met least."""
        layout = min(
            self._field.layouts, key=lambda each: sum(self._met[(*pair, each)] for pair in pairs)
        )
        for number in count():
            games = [Pairing(*pair, layout, number) for pair in pairs]
            if new := [game for game in games if game not in self._known]:
                break
        self._known.update(new)
        self._met.update((game.pacman, game.ghosts, layout) for game in new)
        return new
