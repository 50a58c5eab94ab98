"""What the mouse does."""

from dataclasses import replace
from typing import Any

import pytest

from helpers.frames import INSIGHT, MENU, ROOM, analysed_timeline, board_of, frame_of
from helpers.recording import RecordingSession
from pacgrid.render.sdl import pygame
from pacgrid.render.window.painter import Painter
from pacgrid.render.window.pointer import Pointer


class Mouse:
    """A painted frame, and a mouse over it."""

    def __init__(self, **changes: Any) -> None:
        self.frame = frame_of(**changes)
        self.painter = Painter()
        self.surface = pygame.Surface((900, 600))
        self.painter.paint(self.surface, self.frame)
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
    mouse = Mouse()
    footer = mouse.painter.areas.footer
    buttons = [t.area for t in mouse.painter.targets if footer.contains(t.area)]
    keys = [each.key for each in (*mouse.frame.switches, *mouse.frame.keys) if each.key]
    assert [mouse.click(area.center) for area in buttons] == [[("press", key)] for key in keys]


def test_a_click_on_the_board_pauses_and_one_beside_it_does_nothing() -> None:
    mouse = Mouse()
    assert mouse.click(mouse.painter.areas.boards[0].center) == [("press", " ")]
    assert mouse.click(mouse.painter.areas.header.center) == []


def test_the_timeline_is_clicked_and_dragged() -> None:
    mouse = Mouse()
    area, pointer, session = mouse.painter.areas.timeline, mouse.pointer, mouse.session
    assert mouse.click((area.left, area.centery)) == [("seek", 0)]
    assert mouse.click((area.right - 1, area.centery)) == [("seek", 2)]
    session.calls.clear()
    pointer.press(area.midleft, session)
    pointer.move((area.centerx, 0), session)
    pointer.move((9999, 0), session)
    pointer.release()
    pointer.move(area.center, session)
    assert session.calls == [("seek", 0), ("seek", 1), ("seek", 2)]


def test_a_click_on_the_sign_of_a_bad_move_goes_there_and_the_worst_hides_others() -> None:
    mouse = Mouse(timeline=analysed_timeline())
    timeline, *signs = [
        target.area
        for target in mouse.painter.targets
        if mouse.painter.areas.timeline.contains(target.area)
    ]
    assert [mouse.click(sign.center) for sign in signs] == [[("seek", n)] for n in (4, 10, 16)]
    mouse = Mouse(timeline=replace(analysed_timeline(), span=4000))
    (sign,) = (t.area for t in mouse.painter.targets if timeline.contains(t.area) and not t.drag)
    assert mouse.click(sign.center) == [("seek", 4)]


def test_on_a_menu_rows_and_tabs_are_chosen_and_a_click_beside_it_closes_it() -> None:
    mouse = Mouse(sheet=MENU)
    box, *parts = (target.area for target in mouse.painter.targets[-6:])
    calls = [[("choose_tab", 0)], [("choose_tab", 1)], *([("choose_row", n)] for n in range(3))]
    assert [mouse.click(area.center) for area in parts] == calls
    assert mouse.click(box.move(0, 3).midtop) == []
    assert mouse.click((2, 2)) == [("press", "escape")]


@pytest.mark.parametrize(
    ("sheet", "keys"), [(None, ["<", ">"]), (MENU, ["up", "down"])], ids=["board", "menu"]
)
def test_the_wheel_goes_back_and_forward(sheet: Any, keys: list[str]) -> None:
    mouse = Mouse(sheet=sheet)
    middle = mouse.painter.areas.boards[0].center
    assert [mouse.wheel(steps, middle) for steps in (1, -1)] == [[("press", key)] for key in keys]


def test_the_wheel_scrolls_a_panel_as_far_as_it_goes() -> None:
    insight = replace(INSIGHT, panels=3 * INSIGHT.panels)
    mouse = Mouse(boards=(board_of(ROOM, insight=insight),))
    area, panel = mouse.painter.areas.insight, mouse.painter.panels[1]
    before = mouse.surface.copy()
    offsets = []
    for steps in (-1, -99, -1, 99):
        assert mouse.wheel(steps, area.center) == []
        offsets.append(panel.offset)
        mouse.painter.paint(mouse.surface, mouse.frame)
        same = mouse.surface.get_buffer().raw == before.get_buffer().raw
        assert same == (panel.offset == 0)
    assert 0 == offsets[3] < offsets[0] <= offsets[1] == offsets[2]


def test_the_wheel_does_nothing_where_there_is_no_timeline() -> None:
    mouse = Mouse(timeline=None)
    assert mouse.wheel(1, mouse.painter.areas.boards[0].center) == []
