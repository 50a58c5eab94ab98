"""What a session calls the keys that pygame hears."""

from pacgrid.render.sdl import pygame

_NAMED = "up down left right home end escape tab backspace f1 f11 page_up page_down"
_NAMES = {getattr(pygame, f"K_{name.replace('_', '').upper()}"): name for name in _NAMED.split()}
_NAMES |= {pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: " "}
_SHORTCUTS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META


def name_of(event: pygame.Event) -> str:
    """The name of the key that went down: `left`, `page_up`, `a`; empty for a shortcut of the
    system, and for a key that has no meaning by itself."""
    if event.mod & _SHORTCUTS:
        return ""
    letter: str = event.unicode.lower() if event.unicode.isprintable() else ""
    return _NAMES.get(event.key, letter)
