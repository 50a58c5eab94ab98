"""The games that people want to see first."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pacgrid.games.game_setup import Ending

from ..role import Role
from ..table import GameRow, LadderTable
from .expectation import Expectation

MOST = 3
"""Games of a kind."""
_CANDIDATES = 40
"""The closest game is the one with the least food left among so many with the most points."""
_CHOICE = 3
"""From so many times as many lost games the shortest are chosen: they are soon watched."""
_MUCH = 1e6
"""Makes percent too small to matter, unless all else is equal."""


@dataclass(frozen=True)
class NotableGames:
    """Some games, and why they are listed."""

    title: str
    definition: str
    games: tuple[GameRow, ...]


def notable_games(
    table: LadderTable, food_left: Callable[[GameRow], int | None] = lambda _: None
) -> list[NotableGames]:
    """The closest, the best and the strangest games, each at most once, and of each kind at most
    one of each Pac-Man. Games of anchors alone don't count, nor do forfeits.

    `food_left` says how much food was left in the end, if that is known; it is asked about few
    games.
    """
    expectation = Expectation(table)
    anchors = {row.name for row in table.entrants if row.is_anchor}
    games = [
        game
        for game in table.games
        if game.percent is not None
        and not game.forfeit
        and not anchors.issuperset({game.pacman, game.ghosts})
    ]
    taken: set[int] = set()

    def chosen(some: Iterable[GameRow], order: Callable[[GameRow], float]) -> tuple[GameRow, ...]:
        found = tuple(_first(some, order, taken))
        taken.update(game.id for game in found)
        return found

    caught = [game for game in games if game.ending == Ending.CAUGHT]
    caught.sort(key=lambda game: (-(game.percent or 0), game.id))
    left = {game.id: food_left(game) for game in caught[:_CANDIDATES]}
    food = {row.name: sum(line.count(".") for line in row.rows) for row in table.layouts}

    def distance(game: GameRow) -> float:
        """The share of the food that was left; of equal ones, more points are closer."""
        some = left[game.id]
        share = 1.0 if some is None else some / max(1, food[game.layout])
        return share - (game.percent or 0) / _MUCH

    return [
        NotableGames(
            "Closest",
            "Pac-Man had many points, and was caught with the smallest share of the food left.",
            chosen(caught[:_CANDIDATES], distance),
        ),
        NotableGames(
            "Best",
            "Pac-Man won, with the most above what the ratings expect.",
            chosen(
                (g for g in games if g.won and g.pacman not in anchors),
                lambda g: -expectation.surplus(g),
            ),
        ),
        NotableGames(
            "Strangest",
            "Farthest from what the ratings expect, up or down.",
            chosen(games, lambda g: -abs(expectation.surplus(g))),
        ),
    ]


def losses(
    games: Iterable[GameRow], role: Role, expectation: Expectation, most: int
) -> list[GameRow]:
    """Some of somebody's `games` in `role` that were lost and fell far short of what the ratings
    expect, at most one against each opponent: the shortest of the worst. Forfeits don't count."""
    sign = 1 if role is Role.PACMAN else -1
    lost = [
        game
        for game in games
        if game.won == (role is Role.GHOSTS) and game.percent is not None and not game.forfeit
    ]
    lost.sort(key=lambda game: (round(sign * expectation.surplus(game), 6), game.id))
    by_opponent: dict[str, GameRow] = {}
    for game in lost:
        by_opponent.setdefault(opponent(game, role), game)
    worst = list(by_opponent.values())[: _CHOICE * most]
    return sorted(worst, key=lambda game: (game.rounds, game.id))[:most]


def opponent(game: GameRow, role: Role) -> str:
    """Who plays against the one that has `role`."""
    return game.ghosts if role is Role.PACMAN else game.pacman


def _first(
    games: Iterable[GameRow], order: Callable[[GameRow], float], taken: set[int]
) -> Iterator[GameRow]:
    """The first games in that order, of each Pac-Man one."""
    pacmen: set[str] = set()
    for game in sorted(games, key=lambda game: (round(order(game), 6), game.id)):
        if game.id not in taken and game.pacman not in pacmen:
            pacmen.add(game.pacman)
            yield game
        if len(pacmen) == MOST:
            return
