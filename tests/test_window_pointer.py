"""What the mouse does."""

from dataclasses import replace
from typing import Any

import pytest

from helpers.frames import INSIGHT, MENU, ROOM, board_of, frame_of
from helpers.recording import RecordingSession
from pacgrid.render.sdl import pygame
from pacgrid.render.window.painter import Painter
from pacgrid.render.window.pointer import Pointer
from pacgrid.session.frame import Frame

SIZE = (900, 600)


class Desk:
    """A painted frame, and a mouse over it."""

    def __init__(self, frame: Frame) -> None:
        self.painter = Painter()
        self.surface = pygame.Surface(SIZE)
        self.painter.paint(self.surface, frame)
        self.pointer = Pointer(self.painter)
        self.session: Any = RecordingSession()

    def click(self, point: tuple[int, int]) -> list[tuple[Any, ...]]:
        """The calls that a click there makes."""
        self.session.calls.clear()
        self.pointer.press(point, self.session)
        self.pointer.release()
        return list(self.session.calls)

    def wheel(self, steps: int, point: tuple[int, int]) -> list[tuple[Any, ...]]:
        """The calls that the wheel makes there."""
        self.session.calls.clear()
        self.pointer.move(point, self.session)
        self.pointer.turn_wheel(steps, self.session)
        return list(self.session.calls)


def test_hints_and_switches_press_their_keys() -> None:
    frame = frame_of()
    desk = Desk(frame)
    shown = [key for _, key in desk.painter.buttons]
    switches = [switch.key for switch in frame.switches]
    assert sorted(shown) == sorted([*switches, *(hint.key for hint in frame.keys if hint.key)])
    for area, key in desk.painter.buttons:
        assert desk.painter.areas.footer.contains(area)
        assert desk.click(area.center) == [("press", key)]


def test_a_click_on_the_board_pauses_and_one_beside_it_does_nothing() -> None:
    desk = Desk(frame_of())
    assert desk.click(desk.painter.areas.boards[0].center) == [("press", " ")]
    assert desk.click(desk.painter.areas.header.center) == []


def test_the_timeline_is_clicked_and_dragged() -> None:
    desk = Desk(frame_of())
    area, session = desk.painter.areas.timeline, desk.session
    assert desk.click((area.left, area.centery)) == [("seek", 0)]
    assert desk.click((area.right - 1, area.centery)) == [("seek", 2)]
    session.calls.clear()
    desk.pointer.press(area.midleft, session)
    desk.pointer.move((area.centerx, 0), session)
    desk.pointer.move((9999, 0), session)
    desk.pointer.release()
    desk.pointer.move(area.center, session)
    assert session.calls == [("seek", 0), ("seek", 1), ("seek", 2)]


def test_on_a_menu_rows_and_tabs_are_chosen() -> None:
    desk = Desk(frame_of(sheet=MENU))
    assert desk.painter.sheet
    for number, area in enumerate(desk.painter.sheet.tabs):
        assert desk.click(area.center) == [("choose_tab", number)]
    assert set(desk.painter.sheet.rows) == {0, 1, 2}
    for number, area in desk.painter.sheet.rows.items():
        assert desk.click(area.center) == [("choose_row", number)]
    assert desk.click(desk.painter.sheet.box.move(0, 3).midtop) == []
    assert desk.click((2, 2)) == [("press", "escape")]


@pytest.mark.parametrize(
    ("sheet", "keys"), [(None, ["<", ">"]), (MENU, ["up", "down"])], ids=["board", "menu"]
)
def test_the_wheel_goes_back_and_forward(sheet: Any, keys: list[str]) -> None:
    desk = Desk(frame_of(sheet=sheet))
    middle = desk.painter.areas.boards[0].center
    assert [desk.wheel(steps, middle) for steps in (1, -1)] == [[("press", key)] for key in keys]


def test_the_wheel_scrolls_a_panel_as_far_as_it_goes() -> None:
    insight = replace(INSIGHT, panels=3 * INSIGHT.panels)
    frame = frame_of(boards=(board_of(ROOM, insight=insight),))
    desk = Desk(frame)
    area, panel = desk.painter.areas.insight, desk.painter.panels[1]
    before = desk.surface.copy()
    assert desk.wheel(-1, area.center) == []
    offset = panel.offset
    assert offset > 0
    desk.painter.paint(desk.surface, frame)
    assert (
        desk.surface.subsurface(area).get_buffer().raw != before.subsurface(area).get_buffer().raw
    )
    desk.wheel(-99, area.center)
    most = panel.offset
    assert most >= offset
    desk.wheel(-1, area.center)
    assert panel.offset == most
    desk.wheel(99, area.center)
    assert panel.offset == 0
