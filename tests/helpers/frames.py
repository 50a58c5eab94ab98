"""Frames made by hand, for tests of the renderers."""

from dataclasses import replace
from typing import Any

from pacgrid import Action, State
from pacgrid.analysis.game_analysis import Mark
from pacgrid.records.record import seat_name
from pacgrid.session.frame import (
    Board,
    Caption,
    Card,
    Event,
    EventKind,
    Frame,
    Insight,
    KeyHint,
    MarkedMove,
    Overlay,
    Panel,
    Row,
    Scene,
    Sheet,
    SheetRow,
    Switch,
    Tab,
    Timeline,
    TimelineRow,
    Transition,
    scene,
)
from pacgrid.session.themes import DARK, Ink

ROOM = State.parse("""
%%%%%%%
%P .o.%
%.%%%.%
%...1.%
%%%%%%%
""")
KEYS = (
    KeyHint(" ", "space", "pause"),
    KeyHint("?", "?", "help"),
    KeyHint("q", "Q", "close"),
    KeyHint("", "← →", "a round"),
    KeyHint("t", "T", "take over"),
)
INSIGHT = Insight(
    agent=0,
    heading="Pac-Man, scripted, before going east",
    panels=(
        Panel(
            "Values",
            (
                Row("east", "3", ink=Ink.BEST, strong=True),
                Row("south", "1", ink=Ink.VALUE),
            ),
            overlay=Overlay.VALUES,
        ),
        Panel("Distance", (Row("food", "2 away"),), overlay=Overlay.DISTANCE),
        Panel("Danger", (Row("ghost 1", "5 away", ink=Ink.DANGER, agent=1),)),
        Panel(
            "Features",
            (
                Row("food_left", "3", bar=1.0, ink=Ink.GOOD),
                Row("nearest_ghost", "-1.5", bar=-0.5, ink=Ink.BAD),
            ),
            overlay=Overlay.FEATURES,
        ),
        Panel("Successors", note="No evaluation was reported for the successors."),
    ),
)
MENU = Sheet(
    title="Take over from ply 2",
    rows=(
        SheetRow("you"),
        SheetRow("alpha_beta", "minimax with pruning"),
        SheetRow("reflex"),
    ),
    selected=1,
    tabs=(Tab(0, 0, "Pac-Man"), Tab(1, 0, "ghost 1")),
    subtitle="ghost 1, scripted",
    hint="↑ ↓ choose   Enter: take over   Esc: cancel",
)
"""A menu with everything that a sheet can have but a problem."""


def standing(state: State, facing: Action = Action.EAST) -> Scene:
    """A scene in which no agent moves."""
    return scene(Transition(state, state, facing), 1, vanished=state.is_loss)


def board_of(state: State, **changes: Any) -> Board:
    """A game at `state`, not over, with no insight."""
    board = Board(
        scene=standing(state),
        title="scripted against scripted",
        score=state.score,
        note=f"{state.score} scripted",
        cards=tuple(
            Card(agent, seat_name(agent), "scripted", "", "", "", moved_last=False)
            for agent in range(state.num_agents)
        ),
    )
    return replace(board, **changes)


def caption_of(**changes: Any) -> Caption:
    """A paused game of one person."""
    caption = Caption(
        score=0,
        round=1,
        ply=2,
        food=9,
        players="scripted against scripted",
        game="a layout, seed 0",
        status="paused",
        last_move="ghost 1, scripted: west",
    )
    return replace(caption, **changes)


def timeline_of(*scores: int, ply: float | None = None, events: tuple[Event, ...] = ()) -> Timeline:
    """One game with these scores after 0, 1, 2, … plies."""
    row = TimelineRow(scores, events, taken_over=0)
    return Timeline(row.known if ply is None else ply, max(row.known, 1), (row,))


def analysed_timeline() -> Timeline:
    """A game of 20 plies that was analysed, at its end, with a bad move of each kind."""
    marks = (
        MarkedMove(4, Mark.BLUNDER, "round 3: a blunder", Ink.DANGER),
        MarkedMove(10, Mark.MISTAKE, "round 6: a mistake", Ink.BAD),
        MarkedMove(16, Mark.INACCURACY, "round 9: an inaccuracy", Ink.VALUE),
    )
    values = (*[400.0] * 5, *[200.0] * 6, *[100.0] * 6, *[50.0] * 4)
    row = TimelineRow(tuple(range(21)), (), taken_over=0, values=values, marks=marks)
    return Timeline(20, 20, (row,))


def frame_of(*states: State, **changes: Any) -> Frame:
    """A frame of games that stand at `states` (default: a small room), paused, without overlays.

    A name of a field of `Frame` changes that field.
    """
    many = len(states) > 1
    frame = Frame(
        boards=tuple(board_of(state) for state in states or (ROOM,)),
        caption=caption_of(score=None, food=None) if many else caption_of(),
        timeline=timeline_of(0, -1, 9, events=(Event(2, EventKind.FOOD),)),
        switches=tuple(Switch(overlay, is_on=False) for overlay in Overlay),
        keys=KEYS,
        theme=DARK,
        speed=6,
    )
    return replace(frame, **changes)
