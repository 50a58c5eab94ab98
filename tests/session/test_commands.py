"""The commands and their keys."""

from pacgrid.session.commands import KEYS, OVERLAY_KEYS, Command, help_rows
from pacgrid.session.keyboard import STEERING


def test_letters_that_steer_are_not_commands() -> None:
    letters = {key for key in STEERING if len(key) == 1}
    assert letters.isdisjoint(KEYS.keys() | OVERLAY_KEYS.keys())


def test_the_help_names_a_key_for_every_command_and_overlay() -> None:
    names = {"left": "←", "right": "→", " ": "space", "escape": "esc"}
    for steering in (False, True):
        rows = help_rows(steering=steering, arrows_step=not steering, analysed=True)
        caps = " ".join(keys for keys, _ in rows).lower()
        steps = {Command.ROUND_FORWARD, Command.PLY_FORWARD} if steering else set()
        for command in set(Command) - steps:
            keys = [key for key, meaning in KEYS.items() if meaning is command]
            assert any(names.get(key, key) in caps for key in keys), command
        for key, overlay in OVERLAY_KEYS.items():
            assert (key, f"show: {overlay.meaning}") in rows
        unknown = set(rows) - {*help_rows(steering=steering, arrows_step=not steering)}
        assert [keys for keys, _ in unknown if keys not in ("B  N  X  V", "7")] == []
