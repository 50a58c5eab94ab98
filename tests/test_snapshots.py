"""A board with everything on it, in each theme, as it was painted when somebody looked at it.

The pictures and texts are in `tests/snapshots`; `cat` shows the texts in a terminal. When a change
is meant, make them anew, look at them, and commit them:

    python tests/test_snapshots.py
"""

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from rich.console import Console

from helpers.painters import as_array
from pacgrid import Action, State
from pacgrid.render.board_painter import Bytes
from pacgrid.render.board_text import Style, board_text
from pacgrid.session.frame import Label, Marks, Mood, Scene, Tint, Trail, Transition, scene
from pacgrid.session.themes import THEMES, Ink, Theme, ThemeName

SNAPSHOTS = Path(__file__).parent / "snapshots"
CELL = 24


def everything() -> Scene:
    state = State.parse("""
%%%%%%%%%%%%%
%..P.o.%.o..%
%.%%%.%%%.%.%
%....  2....%
%.%%.%.%%%%.%
%o..%%.3 .4.%
%%%%%%%%%%%%%
ghost 1: (9, 3) east
ghost 2: (6.5, 3) west, scared 30
ghost 3: (7, 1) east, scared 8
""")
    marks = Marks(
        tints=(
            *(Tint((x, 3), Ink.EXPANDED, 1 - x / 6) for x in range(1, 6)),
            Tint((11, 5), Ink.DISTANCE, 1),
            Tint((11, 4), Ink.DISTANCE, 0.5),
            Tint((11, 3), Ink.DANGER, 1),
            Tint((11, 2), Ink.DANGER, 0.4),
            Tint((6, 2), Ink.BEST, 0.6),
            Tint((6, 1), Ink.VALUE, 0.4),
        ),
        trails=(
            Trail(4, ((10, 1), (11, 1), (11, 2), (11, 3), (11, 4))),
            Trail(1, ((9, 3), (10, 3), (11, 3), (11, 2))),
            Trail(0, ((3, 5), (2, 5), (1, 5), (1, 4), (1, 3), (2, 3))),
        ),
        labels=(
            Label((2, 5), "12.3", Ink.BEST),
            Label((4, 5), "-7", Ink.VALUE),
            Label((11, 5), "18", Ink.DISTANCE),
        ),
    )
    seen = scene(Transition(state, state, Action.WEST), 1, marks=marks)
    eaten = replace(seen.ghosts[3], mood=Mood.EATEN, looking=Action.NORTH)
    return replace(seen, ghosts=(*seen.ghosts[:3], eaten))


def picture(theme: Theme) -> Bytes:
    return as_array(everything(), CELL, theme)


TEXTS = {
    **{str(name): (Style(theme), 2) for name, theme in THEMES.items()},
    "narrow": (Style(THEMES[ThemeName.DARK]), 1),
    "ascii": (Style(THEMES[ThemeName.DARK], unicode=False, colours=False), 2),
    "without colours": (Style(THEMES[ThemeName.DARK], colours=False), 2),
    "narrow, without colours": (Style(THEMES[ThemeName.DARK], colours=False), 1),
}
"""By name: a style of text, and the columns of a cell."""


def text(style: Style, cell: int) -> str:
    colours = "truecolor" if style.colours else None
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system=colours, width=80, _environ={}
    )
    with console.capture() as shown:
        console.print(board_text(everything(), style, cell=cell))
    return shown.get()


@pytest.mark.parametrize("name", ThemeName)
def test_a_picture_is_what_it_was(name: ThemeName) -> None:
    with Image.open(SNAPSHOTS / f"{name}.png") as image:
        known = np.asarray(image).astype(int)
    off = np.abs(picture(THEMES[name]) - known)
    assert off.max() <= 1  # processors round differently


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_is_what_it_was(name: str) -> None:
    assert text(*TEXTS[name]) == (SNAPSHOTS / f"{name}.txt").read_text("utf-8")


def make() -> None:
    """Paint all snapshots anew."""
    SNAPSHOTS.mkdir(exist_ok=True)
    for name, theme in THEMES.items():
        Image.fromarray(picture(theme)).save(SNAPSHOTS / f"{name}.png", optimize=True)
    for name, (style, cell) in TEXTS.items():
        (SNAPSHOTS / f"{name}.txt").write_text(text(style, cell), "utf-8", newline="\n")


if __name__ == "__main__":
    make()
