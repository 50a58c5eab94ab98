"""What figures and walls are made of. What is seen of them: `tests/test_painters.py`."""

import re

import pytest
from hypothesis import given, settings

from helpers.mazes import layouts
from pacgrid import Action, Layout, Maze
from pacgrid.render.board_svg import (
    Figure,
    Letters,
    agent_figure,
    arrow,
    ghost,
    label,
    pacman,
    tile,
    trail,
    wall_paths,
)
from pacgrid.session.frame import Ink, Mood
from pacgrid.session.themes import (
    DARK,
    THEMES,
    Theme,
    colour_of,
    ink_on,
    letters_in,
)

OWN_CELL = (0, 0, 1, 1)


def letters(figure: Figure, theme: Theme = DARK) -> Letters:
    (found,) = (part for part in figure.parts_in(theme) if isinstance(part, Letters))
    return found


@pytest.mark.parametrize("theme", THEMES.values())
def test_a_colour_has_one_name_in_all_themes(theme: Theme) -> None:
    assert colour_of(theme, "agent-0") == theme.pacman
    assert colour_of(theme, "agent-2") == theme.ghost(2)
    assert colour_of(theme, "on-agent-2") == ink_on(theme.ghost(2))
    assert colour_of(theme, "letters-danger") == letters_in(theme, "danger")
    assert colour_of(theme, "edge") == theme.edge
    assert colour_of(theme, "#0a0B0c") == (10, 11, 12)


def test_figures_keep_to_their_cells_and_trails_to_those_they_go_through() -> None:
    for figure in (pacman(Action.EAST, 40), tile(Ink.EXPANDED), agent_figure(1, "OX")):
        assert figure.cells == OWN_CELL
    assert all(ghost(1, a, m, 1).cells == OWN_CELL for a in Action for m in Mood)
    for agent in range(10):
        west_and_north = trail(agent, ((3, 1), (2, 1), (1, 1), (1, 2)))
        assert west_and_north.cells == (-2, -1, 3, 2)
        assert {shape.ink for shape in west_and_north.parts} == {f"agent-{agent}"}
    assert arrow(2, 1, Ink.BEST).cells == (0, -1, 3, 2)
    assert arrow(0, 0, Ink.BEST).cells == OWN_CELL
    line, _head = trail(0, ((1, 1), (2, 1), (5, 1), (6, 1))).parts
    assert line.path == "M0 0L200 0M800 0L980 0", "a gap where an agent jumps"


@pytest.mark.parametrize("mouth", [0, 6, 42, 90, 96, 174])
def test_a_mouth_is_between_two_lips_of_the_same_height(mouth: int) -> None:
    (shape,) = pacman(Action.EAST, mouth).parts
    _, _, upper_x, upper_y, *_, lower_x, lower_y = map(float, re.findall(r"-?[\d.]+", shape.path))
    assert (upper_x, upper_y) == (lower_x, -lower_y)
    assert upper_y <= 0
    assert not pacman(Action.EAST, 180).parts


def test_a_label_has_a_rim_of_the_ground_and_short_ones_letters_of_one_size() -> None:
    found = letters(label("808", Ink.BEST))
    assert (found.rim, found.ink) == ("background", "letters-best")
    sizes = [letters(label(text, Ink.VALUE)).size for text in ("8", "-888", "88888888")]
    assert sizes[0] == sizes[1] == 2 * sizes[2]
    assert not label("", Ink.VALUE).parts


Polygon = list[tuple[int, int]]


def pieces(path: str) -> list[Polygon]:
    """The corners of each piece; arcs are cut short."""
    found: list[Polygon] = []
    for letter, numbers in re.findall(r"([MHVA])([^MHVAz]*)", path):
        values = [int(number) for number in numbers.split()]
        if letter == "M":
            found.append([])
        x, y = found[-1][-1] if found[-1] else (0, 0)
        found[-1].append({"H": (values[0], y), "V": (x, values[0])}.get(letter, tuple(values[-2:])))
    return found


def area(polygon: Polygon) -> float:
    """Twice its area; negative if it goes counterclockwise."""
    turns = zip(polygon, [*polygon[1:], polygon[0]], strict=True)
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in turns)


@settings(max_examples=8)
@given(layouts())
def test_every_piece_is_closed_and_no_wall_is_left_out(layout: Layout) -> None:
    walls, edges = map(pieces, wall_paths(Maze.of(layout).walls))
    assert all(piece[0] == piece[-1] for piece in (*walls, *edges))
    assert sum(map(area, walls)) > 0
