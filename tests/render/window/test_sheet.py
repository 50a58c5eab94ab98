"""Sheets: the help and menus."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.frames import MENU
from helpers.recording import RecordingSession
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect, Size, unit_for
from pacgrid.render.window.canvas import Canvas
from pacgrid.render.window.sheet import paint_sheet
from pacgrid.session.frame import Sheet, SheetRow, Tab
from pacgrid.session.key_commands import HELP
from pacgrid.session.themes import DARK

KEYS = Sheet("Keys", tuple(SheetRow(*row) for row in HELP), hint="any key: close")
LONG = Sheet(
    "Take over from ply 2",
    tuple(SheetRow(f"agent_{number}", "plays") for number in range(40)),
    selected=0,
    tabs=tuple(Tab(agent, game, f"{agent}") for game in range(2) for agent in range(5)),
    subtitle="Pac-Man, alpha_beta",
    hint="↑ ↓ choose   Enter: take over   Esc: cancel",
)
SIZES = st.tuples(st.integers(160, 2000), st.integers(160, 1300))


def painted(sheet: Sheet, size: Size) -> tuple[Rect, dict[tuple[Any, ...], Rect]]:
    """The box, and by the call that a click makes: what can be clicked in it."""
    canvas = Canvas(pygame.Surface(size), DARK, unit_for(size))
    rows = paint_sheet(canvas, sheet)
    session: Any = RecordingSession()
    _, box, *parts = canvas.targets
    for part in parts:
        part.click(session, part.area.center)
    assert rows == sum(name == "choose_row" for name, _ in session.calls)
    return box.area, dict(zip(session.calls, (part.area for part in parts), strict=True))


def rows_of(sheet: Sheet, size: Size) -> list[int]:
    """The rows that are shown."""
    return [number for name, number in painted(sheet, size)[1] if name == "choose_row"]


@given(SIZES, st.sampled_from([KEYS, LONG, MENU, replace(MENU, aside=True)]))
def test_a_sheet_is_never_cut_off(size: Size, sheet: Sheet) -> None:
    box, areas = painted(sheet, size)
    parts = list(areas.values())
    assert Rect((0, 0), size).contains(box)
    assert [part for part in parts if not box.contains(part)] == []
    assert all(part.collidelistall(parts) == [number] for number, part in enumerate(parts))


def test_a_menu_with_a_preview_leaves_the_middle_free() -> None:
    size = (1280, 720)
    middle = Rect((0, 0), size).center
    assert painted(MENU, size)[0].collidepoint(middle)
    assert not painted(replace(MENU, aside=True), size)[0].collidepoint(middle)


@given(SIZES, st.integers(0, 39))
def test_the_selected_row_can_always_be_seen(size: Size, selected: int) -> None:
    assert selected in rows_of(replace(LONG, selected=selected), size)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
def test_the_whole_help_is_shown_on_every_ordinary_screen(size: Size) -> None:
    assert rows_of(KEYS, size) == list(range(len(HELP)))


def test_the_help_is_scrolled_in_a_small_window() -> None:
    shown = rows_of(KEYS, (300, 200))
    assert shown == list(range(len(shown)))
    assert rows_of(replace(KEYS, scroll=5), (300, 200)) == [5 + row for row in shown]


def test_a_problem_takes_the_place_of_the_hint() -> None:
    def pixels(problem: str) -> bytes:
        canvas = Canvas(pygame.Surface((640, 480)), DARK, 1)
        paint_sheet(canvas, replace(MENU, problem=problem))
        return canvas.surface.get_buffer().raw

    assert pixels("") != pixels("no such agent")
