from datetime import UTC, datetime

from pacgrid.autograder.ladder.game_result import ForfeitKind
from pacgrid.autograder.ladder.role import Role
from pacgrid.autograder.ladder.statistics import ladder_facts
from pacgrid.autograder.ladder.table import ForfeitRow, LadderTable, Rank, Standings


def rank(name: str, rating: float, *, is_anchor: bool = False) -> Rank:
    return Rank(
        rank=1,
        name=name,
        is_anchor=is_anchor,
        rating=rating,
        low=None,
        high=None,
        above_next=None,
        games=4,
    )


def forfeit(name: str, games: int) -> ForfeitRow:
    return ForfeitRow(
        name=name,
        role=Role.GHOSTS,
        kind=ForfeitKind.OVERRUN,
        reason="slow",
        games=games,
        example=1,
    )


def test_the_ratings_and_forfeits_of_a_ladder_have_no_names() -> None:
    ranks = [rank("ada", 20), rank("reflex", 0, is_anchor=True), rank("bob", -3)]
    table = LadderTable(
        title="Contest",
        written=datetime(2026, 1, 1, tzinfo=UTC),
        engine="",
        sandbox="",
        rounds=300,
        until=None,
        top=None,
        is_decided=False,
        layouts=[],
        standings=Standings(overall=ranks, pacman=ranks[1:2]),
        entrants=[],
        matches=[],
        meetings=[],
        forfeits=[forfeit("ada", 2), forfeit("bob", 3)],
        games=[],
        earlier=[],
    )
    facts = ladder_facts(table)
    assert facts.ratings == {"Both roles": [20, -3]}
    assert facts.forfeits == {"ghosts: out of time": 5}
