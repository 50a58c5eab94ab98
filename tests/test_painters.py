"""One scene, many painters: the same is to be seen in each cell, whoever paints a moment.

Things are told apart by the colours of the theme.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from math import dist
from random import Random
from typing import Any

import numpy as np
import pytest

from helpers.browser import MILLISECONDS, chromium, until
from helpers.diagrams import DIAGRAM, tree_frame
from helpers.painters import (
    HUNT,
    HUNT_MARKS,
    NEAR,
    Painter,
    as_array,
    coloured,
    in_window,
    with_svg,
)
from pacgrid.render.board_painter import Bytes, pixels_of
from pacgrid.render.board_svg import TINT_OPACITY, TRAIL_OPACITY
from pacgrid.render.board_text import Style, board_text
from pacgrid.render.diagram_svg import diagram_svg
from pacgrid.render.panels import Canvas
from pacgrid.render.sdl import pygame
from pacgrid.render.window import diagram_picture
from pacgrid.session.frame import NO_MARKS, Board, Marks, Mood, Scene, Transition, scene
from pacgrid.session.themes import THEMES, Colour, Theme, ThemeName, letters_in, mixed

CELL = 32
DIAGRAM_SIZE = 360, 240
DIAGRAM_THEMES = THEMES[ThemeName.DARK], THEMES[ThemeName.COLOUR_BLIND_LIGHT]
LEAST = {"wall": 0.1, "food": 0.012, "letters": 0.01, "trail": 0.02, "tint": 0.2}
"""The part of a cell that must have the colour of a thing for it to be there; else it is 0.05."""
FIGURES = {"Pac-Man", "scared", "flashing", "ghost 1", "ghost 2"}
Seen = dict[tuple[int, int], set[str]]
"""What is to be seen in each cell."""


def moments() -> Iterator[Scene]:
    """Moments of a game in which capsules and ghosts are eaten, and Pac-Man is caught."""
    rng, state, transition = Random(308), HUNT, Transition.standing(HUNT)
    while not state.is_terminal:
        yield scene(transition, 0)
        state = state.successor(rng.choice(state.legal_actions()))
        if state.to_move == 0 or state.is_terminal:
            transition = transition.then(state)
    yield scene(transition, 1)


def telling(scenes: list[Scene]) -> list[Scene]:
    """The first scene for each set of moods, with and without ghosts between cells; the last."""
    found: dict[object, Scene] = {}
    for seen in scenes:
        halves = any(x % 1 for ghost in seen.ghosts for x in ghost.position)
        found.setdefault((halves, *(ghost.mood for ghost in seen.ghosts)), seen)
    return [*found.values(), scenes[-1]]


MOMENTS = telling([*moments()])


EACH_THEME = pytest.mark.parametrize(
    "theme",
    [
        pytest.param(
            theme, id=name, marks=() if name is ThemeName.COLOUR_BLIND_LIGHT else pytest.mark.slow
        )
        for name, theme in THEMES.items()
    ],
)


def colours(theme: Theme, marks: Marks = NO_MARKS) -> dict[Colour, str]:
    """What has which colour."""
    known = {
        theme.wall: "wall",
        theme.food: "food",
        theme.capsule: "capsule",
        theme.pacman: "Pac-Man",
        theme.scared: "scared",
        theme.flashing: "flashing",
        theme.ghost(1): "ghost 1",
        theme.ghost(2): "ghost 2",
    }
    for tint in marks.tints:
        colour = mixed(theme.background, getattr(theme, tint.ink), TINT_OPACITY * tint.strength)
        known[colour] = f"tint {tint.ink} {tint.strength}"
    for trail in marks.trails:
        own = mixed(theme.background, theme.agent(trail.agent), TRAIL_OPACITY)
        known[own] = f"trail {trail.agent}"
    for label in marks.labels:
        known.setdefault(letters_in(theme, label.ink), f"letters {label.ink}")
    return known


@cache
def in_pixels(paint: Painter, seen: Scene, theme: Theme) -> Seen:
    picture = paint(seen, CELL, theme)
    visible: Seen = {place: set() for place in np.ndindex(seen.maze.width, seen.maze.height)}
    for colour, name in colours(theme, seen.marks).items():
        near = coloured(picture, colour)
        parts = near.reshape(seen.maze.height, CELL, seen.maze.width, CELL).mean(axis=(1, 3))
        for row, x in np.argwhere(parts > LEAST.get(name.split()[0], 0.05)).tolist():
            visible[x, seen.maze.height - 1 - row].add(name)
    return visible


def in_text(seen: Scene, theme: Theme) -> Seen:
    """What the text shows, but for marks and eyes alone."""
    foregrounds = {theme.edge: "wall", theme.food: "food", theme.capsule: "capsule"}
    backgrounds = {colour: name for colour, name in colours(theme).items() if name in FIGURES}
    visible: Seen = {place: set() for place in np.ndindex(seen.maze.width, seen.maze.height)}
    text = board_text(seen, Style(theme, unicode=False))
    for row, line in enumerate(text.split("\n")):
        for span in line.spans:
            foreground, _, background = str(span.style).removeprefix("bold ").partition(" on ")
            known, colour = (backgrounds, background) if background else (foregrounds, foreground)
            for column in range(span.start, span.end):
                if name := known.get(unhexed(colour)):
                    visible[column // 2, seen.maze.height - 1 - row].add(name)
    return visible


def unhexed(text: str) -> Colour:
    red, green, blue = bytes.fromhex(text.removeprefix("#"))
    return red, green, blue


def away(seen: Scene, cell: tuple[int, int]) -> float:
    """How far the nearest figure is from a cell."""
    return min(dist(cell, figure.position) for figure in (seen.pacman, *seen.ghosts))


def test_the_moments_have_it_all() -> None:
    assert {ghost.mood for seen in MOMENTS for ghost in seen.ghosts} == set(Mood)
    assert any(x % 1 for seen in MOMENTS for ghost in seen.ghosts for x in ghost.position)
    assert MOMENTS[0].capsules
    assert not MOMENTS[-1].capsules
    assert len(MOMENTS) > 8


@EACH_THEME
def test_what_is_painted_is_where_the_game_has_it(theme: Theme) -> None:
    for seen in MOMENTS:
        visible = in_pixels(as_array, seen, theme)
        for x, y in np.ndindex(seen.maze.width, seen.maze.height):
            if away(seen, (x, y)) >= 1:
                there = {
                    "food": (x, y) in seen.food,
                    "capsule": (x, y) in seen.capsules,
                    "wall": seen.maze.is_wall((x, y)),
                }
                assert visible[x, y] == {name for name, is_there in there.items() if is_there}
        for number, ghost in enumerate(seen.ghosts, start=1):
            x, y = map(int, ghost.position)
            name = f"ghost {number}" if ghost.mood is Mood.ACTIVE else ghost.mood.name.lower()
            hidden = any(dist(ghost.position, g.position) < 1 for g in seen.ghosts[number:])
            if ghost.mood is not Mood.EATEN and not hidden:
                assert name in visible[x, y]


@pytest.mark.parametrize(
    ("paint", "name", "marks"),
    [
        (in_window, ThemeName.DARK, HUNT_MARKS),
        pytest.param(with_svg, ThemeName.DARK, HUNT_MARKS, marks=pytest.mark.slow),
        (with_svg, ThemeName.COLOUR_BLIND_LIGHT, NO_MARKS),
    ],
)
def test_every_cell_of_every_picture_shows_the_same(
    paint: Painter, name: ThemeName, marks: Marks
) -> None:
    theme = THEMES[name]
    for bare in MOMENTS[::4]:
        seen = replace(bare, marks=marks)
        visible, expected = in_pixels(paint, seen, theme), in_pixels(as_array, seen, theme)
        for cell in expected:
            # Of a trail below a figure there may be too little left to be sure.
            some = {f"trail {trail.agent}" for trail in marks.trails if away(seen, cell) < 1}
            assert visible[cell] - some == expected[cell] - some


@pytest.mark.parametrize(
    ("paint", "name"),
    [
        (as_array, ThemeName.DARK),
        (in_window, ThemeName.LIGHT),
        (with_svg, ThemeName.COLOUR_BLIND_LIGHT),
    ],
)
def test_marks_are_below_the_food_and_labels_on_top(paint: Painter, name: ThemeName) -> None:
    seen = replace(scene(Transition.standing(HUNT), 1), marks=HUNT_MARKS)
    visible = in_pixels(paint, seen, THEMES[name])
    assert visible[1, 2] == {"tint expanded 1", "food"}
    assert visible[2, 2] == {"tint expanded 0.5", "food"}
    assert visible[2, 4] == {"trail 0", "food"}
    assert visible[1, 4] == {"Pac-Man", "trail 0"}, "he stands on it"
    assert visible[8, 3] == {"letters distance"}, "so is the food below words"
    assert visible[3, 2] == {"food"}


@EACH_THEME
def test_text_shows_the_same_in_every_cell(theme: Theme) -> None:
    compared = 0
    for seen in MOMENTS:
        pixels, text = in_pixels(as_array, seen, theme), in_text(seen, theme)
        for cell in pixels:
            if away(seen, cell) >= 1:
                assert text[cell] == pixels[cell]
            elif all(ghost.position[1] % 1 == 0 for ghost in seen.ghosts):
                assert text[cell] & FIGURES == pixels[cell] & FIGURES
                compared += 1
    assert compared > 20


# Diagrams.


def diagrams_in_window() -> Iterator[Bytes]:
    for theme in DIAGRAM_THEMES:
        canvas = Canvas(pygame.Surface(DIAGRAM_SIZE), theme, 1)
        yield pixels_of(diagram_picture(canvas, DIAGRAM_SIZE, DIAGRAM).surface)


def diagrams_with_svg() -> Iterator[Bytes]:
    resvg = pytest.importorskip("resvg_py", reason="resvg_py, which paints SVG, is not installed")
    for theme in DIAGRAM_THEMES:
        text = diagram_svg(DIAGRAM, theme)
        picture = resvg.svg_to_bytes(svg_string=text, width=DIAGRAM_SIZE[0])
        yield pixels_of(pygame.image.load(io.BytesIO(picture), "diagram.png"))


def diagrams_in_page() -> Iterator[Bytes]:
    pytest.importorskip("websockets", reason="websockets is not installed")
    from pacgrid.render.web.server import WebRenderer

    with chromium() as browser, WebRenderer(open_browser=False, tell=str) as renderer:
        tab = browser.new_page()
        tab.set_default_timeout(MILLISECONDS)
        for theme in DIAGRAM_THEMES:
            renderer._clients.publish(tree_frame(boards=(Board(DIAGRAM),), theme=theme))
            tab.goto(renderer.address(renderer.watch_token))
            until(tab, "!byId('page').hidden && document.querySelector('.diagram text')")
            png = tab.locator(".diagram").screenshot()
            picture = pygame.image.load(io.BytesIO(png), "page.png")
            width, height = picture.get_size()
            unit = min(width / DIAGRAM.width, height / DIAGRAM.height)
            shown = pygame.Rect(0, 0, round(DIAGRAM.width * unit), round(DIAGRAM.height * unit))
            shown.center = picture.get_rect().center
            whole = picture.subsurface(shown.clip(picture.get_rect()))
            yield pixels_of(pygame.transform.smoothscale(whole, DIAGRAM_SIZE))


@pytest.mark.parametrize(
    "paint",
    [diagrams_in_window, diagrams_with_svg, pytest.param(diagrams_in_page, marks=pytest.mark.slow)],
)
def test_every_picture_of_a_diagram_shows_its_parts(paint: Callable[[], Iterator[Bytes]]) -> None:
    unit = DIAGRAM_SIZE[0] / DIAGRAM.width
    for theme, picture in zip(DIAGRAM_THEMES, paint(), strict=True):
        expected = {
            (1, 1): theme.good,
            (0.5, 1): theme.bad,
            (3, 1): mixed(theme.background, theme.agent(1), 0.5),
            (3.5, 0.3): theme.background,
            (4.5, 1): theme.distance,
            (5, 1): theme.background,
            (1, 3): theme.danger,
            (2.5, 2.5): theme.best,
            (3, 3.5): theme.best,
            (3.5, 2): theme.expanded,
        }
        for (x, y), colour in expected.items():
            seen = picture[round(y * unit), round(x * unit)]
            assert np.abs(seen.astype(int) - colour).max() <= NEAR, (x, y)

        def share(colour: Colour, *edges: float, picture: Bytes = picture) -> Any:
            left, top, right, bottom = (round(edge * unit) for edge in edges)
            return coloured(picture[top:bottom, left:right], colour).mean()

        assert 0.3 < share(theme.expanded, 3.5, 1.95, 5.5, 2.05) < 0.9, "it is dashed"
        if paint is not diagrams_with_svg:  # it may find no font
            assert share(theme.agent(2), 3.3, 2.6, 5.7, 3.4) > 0.03, "there are words"
        assert share(theme.agent(2), 0, 0, 6, 2.4) == 0
