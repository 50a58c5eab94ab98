"""Sheets: the help and menus."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import MENU
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect, Size
from pacgrid.render.window.sheet import SheetAreas, paint_sheet
from pacgrid.session.commands import HELP
from pacgrid.session.frame import Sheet, SheetRow, Tab
from pacgrid.session.themes import DARK

KEYS = Sheet("Keys", tuple(SheetRow(*row) for row in HELP), hint="any key: close")
LONG = Sheet(
    "Take over from ply 2",
    tuple(SheetRow(f"agent_{number}", "plays") for number in range(40)),
    selected=0,
    tabs=tuple(Tab(agent, game) for game in range(2) for agent in range(5)),
    subtitle="Pac-Man, alpha_beta",
    hint="↑ ↓ choose   Enter: take over   Esc: cancel",
)
SIZES = st.tuples(st.integers(160, 2000), st.integers(160, 1300))


def painted(sheet: Sheet, size: Size) -> SheetAreas:
    return paint_sheet(pygame.Surface(size), sheet, DARK)


@given(SIZES, st.sampled_from([KEYS, LONG, MENU]))
def test_a_sheet_is_never_cut_off(size: Size, sheet: Sheet) -> None:
    areas = painted(sheet, size)
    parts = [*areas.tabs, *areas.rows.values()]
    assert Rect((0, 0), size).contains(areas.box)
    assert [part for part in parts if not areas.box.contains(part)] == []
    assert all(part.collidelistall(parts) == [number] for number, part in enumerate(parts))
    assert areas.rows


@given(SIZES, st.integers(0, 39))
def test_the_selected_row_can_always_be_seen(size: Size, selected: int) -> None:
    sheet = Sheet(LONG.title, LONG.rows, selected, LONG.tabs, hint=LONG.hint)
    assert selected in painted(sheet, size).rows


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_the_whole_help_is_shown_on_every_ordinary_screen(size: Size) -> None:
    assert list(painted(KEYS, size).rows) == list(range(len(HELP)))


def test_the_help_is_scrolled_in_a_small_window() -> None:
    shown = painted(KEYS, (300, 200)).rows
    assert list(shown) == list(range(len(shown)))
    scrolled = Sheet(KEYS.title, KEYS.rows, scroll=5, hint=KEYS.hint)
    assert list(painted(scrolled, (300, 200)).rows) == list(range(5, 5 + len(shown)))


def test_a_problem_takes_the_place_of_the_hint() -> None:
    def pixels(problem: str) -> bytes:
        surface = pygame.Surface((640, 480))
        paint_sheet(surface, Sheet("Menu", MENU.rows, 0, hint="Enter", problem=problem), DARK)
        return surface.get_buffer().raw

    assert pixels("") != pixels("no such agent")
