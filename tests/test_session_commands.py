"""What keys do."""

from pacgrid.session.commands import HELP, KEYS, OVERLAY_KEYS, Command
from pacgrid.session.keyboard import STEERING


def test_no_letter_that_steers_does_anything_else() -> None:
    letters = {key for key in STEERING if len(key) == 1}
    assert letters.isdisjoint(KEYS.keys() | OVERLAY_KEYS.keys())


def test_help_tells_of_every_command_and_overlay() -> None:
    told = " ".join(keys for keys, _ in HELP).lower()
    names = {"left": "←", "right": "→", " ": "space", "escape": "esc"}
    for command in Command:
        keys = [key for key, does in KEYS.items() if does is command]
        assert any(names.get(key, key) in told for key in keys), command
    for key, overlay in OVERLAY_KEYS.items():
        assert (key, f"show {overlay.meaning}") in HELP
