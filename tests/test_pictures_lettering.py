"""The words above and below the board of a film."""

from dataclasses import replace

import numpy as np
import pytest

from helpers.painters import coloured
from helpers.recorded import GAME
from pacgrid.records.record import Ending
from pacgrid.render.pictures.lettering import NARROWEST, Bar, Lettering
from pacgrid.render.sprites import Bytes
from pacgrid.session.themes import DARK


def columns(bar: Bytes, colour: tuple[int, int, int] | None = None) -> list[int]:
    """The columns in which there is something, or something of that very colour."""
    marked = (bar != DARK.bar).any(axis=2) if colour is None else coloured(bar, colour)
    return np.flatnonzero(marked.any(axis=0)).tolist()


@pytest.mark.parametrize("width", [10, NARROWEST, 504, 2000])
def test_score_and_round_stand_apart_inside_the_bar(width: int) -> None:
    words = Lettering(GAME, width)
    header, _ = words.bars(-98765, 1000, over=False)
    assert header.shape[1] == words.width == max(width, NARROWEST)
    marked = columns(header, DARK.text)
    assert marked[0] > 2
    assert marked[-1] < words.width - 3
    gaps = np.diff(columns(header))
    assert gaps.max() > words.width // 12, "score and round run into each other"


def test_a_bar_changes_with_what_it_tells() -> None:
    words = Lettering(GAME, 400)
    seen = [words.bars(*told, over=False)[0].copy() for told in ((0, 0), (10, 0), (10, 1))]
    assert len({bar.tobytes() for bar in seen}) == 3
    assert np.array_equal(words.bars(0, 0, over=False)[0], seen[0])


@pytest.mark.parametrize(("ending", "colour"), [(Ending.WON, DARK.good), (Ending.CAUGHT, DARK.bad)])
def test_the_end_is_told_in_its_colour(ending: Ending, colour: tuple[int, int, int]) -> None:
    words = Lettering(replace(GAME, ending=ending), 500)
    for before, after in zip(
        words.bars(5, 5, over=False), words.bars(5, 5, over=True), strict=True
    ):
        assert not columns(before, colour)
        assert columns(after, colour)


def test_a_forfeit_is_told_with_its_reason() -> None:
    failed = replace(GAME, ending=Ending.RAISED, forfeit=0, message="ValueError: " + "x" * 99)
    footer = Lettering(failed, 500).bars(5, 5, over=True)[1]
    assert 400 < columns(footer)[-1] < 500 - 3


@pytest.mark.parametrize("words", ["", "two\nlines", "nu\0ll", "péché ✓ 王"])
def test_any_words_can_be_written(words: str) -> None:
    bar = Bar(200, 30, DARK.bar)
    assert bar.write(words, 14, DARK.text, 5, 190) <= 190
    assert bool(columns(bar.pixels())) == bool(words)
