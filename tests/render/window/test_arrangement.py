"""Where everything is in the window."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pacgrid import Layout
from pacgrid.maze import Maze
from pacgrid.render.window.arrangement import Arrangement, BoardSize, Rect, Size, arranged, unit_for

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


def maze_of(name: str) -> BoardSize:
    maze = Maze.of(Layout.load(name))
    return BoardSize(maze.width, maze.height)


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


@pytest.mark.parametrize("size", [(640, 480), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("name", Layout.shipped())
def test_an_overlay_has_its_panel_on_every_ordinary_screen(name: str, size: Size) -> None:
    layout = Layout.load(name)
    areas = arranged(
        size, (maze_of(name),), agents=1 + len(layout.ghosts), insight=True, timeline=1
    )
    assert areas.insight.height >= 100
    assert not areas.line.height


def test_without_room_for_a_panel_there_is_a_line() -> None:
    areas = arranged((200, 150), (BoardSize(20, 11),), agents=3, insight=True, timeline=1)
    assert [bool(area) for area in (areas.line, areas.cards, areas.insight)] == [True, False, False]


def test_games_side_by_side_have_strips_and_no_panel() -> None:
    areas = arranged((1000, 700), (BoardSize(7, 5), BoardSize(20, 11)), agents=3, timeline=2)
    assert len(areas.strips) == 2
    assert not areas.cards
    assert areas.boards[0].width * 20 == areas.boards[1].width * 7


@given(SIZES, SIZES)
def test_letters_grow_with_the_window(one: Size, other: Size) -> None:
    assert unit_for((max(one[0], other[0]), max(one[1], other[1]))) >= unit_for(one)


def test_letters_are_larger_on_a_projector() -> None:
    assert unit_for((1920, 1080)) > 1.4 * unit_for((1024, 768))
