"""The switches of the overlays."""

import pytest

from pacgrid.render.window.buttons import Buttons
from pacgrid.render.window.sdl import pygame
from pacgrid.session.overlays import Overlay
from pacgrid.session.themes import DARK


def painted(wide: int, *on: Overlay) -> tuple[Buttons, pygame.Surface, int]:
    buttons, surface = Buttons(), pygame.Surface((wide, 38))
    start = buttons.paint(surface, surface.get_rect(), set(on), DARK, 1)
    return buttons, surface, start


@pytest.mark.parametrize("wide", [1100, 420])
def test_every_overlay_has_one(wide: int) -> None:
    buttons, _, start = painted(wide)
    found = [buttons.key_at((x, 19)) for x in range(start, wide)]
    assert list(dict.fromkeys(filter(None, found))) == ["1", "2", "3", "4", "5", "6", "?"]
    assert buttons.key_at((start - 10, 19)) is None


def test_what_is_on_is_lit() -> None:
    def lit(*on: Overlay) -> list[int]:
        _, surface, _ = painted(1100, *on)
        return [x for x in range(1100) if surface.get_at((x, 10))[:3] == DARK.edge]

    assert not lit()
    assert lit(Overlay.VALUES)
    assert max(lit(Overlay.VALUES)) < min(lit(Overlay.FEATURES))


def test_in_a_tiny_window_there_are_none() -> None:
    buttons, _, _ = painted(20)
    assert all(buttons.key_at((x, 19)) is None for x in range(20))
