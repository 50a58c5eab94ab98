"""What browsers send: checked, because anybody may have written it."""

import json
from collections.abc import Callable

from pacgrid.session.game_source import STEERING
from pacgrid.session.key_commands import KEYS
from pacgrid.session.session import Session

KEY_NAMES = {*KEYS, *STEERING, "up", "down", "tab", "backspace", "page_up", "page_down"}
"""Keys with a name of more than one letter, and some more."""
LARGEST = 1_000_000
Event = Callable[[Session], None]
"""Something that a person did."""


def read_event(message: str | bytes) -> Event:
    """The event in a message. Raises ValueError if there is none."""
    if isinstance(message, bytes):
        raise ValueError("not a text")
    match json.loads(message):
        case {"press": str(key), "repeated": bool(repeated), **rest} if not rest and _is_key(key):
            return lambda session: session.press(key, repeated=repeated)
        case {"seek": ply, **rest} if not rest and _is_number(ply):
            return lambda session: session.seek(ply)
        case {"choose_row": row, **rest} if not rest and _is_number(row):
            return lambda session: session.sheets.choose_row(row)
        case {"choose_tab": tab, **rest} if not rest and _is_number(tab):
            return lambda session: session.sheets.choose_tab(tab)
        case {"choose_target": number, **rest} if not rest and _is_number(number):
            return lambda session: session.choose_target(number)
    raise ValueError("not an event")


def _is_key(name: str) -> bool:
    return name in KEY_NAMES or (len(name) == 1 and name.isprintable())


def _is_number(value: object) -> bool:
    return type(value) is int and 0 <= value < LARGEST
