"""`pacgrid.svg`, a picture of a state with arrows, coloured cells and labels; and pictures of
search trees."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pacgrid.layout import Layout
from pacgrid.maze import HalfPosition, Maze
from pacgrid.records.record import Record
from pacgrid.render.board_svg import (
    ARROW_OPACITY,
    TINT_OPACITY,
    Placed,
    Svg,
    arrow,
    description,
    display_list,
    label,
    svg_document,
    tile,
)
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.session.board_picture import position_diagram
from pacgrid.session.frame import Transition, scene, short, standing_after
from pacgrid.session.themes import THEMES, Ink, Theme, ThemeName
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.state import State
from pacgrid.tree.search_tree import SearchTree

CELL = 24


@dataclass(frozen=True)
class Arrow:
    """An arrow from one cell to another; a ring if they are the same."""

    start: HalfPosition
    end: HalfPosition
    colour: str = "best"


def svg(
    state: State | Layout | Record,
    *,
    arrows: Iterable[Arrow | tuple[HalfPosition, HalfPosition]] = (),
    fill: Mapping[HalfPosition, str] | None = None,
    labels: Mapping[HalfPosition, str | float] | None = None,
    theme: str = ThemeName.DARK,
    size: int | None = None,
    title: str = "",
) -> Svg:
    """A picture of a state, of the start of a layout, or of the end of a record.

    A colour is `#rrggbb`, `#rrggbbaa`, or the name of one in the theme, such as `best`, `good`,
    `bad`, `danger`, `expanded` or `pacman`; names mean the right colour in every theme.

    Args:
        arrows: pairs of cells `(x, y)`, or Arrow objects; they lie on top of the agents.
        fill: by cell, the colour of its ground.
        labels: by cell, a number or a short text.
        theme: `dark`, `light`, `colour-blind` or `colour-blind-light`.
        size: pixels of the longer side.
        title: what a screen reader says; by default, who is where.

    Raises:
        ValueError: one line that names the argument.

    >>> import pacgrid
    >>> small = pacgrid.Layout.load("small")
    >>> picture = pacgrid.svg(small, arrows=[((1, 1), (3, 1))], labels={(3, 1): 12.5}, size=400)
    >>> picture[:52]
    '<svg xmlns="http://www.w3.org/2000/svg" width="400" '
    """
    if theme not in THEMES:
        raise ValueError(f"theme: must be one of {', '.join(THEMES)}, not {theme!r}")
    if size is not None and size < 1:
        raise ValueError(f"size: must be at least 1 pixel, not {size}")
    colours = THEMES[ThemeName(theme)]
    if isinstance(state, Record) and not state.setup.in_real_time:
        for argument, given in (("arrows", arrows), ("fill", fill), ("labels", labels)):
            if given:
                raise ValueError(f"{argument}: only boards of Pac-Man have them; leave them out")
        *_, last = state.states()
        return diagram_svg(position_diagram(last), colours, size=size, title=title)
    board = scene(_transition(state), 1)
    maze = board.maze
    drawn = display_list(board)
    below, above = [*drawn.below], [*drawn.figures]
    for cell, name in (fill or {}).items():
        colour, opacity = _colour(name, colours, "fill", TINT_OPACITY)
        below.append(Placed(tile(colour), _cell(cell, maze, "fill"), opacity))
    above += (_arrow(each, maze, colours) for each in arrows)
    for cell, value in (labels or {}).items():
        text = value if isinstance(value, str) else short(value)
        figure = label(text, Ink.TEXT)
        above.append(Placed(figure, _cell(cell, maze, "labels"), text=text))
    drawn = drawn._replace(below=tuple(below), figures=tuple(above))
    pixels = size / max(maze.width, maze.height) if size else CELL
    return svg_document(drawn, maze, colours, pixels, title or description(board))


def _transition(state: State | Layout | Record) -> Transition:
    if isinstance(state, Record):
        states = [*state.states()]
        return standing_after(states)
    if isinstance(state, Layout):
        state = State.initial(state)
    if not isinstance(state, State):
        raise ValueError(f"state: must be a State, a Layout or a Record, not {state!r:.40}")
    return Transition.standing(state)


def _arrow(given: Arrow | tuple[HalfPosition, HalfPosition], maze: Maze, theme: Theme) -> Placed:
    try:
        each = given if isinstance(given, Arrow) else Arrow(*given)
    except TypeError:
        raise ValueError(f"arrows: {given!r:.40} is not an Arrow or a pair of cells") from None
    start, end = _cell(each.start, maze, "arrows"), _cell(each.end, maze, "arrows")
    colour, opacity = _colour(each.colour, theme, "arrows", ARROW_OPACITY)
    return Placed(arrow(end[0] - start[0], end[1] - start[1], colour), start, opacity)


def _cell(given: HalfPosition, maze: Maze, argument: str) -> HalfPosition:
    try:
        x, y = given
        inside = 0 <= x <= maze.width - 1 and 0 <= y <= maze.height - 1
    except (TypeError, ValueError):
        raise ValueError(f"{argument}: {given!r:.40} is not a cell (x, y)") from None
    if not inside:
        board = f"{maze.width} x {maze.height} cells"
        raise ValueError(f"{argument}: ({x}, {y}) is not on the board, which has {board}")
    return x, y


def _colour(name: str, theme: Theme, argument: str, opacity: float) -> tuple[str, float]:
    """What figures call that colour, and its opacity, which is `opacity` for the theme's own."""
    if isinstance(name, str) and re.fullmatch("#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", name):
        return name[:7].lower(), int(name[7:] or "ff", 16) / 255
    named = {key: value for key, value in vars(theme).items() if isinstance(value, tuple)}
    del named["ghosts"]
    if name not in named:
        known = f"#rrggbb, #rrggbbaa or one of {', '.join(named)}"
        raise ValueError(f"{argument}: {name!r:.40} is not a colour; use {known}")
    return name, opacity


def tree_svg(
    tree: SearchTree,
    step: int | None = None,
    *,
    most_nodes: int | None = None,
    theme: str = ThemeName.LIGHT,
    boards: bool | None = None,
) -> Svg:
    """A picture of a search tree after one of its steps; by default, after the last.

    Args:
        most_nodes: a larger tree is folded to what matters; None: smaller with boards.
        theme: `dark`, `light`, `colour-blind` or `colour-blind-light`.
        boards: whether each node has its position as a small board; None: if it is small.

    Raises:
        ValueError: one line that names the argument.
    """
    if theme not in THEMES:
        raise ValueError(f"theme: must be one of {', '.join(THEMES)}, not {theme!r}")
    diagram = tree_diagram(tree, step, most_nodes=most_nodes, boards=boards)
    return diagram_svg(diagram, THEMES[ThemeName(theme)])
