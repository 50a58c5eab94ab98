"""The help over everything else."""

import pytest

from pacgrid.render.window.help import Help, help_lines
from pacgrid.render.window.sdl import pygame
from pacgrid.session.commands import HELP, STEERING_HELP
from pacgrid.session.themes import DARK


def test_it_has_every_key() -> None:
    assert set(HELP) <= set(help_lines(steering=False))


def test_where_a_person_plays_the_arrows_steer() -> None:
    lines = help_lines(steering=True)
    assert lines[0] == STEERING_HELP
    assert not any("←" in keys for keys, _ in lines[1:])
    assert ("< >", "one round back or forward") in lines


def pages(size: tuple[int, int]) -> int:
    """How many keys it takes until it is gone."""
    sheet, surface = Help(steering=True), pygame.Surface(size)
    pressed = 1
    sheet.paint(surface, DARK, 1)
    while sheet.press("x"):
        sheet.paint(surface, DARK, 1)
        pressed += 1
    return pressed


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 400), (2560, 1440)])
def test_in_most_windows_it_is_one_page(size: tuple[int, int]) -> None:
    assert pages(size) == 1


def test_in_a_tiny_window_it_has_several_pages() -> None:
    assert pages((480, 360)) == 2
    assert pages((200, 160)) > 3
    assert pages((1, 1)) > 3


def test_it_can_be_left_at_once() -> None:
    sheet = Help(steering=False)
    sheet.paint(pygame.Surface((200, 160)), DARK, 1)
    assert not sheet.press("escape")
