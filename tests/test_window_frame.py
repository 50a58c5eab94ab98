"""Whole pictures: sizes, bars and banners."""

import pytest

from helpers.shows import ROOM, eastward
from pacgrid import Layout, Maze, State
from pacgrid.render.window.arrangement import SMALLEST_CELL
from pacgrid.render.window.frame import (
    LARGEST_CELL,
    FramePainter,
    fitting_cell,
    frame_size,
    good_size,
)
from pacgrid.render.window.sdl import pygame
from pacgrid.session.caption import Caption
from pacgrid.session.scene import Scene, Stride, scene
from pacgrid.session.themes import DARK

CAPTION = Caption(score=7, rounds=3, pairing="someone against something", place="room, seed 1")


def seen(layout: Layout = ROOM) -> Scene:
    return scene(Stride.standing(State.initial(layout)), 1)


@pytest.mark.parametrize("name", Layout.shipped())
def test_every_shipped_layout_fits_on_a_small_screen(name: str) -> None:
    maze = Maze.of(Layout.load(name))
    width, height = good_size(maze, (1024, 768))
    assert width <= 1024
    assert height <= 768 * 0.85
    assert SMALLEST_CELL < fitting_cell(maze, (width, height)) <= LARGEST_CELL


def test_a_frame_of_the_size_for_a_cell_fits_that_cell() -> None:
    maze = Maze.of(Layout.load("arcade"))
    assert fitting_cell(maze, frame_size(maze, 31)) == 31


@pytest.mark.parametrize("size", [(900, 600), (320, 200), (90, 2000), (1, 1)])
def test_a_window_can_have_any_size(size: tuple[int, int]) -> None:
    details = ("a long reason that must be broken into several lines " * 3, "and a short one")
    caption = Caption(1, 2, "a" * 200, "b", "c" * 300, "Forfeit", details)
    FramePainter().paint(pygame.Surface(size), seen(), caption)


def test_the_bars_lie_above_and_below_the_board() -> None:
    surface = pygame.Surface(frame_size(Maze.of(ROOM), 30))
    FramePainter().paint(surface, seen(), CAPTION)
    right, bottom = surface.get_width() - 1, surface.get_height() - 1
    assert [tuple(surface.get_at(at))[:3] for at in ((0, 0), (right, bottom), (0, 100))] == [
        DARK.bar,
        DARK.bar,
        DARK.background,
    ]


def test_a_banner_is_there_with_a_verdict_only() -> None:
    def painted(caption: Caption) -> bytes:
        surface = pygame.Surface((640, 400))
        FramePainter().paint(surface, seen(), caption)
        return surface.get_buffer().raw

    plain = painted(CAPTION)
    good, bad = (painted(Caption(7, 3, "x", "y", verdict="Over", good=g)) for g in (True, False))
    assert len({plain, good, bad}) == 3


def test_the_board_is_painted_anew_for_another_maze() -> None:
    painter, surface = FramePainter(), pygame.Surface((640, 400))
    painter.paint(surface, seen(), CAPTION)
    painter.paint(surface, seen(eastward().layout), CAPTION)
    fresh = pygame.Surface((640, 400))
    FramePainter().paint(fresh, seen(eastward().layout), CAPTION)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def test_characters_that_fonts_do_not_have_are_no_problem() -> None:
    caption = Caption(
        1,
        1,
        "\0 \u202e 幽霊 \U0001f47b",
        "x",
        verdict="\ud800?".encode("utf-8", "replace").decode(),
    )
    FramePainter().paint(pygame.Surface((640, 400)), seen(), caption)
