"""What is painted where."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from helpers.diagrams import DIAGRAM, board_game_frame, tree_frame
from helpers.frames import (
    INSIGHT,
    MENU,
    ROOM,
    analysed_timeline,
    board_of,
    caption_of,
    frame_of,
    timeline_of,
)
from helpers.recording import RecordingSession
from pacgrid import Action, State
from pacgrid.render.sdl import pygame
from pacgrid.render.window.arrangement import Rect
from pacgrid.render.window.canvas import Canvas
from pacgrid.render.window.painter import Painter, diagram_picture
from pacgrid.render.window.window import Pointer
from pacgrid.session.diagram import Diagram
from pacgrid.session.frame import Banner, Frame
from pacgrid.session.themes import COLOUR_BLIND, DARK, LIGHT

SIZE = (900, 600)
BOARD = board_of(ROOM)
INSIGHTFUL = board_of(ROOM, insight=INSIGHT)
FRAME = frame_of(boards=(INSIGHTFUL,))


def painted(frame: Frame, size: tuple[int, int] = SIZE, by: Painter | None = None) -> Any:
    """The pixels of a frame, `[x, y, 3]`."""
    surface = pygame.Surface(size)
    (by or Painter()).paint(surface, frame)
    return pygame.surfarray.array3d(surface)


CARD = replace(BOARD.cards[1], move="west", cost="12 ms", moved_last=True)
ROW = replace(INSIGHT.panels[0].rows[1], value="17")
PANEL = replace(INSIGHT.panels[0], rows=(INSIGHT.panels[0].rows[0], ROW))
VALUES = replace(FRAME.switches[0], is_on=True)
ROOMS, NO_PANEL = frame_of(ROOM, ROOM), frame_of()
WON = replace(ROOMS.boards[1], verdict="Won", good=True, note="food_left 3")
EAST = board_of(ROOM.successor(Action.EAST), insight=INSIGHT, score=0)
ANALYSED = replace(FRAME, timeline=analysed_timeline())
(ROW_OF_GAME,) = analysed_timeline().rows
FEWER = replace(analysed_timeline(), rows=(replace(ROW_OF_GAME, marks=ROW_OF_GAME.marks[:2]),))
CHANGES: dict[str, tuple[str, Frame, dict[str, Any]]] = {
    "score": ("header", FRAME, {"caption": caption_of(score=7)}),
    "status": ("header", FRAME, {"caption": caption_of(status="6 rounds/s")}),
    "round": ("header", FRAME, {"caption": caption_of(round=14)}),
    "food": ("header", FRAME, {"caption": caption_of(food=3)}),
    "banner": (
        "middle",
        FRAME,
        {"caption": caption_of(banner=Banner("Caught", ("-5",), keys="R"))},
    ),
    "board": ("boards", FRAME, {"boards": (EAST,)}),
    "strip": ("strips", ROOMS, {"boards": (ROOMS.boards[0], WON)}),
    "card": ("cards", FRAME, {"boards": (replace(INSIGHTFUL, cards=(BOARD.cards[0], CARD)),)}),
    "value": (
        "insight",
        FRAME,
        {"boards": (replace(INSIGHTFUL, insight=replace(INSIGHT, panels=(PANEL,))),)},
    ),
    "move": ("line", NO_PANEL, {"caption": caption_of(last_move="Pac-Man: east")}),
    "no room": ("line", NO_PANEL, {"boards": (INSIGHTFUL,)}),
    "ply": ("timeline", FRAME, {"timeline": replace(FRAME.timeline, ply=1)}),
    "marks": ("timeline", ANALYSED, {"timeline": FEWER}),
    "known plies": ("timeline", FRAME, {"timeline": timeline_of(0, -1, 9, 19)}),
    "switch": ("footer", FRAME, {"switches": (VALUES, *FRAME.switches[1:])}),
    "hints": ("footer", FRAME, {"keys": FRAME.keys[1:]}),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_seen_where_it_belongs_and_as_if_freshly_painted(name: str) -> None:
    part, before, changes = CHANGES[name]
    size = (160, 120) if part == "line" else SIZE
    painter, after = Painter(), replace(before, **changes)
    old, new = painted(before, size, painter), painted(after, size)
    columns, rows = np.nonzero((old != new).any(axis=2))
    different = Rect(columns.min(), rows.min(), np.ptp(columns) + 1, np.ptp(rows) + 1)
    area = getattr(painter.areas, part)
    assert (area[-1] if isinstance(area, list) else area).contains(different)
    assert (painted(after, size, painter) == new).all()


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


@pytest.mark.parametrize("size", [(1, 1), (90, 700), (160, 120), (320, 200), (1500, 90)])
def test_a_window_can_have_any_size(size: tuple[int, int]) -> None:
    banner = Banner("Forfeit", ("a long reason that takes several lines " * 5,))
    caption = caption_of(players="a" * 200, banner=banner)
    for frame in (
        FRAME,
        ANALYSED,
        frame_of(ROOM, ROOM, ROOM),
        replace(FRAME, caption=caption, sheet=MENU),
    ):
        assert painted(frame, size).shape == (*size, 3)


def test_a_frame_that_is_only_a_board_has_no_bars_below_it() -> None:
    frame = frame_of(boards=(board_of(State.parse("%%%%\n%P.%\n%%%%"), cards=()),))
    painter = Painter()
    bare = replace(frame, keys=(), switches=(), timeline=None)
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


def picture(diagram: Diagram = DIAGRAM, size: tuple[int, int] = (300, 200)) -> Canvas:
    return diagram_picture(Canvas(pygame.Surface(size), DARK, 1), size, diagram)


def painter_of(frame: Frame, size: tuple[int, int] = SIZE) -> Painter:
    painter = Painter()
    painter.paint(pygame.Surface(size), frame)
    return painter


def clicks(canvas: Canvas, point: tuple[int, int]) -> list[Any]:
    """The calls that a click there makes."""
    session: Any = RecordingSession()
    for target in canvas.targets:
        if target.area.collidepoint(point):
            target.click(session, point)
    return session.calls


def test_a_click_chooses_the_target_below_it() -> None:
    assert clicks(picture(), (50, 50)) == [("choose_target", 4)]
    assert clicks(picture(), (150, 50)) == [("choose_target", 7)]
    assert clicks(picture(), (100, 150)) == []


def test_what_does_not_fit_is_scrolled_to_its_focus_with_its_targets() -> None:
    large = replace(DIAGRAM, least_unit=100, focus=(3, 1))
    assert clicks(picture(large), (150, 100)) == [("choose_target", 7)]
    seen = picture(replace(large, focus=(6, 4)))
    assert [target.area.size for target in seen.targets] == [(0, 0)] * 2
    assert seen.surface.get_at((5, 5))[:3] == DARK.background


def test_the_main_board_gets_more_room_beside_or_above_the_other() -> None:
    for size in ((640, 480), (1280, 800), (600, 1000)):
        areas = painter_of(tree_frame(), size).areas
        tree, position = areas.boards
        assert tree.width * tree.height > position.width * position.height
        assert areas.words.height > 20
        assert not areas.words.colliderect(areas.timeline)
    tree, position = painter_of(tree_frame(), (600, 1000)).areas.boards
    assert tree.bottom < position.top


def test_the_wheel_steps_over_a_diagram() -> None:
    painter, session = painter_of(tree_frame()), RecordingSession()
    pointer = Pointer(painter)
    pointer.move(painter.areas.boards[0].center, session)  # type: ignore[arg-type]
    pointer.turn_wheel(-1, session)  # type: ignore[arg-type]
    pointer.turn_wheel(1, session)  # type: ignore[arg-type]
    assert session.calls == [("press", "."), ("press", ",")]


def test_a_timeline_without_games_has_marks_and_can_be_clicked() -> None:
    def timeline(frame: Frame) -> bytes:
        surface = pygame.Surface(SIZE)
        painter.paint(surface, frame)
        return surface.subsurface(painter.areas.timeline).get_view("0").raw

    painter, session = Painter(), RecordingSession()
    frame = tree_frame()
    assert frame.timeline
    assert timeline(frame) != timeline(replace(frame, timeline=replace(frame.timeline, marks=())))
    pointer = Pointer(painter)
    pointer.press(painter.areas.timeline.midright, session)  # type: ignore[arg-type]
    area = painter.areas.timeline
    pointer.press((area.right - 1, area.centery), session)  # type: ignore[arg-type]
    assert session.calls == [("seek", 9)]


@pytest.mark.parametrize("size", [(1, 1), (90, 700), (160, 120), (320, 200), (1500, 90)])
@pytest.mark.parametrize("frame", [tree_frame(), board_game_frame()], ids=["tree", "game"])
def test_a_diagram_is_painted_in_a_window_of_any_size(frame: Frame, size: tuple[int, int]) -> None:
    assert painter_of(frame, size).areas.boards


def test_the_end_of_another_game_is_told_below_its_board() -> None:
    caption = board_game_frame().caption
    over = board_game_frame(caption=replace(caption, banner=Banner("X wins", ("5 plies",))))
    areas = painter_of(over).areas
    assert areas.words.top >= areas.boards[0].bottom
    assert not painter_of(board_game_frame()).areas.words.height
