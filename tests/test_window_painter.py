"""What is painted where."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from helpers.frames import (
    INSIGHT,
    MENU,
    ROOM,
    board_of,
    caption_of,
    frame_of,
    timeline_of,
)
from pacgrid import Action, State
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect
from pacgrid.render.window.painter import Painter
from pacgrid.session.frame import Banner, Frame
from pacgrid.session.themes import COLOUR_BLIND, LIGHT

SIZE = (900, 600)
BOARD = board_of(ROOM)
INSIGHTFUL = board_of(ROOM, insight=INSIGHT)
FRAME = frame_of(boards=(INSIGHTFUL,))


def painted(frame: Frame, size: tuple[int, int] = SIZE, by: Painter | None = None) -> Any:
    """The pixels of a frame, `[x, y, 3]`."""
    surface = pygame.Surface(size)
    (by or Painter()).paint(surface, frame)
    return pygame.surfarray.array3d(surface)


def changed(before: Frame, after: Frame, size: tuple[int, int] = SIZE) -> Rect:
    """The part of the window in which two frames differ."""
    columns, rows = np.nonzero((painted(before, size) != painted(after, size)).any(axis=2))
    assert len(columns), "nothing changes"
    return Rect(columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)


CARD = replace(BOARD.cards[1], action=Action.WEST, cost="12 ms", moved_last=True)
ROW = replace(INSIGHT.panels[0].rows[1], value="17")
PANEL = replace(INSIGHT.panels[0], rows=(INSIGHT.panels[0].rows[0], ROW))
VALUES = replace(FRAME.switches[0], is_on=True)
CHANGES: dict[str, tuple[str, dict[str, Any]]] = {
    "score": ("header", {"caption": caption_of(score=7)}),
    "status": ("header", {"caption": caption_of(status="6 rounds/s")}),
    "round": ("header", {"caption": caption_of(round=14)}),
    "food": ("header", {"caption": caption_of(food=3)}),
    "card": ("cards", {"boards": (replace(INSIGHTFUL, cards=(BOARD.cards[0], CARD)),)}),
    "value": (
        "insight",
        {"boards": (replace(INSIGHTFUL, insight=replace(INSIGHT, panels=(PANEL,))),)},
    ),
    "where we are": ("timeline", {"timeline": replace(FRAME.timeline, ply=1)}),
    "known plies": ("timeline", {"timeline": timeline_of(0, -1, 9, 19)}),
    "switch": ("footer", {"switches": (VALUES, *FRAME.switches[1:])}),
    "hints": ("footer", {"keys": FRAME.keys[1:]}),
    "banner": ("middle", {"caption": caption_of(banner=Banner("Caught", ("-502",), keys="R"))}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen_where_it_belongs_and_as_if_freshly_painted(name: str) -> None:
    area, changes = CHANGES[name]
    after, painter = replace(FRAME, **changes), Painter()
    painted(FRAME, by=painter)
    assert getattr(painter.areas, area).contains(changed(FRAME, after))
    assert (painted(after, by=painter) == painted(after)).all()


def test_the_board_moves_in_its_own_area() -> None:
    state = ROOM.successor(Action.EAST)
    after = replace(FRAME, boards=(board_of(state, insight=INSIGHT, score=0),))
    painter = Painter()
    painted(FRAME, by=painter)
    assert painter.areas.boards[0].contains(changed(FRAME, after))


def test_a_sheet_lies_over_everything_until_it_is_gone() -> None:
    painter = Painter()
    painted(replace(FRAME, sheet=MENU), by=painter)
    assert painter.sheet_rows == len(MENU.rows)
    painted(FRAME, by=painter)
    assert painter.sheet_rows == 0


def test_in_another_theme_everything_has_another_colour() -> None:
    dark, light, blind = (
        painted(replace(FRAME, theme=t)) for t in (FRAME.theme, LIGHT, COLOUR_BLIND)
    )
    assert (dark != light).any(axis=2).mean() > 0.9
    assert (dark != blind).any()


def test_without_room_for_a_panel_a_line_says_so() -> None:
    size = (160, 120)
    plain = frame_of()
    moved = replace(plain, caption=caption_of(last_move="Pac-Man: east"))
    painter = Painter()
    painted(plain, size, by=painter)
    line = painter.areas.line
    assert line.contains(changed(plain, moved, size))
    assert line.contains(changed(plain, replace(plain, boards=(INSIGHTFUL,)), size))


def test_notes_and_verdicts_of_several_games_stand_above_their_boards() -> None:
    before = frame_of(ROOM, ROOM)
    board = replace(before.boards[1], verdict="Won", good=True, note="food_left 3")
    after = replace(before, boards=(before.boards[0], board))
    painter = Painter()
    painted(before, by=painter)
    assert painter.areas.strips[1].contains(changed(before, after))


@pytest.mark.parametrize("size", [(1, 1), (90, 700), (160, 120), (320, 200), (1500, 90)])
def test_a_window_can_have_any_size(size: tuple[int, int]) -> None:
    banner = Banner("Forfeit", ("a long reason that takes several lines " * 5,))
    caption = caption_of(players="a" * 200, banner=banner)
    for frame in (FRAME, frame_of(ROOM, ROOM, ROOM), replace(FRAME, caption=caption, sheet=MENU)):
        assert painted(frame, size).shape == (*size, 3)


def test_characters_that_fonts_do_not_have_are_no_problem() -> None:
    odd = "\0 \u202e 幽霊 \U0001f47b \ufffd ∞"
    painted(replace(FRAME, caption=caption_of(players=odd, status=odd, banner=Banner(odd, (odd,)))))


def test_a_frame_that_is_only_a_board_has_no_bars_below_it() -> None:
    frame = frame_of(boards=(board_of(State.parse("%%%%\n%P.%\n%%%%"), cards=()),))
    painter = Painter()
    bare = replace(frame, keys=(), switches=(), timeline=replace(frame.timeline, rows=()))
    painted(bare, by=painter)
    assert [target.area for target in painter.targets] == [*painter.areas.boards]
    assert painter.areas.middle.bottom == SIZE[1]


def test_the_panel_of_an_overlay_is_scrolled_into_sight_when_that_is_switched_on() -> None:
    panels = (*[replace(INSIGHT.panels[4], note="many words " * 200)], *INSIGHT.panels)
    insightful = replace(FRAME, boards=(replace(BOARD, insight=replace(INSIGHT, panels=panels)),))
    features = [replace(switch, is_on=switch.key == "6") for switch in FRAME.switches]
    painter = Painter()
    painted(insightful, by=painter)
    assert painter.panels[1].offset == 0
    painted(replace(insightful, switches=tuple(features)), by=painter)
    assert painter.panels[1].offset > painter.panels[1].area.height
