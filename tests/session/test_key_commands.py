"""The commands and their keys."""

from pacgrid.session.key_commands import KEYS, OVERLAY_KEYS
from pacgrid.session.keyboard_agent import STEERING


def test_letters_that_steer_are_not_commands() -> None:
    letters = {key for key in STEERING if len(key) == 1}
    assert letters.isdisjoint(KEYS.keys() | OVERLAY_KEYS.keys())
