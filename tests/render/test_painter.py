"""What is painted where in a window: the arrangement, boards, panels and sheets."""

from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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
from pacgrid import Action, Layout, State
from pacgrid.maze import Maze
from pacgrid.render.panels import Canvas, paint_sheet
from pacgrid.render.sdl import pygame
from pacgrid.render.window import (
    Arrangement,
    BoardSize,
    Painter,
    Pointer,
    Rect,
    Size,
    arranged,
    diagram_picture,
    unit_for,
)
from pacgrid.session.frame import Banner, Diagram, Frame, Sheet, SheetRow, Tab
from pacgrid.session.session import HELP
from pacgrid.session.themes import DARK

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
CHANGED_INSIGHT = replace(INSIGHT, panels=(PANEL,))
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
    "banner": ("middle", FRAME, {"caption": caption_of(banner=Banner("Caught", ("-5",)))}),
    "board": ("boards", FRAME, {"boards": (EAST,)}),
    "strip": ("strips", ROOMS, {"boards": (ROOMS.boards[0], WON)}),
    "card": ("cards", FRAME, {"boards": (replace(INSIGHTFUL, cards=(BOARD.cards[0], CARD)),)}),
    "value": ("insight", FRAME, {"boards": (board_of(ROOM, insight=CHANGED_INSIGHT),)}),
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


def test_a_sheet_lies_over_everything_until_it_is_gone_and_a_board_may_be_alone() -> None:
    painter = Painter()
    menu = painted(replace(FRAME, sheet=MENU), by=painter)
    assert painter.sheet_rows == len(MENU.rows)
    troubled = replace(FRAME, sheet=replace(MENU, problem="no such agent"))
    assert (painted(troubled, by=painter) != menu).any(), "in the place of the hint"
    painted(FRAME, by=painter)
    assert painter.sheet_rows == 0
    bare = frame_of(boards=(replace(BOARD, cards=()),), keys=(), switches=(), timeline=None)
    painted(bare, by=painter)
    assert [target.area for target in painter.targets] == [*painter.areas.boards]
    assert painter.areas.middle.bottom == SIZE[1]


@pytest.mark.parametrize("size", [(1, 1), (90, 700), (160, 120), (320, 200), (1500, 90)])
def test_a_window_can_have_any_size(size: tuple[int, int]) -> None:
    banner = Banner("Forfeit", ("a long reason that takes several lines " * 5,))
    caption = caption_of(players="a" * 200, banner=banner)
    for frame in (
        FRAME,
        ANALYSED,
        tree_frame(),
        board_game_frame(),
        frame_of(ROOM, ROOM, ROOM),
        replace(FRAME, caption=caption, sheet=MENU),
    ):
        assert painted(frame, size).shape == (*size, 3)


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


def test_a_click_chooses_the_target_below_it_also_in_a_scrolled_diagram() -> None:
    for point, calls in (((50, 50), [4]), ((150, 50), [7]), ((100, 150), [])):
        assert clicks(picture(), point) == [("choose_target", number) for number in calls]
    large = replace(DIAGRAM, least_unit=100, focus=(3, 1))
    assert clicks(picture(large), (150, 100)) == [("choose_target", 7)]
    seen = picture(replace(large, focus=(6, 4)))
    assert [target.area.size for target in seen.targets] == [(0, 0)] * 2
    assert seen.surface.get_at((5, 5))[:3] == DARK.background


def test_the_main_board_gets_more_room_beside_or_above_the_other_and_words_stand_below() -> None:
    for size in ((640, 480), (1280, 800), (600, 1000)):
        areas = painter_of(tree_frame(), size).areas
        tree, position = areas.boards
        assert tree.width * tree.height > position.width * position.height
        assert areas.words.height > 20
        assert not areas.words.colliderect(areas.timeline)
    assert tree.bottom < position.top
    frame = board_game_frame()
    assert not painter_of(frame).areas.words.height
    banner = Banner("X wins", ("5 plies",))
    areas = painter_of(replace(frame, caption=replace(frame.caption, banner=banner))).areas
    assert areas.words.top >= areas.boards[0].bottom


def test_a_timeline_without_games_has_marks_and_can_be_clicked_and_the_wheel_steps() -> None:
    def timeline(frame: Frame) -> bytes:
        surface = pygame.Surface(SIZE)
        painter.paint(surface, frame)
        return surface.subsurface(painter.areas.timeline).get_view("0").raw

    painter, frame = Painter(), tree_frame()
    session: Any = RecordingSession()
    assert frame.timeline
    assert timeline(frame) != timeline(replace(frame, timeline=replace(frame.timeline, marks=())))
    pointer, area = Pointer(painter), painter.areas.timeline
    pointer.press(area.midright, session)
    pointer.press((area.right - 1, area.centery), session)
    pointer.move(painter.areas.boards[0].center, session)
    pointer.release()
    pointer.turn_wheel(-1, session)
    pointer.turn_wheel(1, session)
    assert session.calls[:1] + session.calls[-2:] == [("seek", 9), ("press", "."), ("press", ",")]


SIZES = st.tuples(st.integers(160, 4000), st.integers(120, 2500))
BOARDS = st.builds(
    BoardSize,
    st.integers(3, 35),
    st.integers(3, 30),
    weight=st.sampled_from([1, 2]),
    least_unit=st.just(0),
    is_diagram=st.booleans(),
)
MAZES = st.lists(BOARDS, min_size=1, max_size=3)


def areas_of(areas: Arrangement) -> list[Rect]:
    alone = (areas.header, areas.cards, areas.insight, areas.line, areas.timeline, areas.footer)
    return [area for area in (*alone, *areas.boards, *areas.strips) if area.width and area.height]


@given(SIZES, MAZES, st.integers(0, 10), st.booleans(), st.booleans())
def test_nothing_overlaps_and_everything_is_inside(
    size: Size, mazes: list[BoardSize], agents: int, insight: bool, bars: bool
) -> None:
    if len(mazes) > 1:
        size = 2 * size[0], 2 * size[1]
    timelines = len(mazes) if bars else None
    areas = arranged(
        size, tuple(mazes), agents=agents, insight=insight, timeline=timelines, footer=bars
    )
    window, found = Rect((0, 0), size), areas_of(areas)
    assert len(areas.boards) == len(mazes)
    assert [area for area in found if not window.contains(area)] == []
    assert [pair for pair in combinations(found, 2) if pair[0].colliderect(pair[1])] == []


SCREENS = pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])


@SCREENS
@pytest.mark.parametrize("name", Layout.shipped())
def test_an_overlay_has_its_panel_on_every_ordinary_screen(name: str, size: Size) -> None:
    layout = Layout.load(name)
    maze, agents = Maze.of(layout), 1 + len(layout.ghosts)
    board = BoardSize(maze.width, maze.height)
    areas = arranged(size, (board,), agents=agents, insight=True, timeline=1)
    assert areas.insight.height >= 100
    assert not areas.line.height


def test_without_room_for_a_panel_there_is_a_line_and_games_side_by_side_have_strips() -> None:
    areas = arranged((200, 150), (BoardSize(20, 11),), agents=3, insight=True, timeline=1)
    assert [bool(area) for area in (areas.line, areas.cards, areas.insight)] == [True, False, False]
    areas = arranged((1000, 700), (BoardSize(7, 5), BoardSize(20, 11)), agents=3, timeline=2)
    assert len(areas.strips) == 2
    assert not areas.cards
    assert areas.boards[0].width * 20 == areas.boards[1].width * 7


@given(SIZES, SIZES)
def test_letters_grow_with_the_window(one: Size, other: Size) -> None:
    assert unit_for((max(one[0], other[0]), max(one[1], other[1]))) >= unit_for(one)


KEYS = Sheet("Keys", tuple(SheetRow(*row) for row in HELP), hint="any key: close")
LONG = Sheet(
    "Take over from ply 2",
    tuple(SheetRow(f"agent_{number}", "plays") for number in range(40)),
    selected=0,
    tabs=tuple(Tab(agent, game, f"{agent}") for game in range(2) for agent in range(5)),
    subtitle="Pac-Man, alpha_beta",
    hint="↑ ↓ choose   Enter: take over   Esc: cancel",
)
SHEET_SIZES = st.tuples(st.integers(160, 2000), st.integers(160, 1300))


def painted_sheet(sheet: Sheet, size: Size) -> tuple[Rect, dict[tuple[Any, ...], Rect]]:
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
    return [number for name, number in painted_sheet(sheet, size)[1] if name == "choose_row"]


@given(SHEET_SIZES, st.sampled_from([KEYS, LONG, MENU, replace(MENU, aside=True)]))
def test_a_sheet_is_never_cut_off(size: Size, sheet: Sheet) -> None:
    box, areas = painted_sheet(sheet, size)
    parts = list(areas.values())
    assert Rect((0, 0), size).contains(box)
    assert [part for part in parts if not box.contains(part)] == []
    assert all(part.collidelistall(parts) == [number] for number, part in enumerate(parts))


@pytest.mark.parametrize("size", [(1000, 640), (1280, 720), (1920, 1080)])
def test_a_menu_with_a_preview_lies_beside_the_board(size: Size) -> None:
    middle = Rect((0, 0), size).center
    assert painted_sheet(MENU, size)[0].collidepoint(middle)
    rows = (SheetRow("Pac-Man", "‹ alpha_beta ›"), SheetRow("Ghosts", "‹ directional_ghost ›"))
    menu = replace(MENU, rows=rows, tabs=(), aside=True)
    board = board_of(State.initial(Layout.load("medium")))
    painter = painter_of(frame_of(boards=(board,), sheet=menu), size)
    areas = [each.area for each in painter.targets]
    whole = next(number for number, area in enumerate(areas) if area.size == size)
    assert not areas[whole + 1].colliderect(painter.areas.boards[0])
    assert not areas[whole + 1].collidepoint(middle)


@given(SHEET_SIZES, st.integers(0, 39))
def test_the_selected_row_can_always_be_seen(size: Size, selected: int) -> None:
    assert selected in rows_of(replace(LONG, selected=selected), size)


@SCREENS
def test_the_whole_help_is_shown_on_every_ordinary_screen(size: Size) -> None:
    assert rows_of(KEYS, size) == list(range(len(HELP)))


def test_the_help_is_scrolled_in_a_small_window() -> None:
    shown = rows_of(KEYS, (300, 200))
    assert shown == list(range(len(shown)))
    assert rows_of(replace(KEYS, scroll=5), (300, 200)) == [5 + row for row in shown]
