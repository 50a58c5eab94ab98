"""The contact sheet of a game."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from helpers.painters import coloured
from helpers.recorded import GAME, STILL
from pacgrid import Layout, Record
from pacgrid.games.ending import Ending
from pacgrid.games.pacman import PacmanSetup
from pacgrid.render.pictures.film import LONGEST_SIDE, FilmError
from pacgrid.render.pictures.sheet import GAP, LABEL, TITLE, ContactSheet, write_sheet
from pacgrid.session.themes import DARK, LIGHT


def test_every_moment_has_its_board_with_its_words_below() -> None:
    sheet = ContactSheet(GAME)
    picture = sheet.picture()
    assert picture.shape[1::-1] == sheet.size
    width, height = sheet._painter.size
    for number, moment in enumerate(sheet.moments):
        left, top = sheet.corner(number)
        board = picture[top : top + height, left : left + width]
        assert np.array_equal(board, sheet._painter.paint(moment.scene))
        below = picture[top + height : top + height + LABEL, left : left + width]
        score = np.flatnonzero(coloured(below, DARK.text).any(axis=0))
        assert len(score)
        assert score[0] > 30, "the round comes first"
        gap = picture[top + height + LABEL : top + height + LABEL + GAP]
        assert (gap == DARK.background).all()
    assert coloured(below, DARK.good).any(), "how it ended is told below the last one"
    assert coloured(picture[:TITLE], DARK.good).any(), "and in the title"


def test_moments_stand_in_rows_that_do_not_overlap() -> None:
    sheet = ContactSheet(GAME)
    places = [sheet.corner(number) for number in range(len(sheet.moments))]
    assert len(set(places)) == len(places)
    assert places == sorted(places, key=lambda place: place[::-1])
    width, height = sheet.size
    assert max(x for x, _ in places) + sheet.step[0] <= width
    assert max(y for _, y in places) + sheet.step[1] <= height
    assert width > height * 0.7


@pytest.mark.parametrize("rounds", range(2, 20))
def test_rows_are_equally_long_or_the_first_ones_longer_by_one(rounds: int) -> None:
    moves = replace(GAME, moves=GAME.moves[: rounds * len(GAME.agents)])
    sheet = ContactSheet(moves)
    rows = Counter(sheet.corner(number)[1] for number in range(len(sheet.moments)))
    lengths = [rows[top] for top in sorted(rows)]
    assert sum(lengths) == len(sheet.moments)
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[0] - lengths[-1] <= 1


@pytest.mark.parametrize(
    ("width", "height"),
    [
        (4, 3),
        (3, 255),
        *(pytest.param(*size, marks=pytest.mark.slow) for size in [(60, 30), (255, 3)]),
    ],
)
def test_boards_of_any_size_fit(width: int, height: int) -> None:
    middle = "%" + " " * (width - 2) + "%"
    rows = ["%" * width, *[middle] * (height - 2), "%" * width]
    inside = [*rows[1]]
    inside[1] = "P"
    if width > 3:
        inside[2] = "."
    else:
        rows[2] = "%.%"
    rows[1] = "".join(inside)
    layout = Layout.parse("\n".join(rows))
    sheet = ContactSheet(Record(PacmanSetup(layout, 1), ("a",), 0, (), 0, Ending.QUIT))
    assert max(sheet.size) <= LONGEST_SIDE
    assert sheet.picture().shape[1::-1] == sheet.size


def test_a_sheet_is_a_png(tmp_path: Path) -> None:
    write_sheet(GAME, tmp_path / "sheet.png")
    with Image.open(tmp_path / "sheet.png") as image:
        assert image.size == ContactSheet(GAME).size
    with pytest.raises(FilmError, match=r"a contact sheet's name must end in .png"):
        write_sheet(GAME, tmp_path / "sheet.gif")
    with pytest.raises(FilmError, match="can't be written: No such file"):
        write_sheet(GAME, tmp_path / "missing" / "sheet.png")
    assert [path.name for path in tmp_path.iterdir()] == ["sheet.png"]


def test_a_game_without_moves_has_a_sheet() -> None:
    sheet = ContactSheet(STILL)
    assert len(sheet.moments) == 1
    assert sheet.picture().any()


def test_a_sheet_has_the_colours_of_its_theme() -> None:
    sheet = ContactSheet(GAME, LIGHT).picture()
    for colour in (LIGHT.background, LIGHT.wall, LIGHT.text, LIGHT.good, LIGHT.pacman):
        assert coloured(sheet, colour).any()
    for colour in (DARK.background, DARK.wall):
        assert not coloured(sheet, colour).any()
