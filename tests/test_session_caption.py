"""Games in words."""

from dataclasses import replace

from helpers.shows import CORRIDOR, Thinker, eastward
from pacgrid import Action, Layout, Record
from pacgrid.records.record import Ending, Move
from pacgrid.session.caption import (
    LONG_THOUGHT,
    caption_of,
    forfeit_reason,
    pairing,
    place,
    result_line,
    show_verdict,
    verdict,
)
from pacgrid.session.game_source import LiveShow
from pacgrid.session.player import Player

LAYOUT = Layout.parse("%%%%%%\n%P.G1%\n%%%%%%")


def record(ending: Ending, forfeit: int | None = None, message: str = "") -> Record:
    moves = (Move(Action.EAST, 0, 0),)
    return Record(LAYOUT, ("one", "two", "two"), 5, moves, -3, ending, forfeit, message)


def test_equal_ghosts_are_counted() -> None:
    assert pairing(["a", "b", "b", "c"]) == "a against b x 2, c"
    assert pairing(["a"]) == "a alone"


def test_the_result_has_score_rounds_layout_and_seed_in_one_line() -> None:
    told = result_line(record(Ending.ROUND_LIMIT))
    assert told == "Out of rounds: -3 points after 1 round (a layout, seed 5)"


def test_every_ending_has_a_verdict() -> None:
    assert all(verdict(record(ending, forfeit=0)) == "Forfeit" for ending in Ending)
    assert verdict(record(Ending.WON)) == "Won"


def test_a_forfeit_says_whose_and_why() -> None:
    failed = record(Ending.RAISED, 2, "ValueError: no")
    assert forfeit_reason(failed) == "Ghost 2 (two): agent failed: ValueError: no"
    assert verdict(failed) == "Won by forfeit"
    assert forfeit_reason(record(Ending.OVERRAN, 0, "slow")) == "Pac-Man (one): out of time: slow"
    assert forfeit_reason(record(Ending.CAUGHT)) == ""


def test_the_place_tells_from_when_on_others_played() -> None:
    game = record(Ending.CAUGHT)
    assert place(game).endswith(f", seed {game.seed}")
    taken = replace(game, taken_over=len(game.agents) + 1)
    assert place(taken) == f"{place(game)}; taken over in round 2"
    assert result_line(taken).endswith("; taken over in round 2)")


def test_a_banner_tells_the_end_of_one_game_but_not_of_several() -> None:
    for shows in ((eastward(),), (eastward(), eastward())):
        player = Player(*shows, patience=None)
        while not player.over:
            player.advance(1)
        caption = caption_of(player)
        alone = len(shows) == 1
        assert caption.verdict == ("Won" if alone else "")
        assert caption.score == (536 if alone else None)
        assert bool(caption.status) != alone
        assert show_verdict(player, len(shows) - 1) == "Won"
        player.go_to(0)
        assert (caption_of(player).status, show_verdict(player, 0)) == ("paused", "")


def test_who_is_waited_for_is_said_after_a_while() -> None:
    thinker = Thinker()
    player = Player(LiveShow(CORRIDOR, [thinker]), patience=0, speed=1)
    try:
        player.advance(LONG_THOUGHT)
        assert caption_of(player).status == "1 rounds/s"
        player.advance(0.1)
        assert caption_of(player).status == "thinker is thinking..."
    finally:
        thinker.let_go.set()
