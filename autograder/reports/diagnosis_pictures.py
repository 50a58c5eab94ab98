"""Pictures of a counterexample for pages, and what steps through its searches."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from markupsafe import Markup

from pacgrid.action import Action
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.figures import hexed
from pacgrid.render.pictures.svg import Arrow, svg
from pacgrid.render.web.page import packed_text, script_of, source_of
from pacgrid.render.web.tree_page import framed_tree_page, tree_data
from pacgrid.session.diagram import Diagram, Polygon
from pacgrid.session.themes import DARK, LIGHT, Ink, Theme
from pacgrid.session.tree_diagram import tree_diagram
from pacgrid.session.tree_figures import LABEL_HEIGHT, SIDE
from pacgrid.state import State
from pacgrid.tree.search_tree import Layer, SearchTree
from pacgrid.tree.tree_view import folded

from ..diagnosis.compared_trees import ComparedTrees
from ..diagnosis.example_trees import by_path
from ..diagnosis.path import ROOT, Path
from .shown_diagnosis import ShownExample

_MOST_NODES, _MOST_STEPS = 30, 200
"""Of a search. With more steps, a page takes seconds to make."""
_WIDE = 24
"""Units."""
_LABEL = 0.75
"""How far from Pac-Man the value of a move is written, in cells."""
_RIM = 0.15
"""Around the node where the searches part."""
_STEPS: Mapping[Action, tuple[int, int]] = {
    Action.NORTH: (0, 1),
    Action.EAST: (1, 0),
    Action.SOUTH: (0, -1),
    Action.WEST: (-1, 0),
    Action.STOP: (0, 0),
}


@dataclass(frozen=True)
class SearchPicture:
    """One of the two searches of a counterexample, for a page."""

    title: str
    drawing: Markup
    """Its tree as an SVG in light colours."""
    is_wide: bool
    """Whether the tree can't be read in half of a page."""
    data: str
    """What the page needs to step through it."""


def search_pictures(example: ShownExample) -> Iterator[SearchPicture]:
    """The agent's search, and the right one."""
    trees = example.trees
    parting = ComparedTrees(trees, example.source.departs_at).parting
    own = "What your search visits"
    if trees.known:
        whose = "its own" if trees.has_own_values else "the mistake's"
        own = f"Your search, with {whose} values"
    searches = (
        (own, trees.observed, Ink.BAD),
        ("The right search", [trees.right], Ink.GOOD),
    )
    for title, searched, ink in searches:
        diagram = _diagram(searched[-1], parting, ink)
        yield SearchPicture(
            title,
            Markup(diagram_svg(diagram, LIGHT)),
            diagram.width > _WIDE,
            tree_data(searched, example.source.name, most_steps=_MOST_STEPS),
        )


def board_picture(example: ShownExample) -> Markup | None:
    """The position as an SVG in light colours, with an arrow and a value for each action; None for
    a drawn tree."""
    state, source = example.trees.root, example.source
    if not isinstance(state, State):
        return None
    arrows: list[Arrow] = []
    labels: dict[tuple[float, float], str | float] = {}
    for value in sorted(source.values, key=lambda value: value.action in source.best):
        x, y = state.pacman
        dx, dy = _STEPS[value.action]
        chosen, best = value.action == source.chosen, value.action in source.best
        colour = "best" if best else "bad" if chosen else "faint"
        arrows.append(Arrow((x, y), (x + dx, y + dy), colour))
        if dx or dy:  # a label would hide Pac-Man
            labels[x + _LABEL * dx, y + _LABEL * dy] = value.expected
    return Markup(svg(state, arrows=arrows, labels=labels, theme="light"))


def _diagram(tree: SearchTree, parting: Path | None, ink: Ink) -> Diagram:
    """A tree in which the node where the searches part has a frame."""
    nodes, marked = by_path(tree), parting or ROOT
    while marked not in nodes:
        marked = marked.parent
    number = nodes[marked].number
    diagram = tree_diagram(tree, shown=folded(tree, number, most_nodes=_MOST_NODES))
    if parting is not None:
        area = next(target for target in diagram.targets if target.number == number)
        (x, y), (width, height) = area.corner, area.size
        height = SIDE if tree.nodes[number].layer is Layer.LEAF else height
        left, top, right, bottom = x - _RIM, y - _RIM, x + width + _RIM, y + height + _RIM
        top -= LABEL_HEIGHT if number else 0
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
        diagram = replace(diagram, parts=(Polygon(corners, ink, ink, opacity=0.12), *diagram.parts))
    return diagram


@lru_cache
def in_dark() -> Mapping[str, str]:
    """By colour of a picture in light colours: the dark one."""
    return {
        hexed(light): hexed(dark) for light, dark in zip(*map(_colours, (LIGHT, DARK)), strict=True)
    }


def _colours(theme: Theme) -> Iterator[tuple[int, int, int]]:
    for value in vars(theme).values():
        if isinstance(value, tuple):
            yield from value if isinstance(value[0], tuple) else (value,)


@lru_cache
def stepper() -> str:
    """What steps through any search in a frame, packed."""
    return packed_text(framed_tree_page("{search}"))


@lru_cache
def script() -> str:
    """What puts a search into each frame, and steps through them together."""
    return (files("pacgrid.autograder.reports") / "templates" / "steps.js").read_text("utf-8")


@lru_cache
def script_sources() -> str:
    """What a page's policy allows to run: these two scripts."""
    return f"{source_of(script())} {source_of(script_of('framed'))}"
