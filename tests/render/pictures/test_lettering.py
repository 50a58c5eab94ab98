"""The words above and below the board of a film."""

from dataclasses import replace

import numpy as np
import pytest

from helpers.painters import coloured
from helpers.recorded import GAME
from pacgrid.render.pictures.lettering import NARROWEST, Bar, Lettering
from pacgrid.render.sprites import Bytes
from pacgrid.session.frame import Banner, Frame
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.themes import DARK


def columns(bar: Bytes, colour: tuple[int, int, int] | None = None) -> list[int]:
    """The columns in which there is something, or something of that very colour."""
    marked = (bar != DARK.bar).any(axis=2) if colour is None else coloured(bar, colour)
    return np.flatnonzero(marked.any(axis=0)).tolist()


FRAME = GameSession(ReplayedGame(GAME)).frame()


def told(score: int, rounds: int, verdict: str = "", *, good: bool = False) -> Frame:
    (board,) = FRAME.boards
    board = replace(board, score=score, verdict=verdict, good=good)
    banner = Banner(verdict, ("ValueError: " + "x" * 99,)) if verdict else None
    caption = replace(FRAME.caption, round=rounds, banner=banner)
    return replace(FRAME, boards=(board,), caption=caption)


@pytest.mark.parametrize("width", [10, NARROWEST, 504, 2000])
def test_score_and_round_stand_apart_inside_the_bar(width: int) -> None:
    words = Lettering(width)
    header, _ = words.bars(told(-98765, 1000))
    assert header.shape[1] == words.width == max(width, NARROWEST)
    marked = columns(header, DARK.text)
    assert marked[0] > 2
    assert marked[-1] < words.width - 3
    gaps = np.diff(columns(header))
    assert gaps.max() > words.width // 12, "score and round run into each other"


def test_a_bar_changes_with_what_it_says() -> None:
    words = Lettering(400)
    seen = [words.bars(told(*each))[0].copy() for each in ((0, 0), (10, 0), (10, 1))]
    assert len({bar.tobytes() for bar in seen}) == 3
    assert np.array_equal(words.bars(told(0, 0))[0], seen[0])


@pytest.mark.parametrize(("good", "colour"), [(True, DARK.good), (False, DARK.bad)])
def test_the_end_is_said_in_its_colour(colour: tuple[int, int, int], *, good: bool) -> None:
    words = Lettering(500)
    before, after = words.bars(told(5, 5)), words.bars(told(5, 5, "Over", good=good))
    for bar_before, bar_after in zip(before, after, strict=True):
        assert not columns(bar_before, colour)
        assert columns(bar_after, colour)


def test_a_long_reason_is_cut_to_the_bar() -> None:
    footer = Lettering(500).bars(told(5, 5, "Forfeit"))[1]
    assert 400 < columns(footer)[-1] < 500 - 3


@pytest.mark.parametrize("words", ["", "two\nlines", "nu\0ll", "péché ✓ 王"])
def test_any_words_can_be_written(words: str) -> None:
    bar = Bar(200, 30, DARK.bar)
    assert bar.write(words, 14, DARK.text, 5, 190) <= 190
    assert bool(columns(bar.pixels())) == bool(words)
