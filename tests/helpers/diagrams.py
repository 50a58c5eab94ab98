"""Diagrams and frames with them, made by hand."""

from dataclasses import replace
from typing import Any

from helpers.frames import KEYS
from pacgrid.session.frame import (
    Anchor,
    Board,
    Caption,
    Card,
    Diagram,
    Disc,
    Fact,
    Frame,
    Part,
    Point,
    Polygon,
    Stroke,
    Target,
    TextRun,
    Timeline,
    Words,
)
from pacgrid.session.themes import DARK, Ink

SQUARE = ((0.5, 0.5), (1.5, 0.5), (1.5, 1.5), (0.5, 1.5))
DIAGRAM = Diagram(
    width=6,
    height=4,
    parts=(
        Polygon(SQUARE, fill=Ink.GOOD, outline=Ink.BAD, width=0.2),
        Polygon(tuple((x + 2, y) for x, y in SQUARE), outline=None, agent=1, opacity=0.5),
        Disc((5, 1), 0.5, outline=Ink.DISTANCE, width=0.2),
        Disc((1, 3), 0.4, fill=Ink.DANGER, outline=None),
        Stroke(((2, 2.5), (3, 2.5), (3, 3.5)), Ink.BEST, width=0.2),
        Stroke(((3.5, 2), (5.5, 2)), Ink.EXPANDED, width=0.2, dashed=True),
        Words("≤ <b>∞", (4.5, 3), size=0.8, agent=2, anchor=Anchor.MIDDLE, strong=True),
    ),
    text=(
        (TextRun("root ", Ink.FAINT), TextRun("3", strong=True)),
        *((TextRun(f"├─ node {number}", inverse=number == 7),) for number in range(1, 12)),
        (TextRun("└─ the last one", Ink.BAD, agent=1),),
    ),
    targets=(Target(4, (0.5, 0.5), (1, 1)), Target(7, (2.5, 0.5), (1, 1))),
    focus=(5, 1),
    text_focus=7,
    description="a square and some others",
)
"""All kinds of parts, apart from each other."""
POSITION = Diagram(
    3, 3, (Words("X", (1.5, 1.5)),), tuple((TextRun(row),) for row in ("X.O", ".X."))
)


def corners(part: Part) -> list[Point]:
    """Points between which all of a part lies; of words, where they stand."""
    match part:
        case Polygon() | Stroke():
            return [*part.points]
        case Disc():
            (x, y), radius = part.center, part.radius
            return [(x - radius, y - radius), (x + radius, y + radius)]
        case Words():
            return [part.at]
        case _:
            return []


def text_of(diagram: Diagram) -> str:
    """The text of a diagram; what is selected is in brackets."""
    runs = ([f"[{r.text.strip()}]" if r.inverse else r.text for r in line] for line in diagram.text)
    return "\n".join("".join(line).rstrip() for line in runs)


def board_game_frame(**changes: Any) -> Frame:
    """A frame of a game of X and O."""
    cards = (
        Card(0, "X", "alpha_beta", "b2", "12 ms", "30 ms", moved_last=True),
        Card(1, "O", "you", "", "", "", moved_last=False),
    )
    frame = Frame(
        boards=(Board(POSITION, cards=cards, symbols=("X", "O")),),
        caption=Caption("X: alpha_beta, O: you", facts=(Fact("move", "1"),), status="your move"),
        theme=DARK,
        keys=KEYS,
    )
    return replace(frame, **changes)


def tree_frame(**changes: Any) -> Frame:
    """A frame of a search, with the position beside the tree."""
    frame = Frame(
        boards=(Board(DIAGRAM, "the search", weight=3), Board(POSITION, "after b2", score=1)),
        caption=Caption(
            "alpha_beta",
            "tictactoe",
            facts=(Fact("step", "2 of 9"), Fact("alpha", "3")),
            words="2 ≤ alpha = 3: the rest of this MIN node can't matter, as MAX has 3 already",
        ),
        theme=DARK,
        timeline=Timeline(2, 9, marks=(3, 6)),
        keys=KEYS,
    )
    return replace(frame, **changes)
