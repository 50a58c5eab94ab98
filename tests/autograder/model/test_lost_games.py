import pytest

from pacgrid.autograder.model.last_chance import LastChance
from pacgrid.autograder.model.lost_games import LostGame, lost_games, lost_lines
from pacgrid.autograder.model.outcome import Outcome
from pacgrid.autograder.model.played_game import PlayedGame


@pytest.mark.parametrize(
    ("seeds", "lines"),
    [
        ([], []),
        ([7], ["lost with seed 7"]),
        ([7, -8, 9], ["lost with seeds 7, -8, 9"]),
        ([1, 2, 3, 4], ["lost with seeds 1, 2, 3 and 1 more"]),
    ],
)
def test_the_first_seeds_are_named(seeds, lines):
    assert lost_lines([LostGame(seed) for seed in seeds]) == lines


def test_a_game_that_could_still_be_saved_has_a_line():
    chance = LastChance(31, "west", 8)
    assert lost_lines([LostGame(7), LostGame(8, last_chance=chance)]) == [
        "lost with seeds 7, 8",
        f"seed 8 {chance}",
    ]


def test_addresses_are_quoted():
    outcome = Outcome("games", "lost", 0, 1, games=(PlayedGame(5, won=False, score=0),), number=2)
    (lost,) = lost_games("jäger", outcome, "games/amy")
    assert lost.page == "games/amy/j%C3%A4ger-2-seed-5.html"
    assert lost_games("jäger", outcome)[0].page == ""


def test_a_link_says_from_where_the_game_is_played():
    chance = LastChance(31, "west", 8)
    assert LostGame(7).begins == "from the start"
    lost = LostGame(7, last_chance=chance)
    assert lost.begins == "from the last round in which you could be saved"
