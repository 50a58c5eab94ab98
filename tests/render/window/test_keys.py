"""What keys are called."""

import pytest

from pacgrid.render.sdl import pygame
from pacgrid.render.window.keys import name_of
from pacgrid.session.key_commands import KEYS


@pytest.mark.parametrize(
    ("key", "text", "name"),
    [
        (pygame.K_LEFT, "", "left"),
        (pygame.K_HOME, "", "home"),
        (pygame.K_PAGEUP, "", "page_up"),
        (pygame.K_PAGEDOWN, "", "page_down"),
        (pygame.K_RETURN, "\r", "enter"),
        (pygame.K_KP_ENTER, "\r", "enter"),
        (pygame.K_ESCAPE, "\x1b", "escape"),
        (pygame.K_TAB, "\t", "tab"),
        (pygame.K_SPACE, " ", " "),
        (pygame.K_F11, "", "f11"),
        (pygame.K_a, "A", "a"),
        (pygame.K_COMMA, "<", "<"),
        (pygame.K_KP_PLUS, "+", "+"),
        (pygame.K_LSHIFT, "", ""),
        (pygame.K_PRINTSCREEN, "", ""),
    ],
)
def test_a_key_has_the_name_that_a_session_knows(key: int, text: str, name: str) -> None:
    pygame.display.init()
    assert name_of(pygame.Event(pygame.KEYDOWN, key=key, unicode=text, mod=0)) == name
    assert name in KEYS or name in ("", "tab", "a", "page_up", "page_down")


@pytest.mark.parametrize("held", [pygame.KMOD_LCTRL, pygame.KMOD_LALT, pygame.KMOD_LMETA])
def test_a_shortcut_of_the_system_is_no_key(held: int) -> None:
    event = pygame.Event(pygame.KEYDOWN, key=pygame.K_q, unicode="q", mod=held)
    assert name_of(event) == ""
