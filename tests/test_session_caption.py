"""Games in words."""

from helpers.shows import CORRIDOR, Thinker, eastward
from pacgrid.session.caption import LONG_THOUGHT, caption_of, show_verdict
from pacgrid.session.game_source import LiveGame
from pacgrid.session.player import Player


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
    player = Player(LiveGame(CORRIDOR, [thinker]), patience=0, speed=1)
    try:
        player.advance(LONG_THOUGHT)
        assert caption_of(player).status == "1 rounds/s"
        player.advance(0.1)
        assert caption_of(player).status == "thinker is thinking..."
    finally:
        thinker.let_go.set()
