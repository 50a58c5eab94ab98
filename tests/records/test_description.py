"""Games in words."""

from dataclasses import replace

from pacgrid import Action, Layout, Record
from pacgrid.games.game_setup import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.records.record import forfeit_reason, game_name, pairing, result_line, verdict
from pacgrid.records.thought import Move

LAYOUT = Layout.parse("%%%%%%\n%P.G1%\n%%%%%%")


def record(ending: Ending, forfeit: int | None = None, message: str = "") -> Record:
    moves = (Move(Action.EAST, 0, 0),)
    return Record(
        PacmanSetup(LAYOUT, 3), ("one", "two", "two"), 5, moves, -3, ending, forfeit, message
    )


def test_equal_ghosts_are_counted() -> None:
    assert pairing(["a", "b", "b", "c"]) == "a against b x 2, c"
    assert pairing(["a"]) == "a alone"


def test_the_result_has_score_rounds_layout_and_seed_in_one_line() -> None:
    line = result_line(record(Ending.ROUND_LIMIT))
    assert line == "Out of rounds: -3 points after 1 round (a layout, seed 5)"


def test_every_ending_has_a_verdict() -> None:
    assert all(verdict(record(ending, forfeit=0)) == "Forfeit" for ending in Ending)
    assert verdict(record(Ending.WON)) == "Won"


def test_a_forfeit_names_the_agent_and_the_reason() -> None:
    failed = record(Ending.RAISED, 2, "ValueError: no")
    assert forfeit_reason(failed) == "Ghost 2 (two): agent failed: ValueError: no"
    assert verdict(failed) == "Won by forfeit"
    assert forfeit_reason(record(Ending.OVERRAN, 0, "slow")) == "Pac-Man (one): out of time: slow"
    assert forfeit_reason(record(Ending.CAUGHT)) == ""


def test_the_name_of_a_game_says_when_agents_took_over() -> None:
    game = record(Ending.CAUGHT)
    assert game_name(game).endswith(f", seed {game.seed}")
    taken = replace(game, taken_over=len(game.agents) + 1)
    assert game_name(taken) == f"{game_name(game)}; taken over in round 2"
    assert result_line(taken).endswith("; taken over in round 2)")
