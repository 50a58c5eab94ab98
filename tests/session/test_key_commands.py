"""Keys, and the help about them."""

import pytest

from pacgrid.session.frame import BOARD_OVERLAYS
from pacgrid.session.game_source import STEERING
from pacgrid.session.key_commands import ANALYSIS, KEYS, OVERLAY_KEYS, Command, help_rows


def test_letters_that_steer_are_not_commands() -> None:
    letters = {key for key in STEERING if len(key) == 1}
    assert letters.isdisjoint(KEYS.keys() | OVERLAY_KEYS.keys())


NAMES = {"left": "←", "right": "→", " ": "space", "escape": "esc"}


def commands_named(caps: str) -> set[Command]:
    return {meaning for key, meaning in KEYS.items() if NAMES.get(key, key) in caps.split()}


def test_the_help_names_a_key_for_every_command_and_overlay() -> None:
    for steering in (False, True):
        rows = help_rows(steering=steering, arrows_step=not steering, analysed=True)
        caps = " ".join(keys for keys, _ in rows).lower()
        steps = {Command.ROUND_FORWARD, Command.PLY_FORWARD} if steering else set()
        assert commands_named(caps) >= set(Command) - steps
        for key, overlay in OVERLAY_KEYS.items():
            assert (key, f"show: {overlay.meaning}") in rows
        unknown = set(rows) - {*help_rows(steering=steering, arrows_step=not steering)}
        assert [keys for keys, _ in unknown if keys not in ("B  N  X  V", "7")] == []


@pytest.mark.parametrize("choosing", [False, True])
def test_the_help_of_a_board_game_names_the_keys_that_it_has(choosing: bool) -> None:
    rows = help_rows(steering=choosing, arrows_step=not choosing, in_real_time=False)
    caps = " ".join(keys for keys, _ in rows).lower()
    others = {*ANALYSIS, Command.SOUND, *([Command.TAKE_OVER] if choosing else [])}
    assert commands_named(caps) >= set(Command) - others
    shown = {keys for keys, meaning in rows if meaning.startswith("show: ")}
    assert shown == (set() if choosing else {overlay.key for overlay in BOARD_OVERLAYS})
    assert ("1-9" in caps) == choosing
