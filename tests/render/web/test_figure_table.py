"""Figures by number."""

from pacgrid import Action, State
from pacgrid.render.display_list import figures
from pacgrid.render.shapes import Figure, label, pacman
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.session.themes import COLOUR_BLIND, DARK, LIGHT, Ink

ROOM = State.parse("%%%%%\n%P.1%\n%%%%%")
THEMES = (DARK, LIGHT, COLOUR_BLIND)


def looks(*draw: object) -> list[Figure]:
    return [figures(theme)(*draw) for theme in THEMES]


def test_a_figure_has_one_number_however_often_it_is_asked_for() -> None:
    table = FigureTable(THEMES)
    east, west = (looks(pacman, action, 36) for action in (Action.EAST, Action.WEST))
    numbers = [table.number(each[0], lambda each=each: each) for each in (east, west, east)]
    assert numbers == [0, 1, 0]
    assert len(table.figures) == 2


def test_a_figure_has_a_look_for_each_theme() -> None:
    table = FigureTable(THEMES)
    eater = looks(pacman, Action.EAST, 36)
    shapes = [shape for (shape,) in table.figures[table.number(eater[0], lambda: eater)]]
    assert [table.colours[colour] for colour, _, _ in shapes] == ["#ffd414", "#f4b400", "#f0e442"]
    assert {(path, brush) for _, path, brush in shapes} == {(0, 0)}
    assert table.paths[0].startswith("M")


def test_lines_of_one_colour_and_brush_are_one_path() -> None:
    table = FigureTable([DARK])
    words = figures(DARK)(label, "-88", Ink.VALUE)
    ((rims, letters),) = table.figures[table.number(words, lambda: [words])]
    assert rims[1] == letters[1]
    assert table.paths[rims[1]].count("M") == 3


def test_the_ground_is_a_figure_too() -> None:
    table = FigureTable(THEMES)
    assert table.ground(ROOM.maze) == table.ground(ROOM.maze) == 0
    background, _edge, _wall = table.figures[0][0]
    assert table.paths[background[1]] == "M0 0H1000V600H0z"
