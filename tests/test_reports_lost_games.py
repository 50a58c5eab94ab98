import pytest

from pacgrid.autograder.grade import Outcome, PlayedGame
from pacgrid.autograder.reports.lost_games import lost_games, lost_line


@pytest.mark.parametrize(
    ("seeds", "line"),
    [
        ([], ""),
        ([7], "lost with seed 7"),
        ([7, -8, 9], "lost with seeds 7, -8, 9"),
        ([1, 2, 3, 4], "lost with seeds 1, 2, 3 and 1 more"),
    ],
)
def test_the_first_seeds_are_named(seeds, line):
    assert lost_line(seeds) == line


def test_addresses_are_quoted():
    outcome = Outcome("games", "lost", 0, 1, games=(PlayedGame(5, won=False, score=0),), number=2)
    (lost,) = lost_games("jäger", outcome, "games/amy")
    assert lost.page == "games/amy/j%C3%A4ger-2-seed-5.html"
    assert lost_games("jäger", outcome)[0].page == ""
