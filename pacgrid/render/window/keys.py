"""What a session calls the keys that pygame hears."""

from pacgrid.render.sdl import pygame

_NAMES = {pygame.K_RETURN: "enter", pygame.K_KP_ENTER: "enter", pygame.K_SPACE: " "}
_MODIFIERS = {
    pygame.K_LSHIFT,
    pygame.K_RSHIFT,
    pygame.K_LCTRL,
    pygame.K_RCTRL,
    pygame.K_LALT,
    pygame.K_RALT,
    pygame.K_LMETA,
    pygame.K_RMETA,
    pygame.K_MODE,
    pygame.K_CAPSLOCK,
    pygame.K_NUMLOCKCLEAR,
}
"""Keys that are held down for the sake of another one."""


def name_of(event: pygame.Event) -> str:
    """The name of the key that went down: `left`, `page_up`, `a`; empty for one that means
    nothing, or something to the system."""
    if event.key in _MODIFIERS or event.mod & (
        pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
    ):
        return ""
    if event.key in _NAMES:
        return _NAMES[event.key]
    if event.unicode and event.unicode.isprintable():
        letter: str = event.unicode.lower()
        return letter
    return pygame.key.name(event.key).replace(" ", "_")
