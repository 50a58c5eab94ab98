"""Sheets."""

import pytest

from pacgrid.session.frame import BOARD_OVERLAYS
from pacgrid.session.playback import STEERING
from pacgrid.session.session import KEYS, MISTAKES, OVERLAY_KEYS, Command, HelpSheet, help_rows

ROWS = tuple((str(number), f"does {number}") for number in range(12))


def scrolled(visible: int, keys: str = "") -> HelpSheet:
    sheet = HelpSheet(ROWS)
    sheet.visible_rows = visible
    for key in keys.split():
        sheet.press(" " if key == "space" else key)
    return sheet


@pytest.mark.parametrize(
    ("visible", "keys", "scroll", "is_open"),
    [
        *((12, "", 0, True), (12, "down", 0, True), (12, "space", 0, False)),
        *((10, "down", 1, True), (10, "down " * 5, 2, True), (10, "down " * 5 + "up", 1, True)),
        *((5, "page_down up page_up", 0, True), (5, "space space", 7, False), (5, "q", 0, False)),
    ],
)
def test_some_keys_scroll_to_hidden_rows_and_all_others_close_the_help(
    visible: int, keys: str, scroll: int, *, is_open: bool
) -> None:
    help_sheet = scrolled(visible, keys)
    assert (help_sheet.sheet().scroll, help_sheet.is_open) == (scroll, is_open)


def test_the_hint_mentions_scrolling_only_if_rows_are_hidden_and_a_click_closes_the_help() -> None:
    assert scrolled(12).sheet().hint == "any key: close"
    sheet = scrolled(5)
    assert "scroll" in sheet.sheet().hint
    sheet.choose_row(3)
    assert not sheet.is_open


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
        assert [keys for keys, _ in unknown if keys not in ("B  N  X", "7")] == []


@pytest.mark.parametrize("choosing", [False, True])
def test_the_help_of_a_board_game_names_the_keys_that_it_has(choosing: bool) -> None:
    rows = help_rows(steering=choosing, arrows_step=not choosing, in_real_time=False)
    caps = " ".join(keys for keys, _ in rows).lower()
    others = {*MISTAKES, *([Command.TAKE_OVER] if choosing else [])}
    assert commands_named(caps) >= set(Command) - others
    shown = {keys for keys, meaning in rows if meaning.startswith("show: ")}
    assert shown == (set() if choosing else {overlay.key for overlay in BOARD_OVERLAYS})
    assert ("1-9" in caps) == choosing
