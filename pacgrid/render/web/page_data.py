"""A whole game for the page, which knows no rules: a session runs, and all its frames are kept."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pacgrid.records.record import Record
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import (
    Parts,
    Stamps,
    frame_json,
    half_cells,
    insight_json,
    layers,
    sheet_json,
    speed_text,
)
from pacgrid.render.web.pool import Pool
from pacgrid.session.commands import HELP, KEYS, OVERLAY_KEYS, STEP_FACTOR, Command
from pacgrid.session.frame import Frame, Sheet, SheetRow
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.insight import insight_of
from pacgrid.session.marks import NO_MARKS, Marks
from pacgrid.session.overlays import Overlay, marks_of
from pacgrid.session.scene import Stride, scene
from pacgrid.session.session import Session
from pacgrid.session.settings import SPEED, Settings
from pacgrid.session.themes import THEMES, Theme, other_background, other_colours

STEPS = 8
"""Frames for a round; between them the page moves figures on straight lines."""
SAMPLED_SPEED = 8.0
"""Rounds per second while frames are taken; a power of two, so that no fraction is rounded."""
_LIVE = (Command.TAKE_OVER, Command.PLAY_AGAIN, Command.NEXT_GAME, Command.SOUND, Command.QUIT)
"""What a saved page can't do: it has no agents."""
_DRAWN = (
    Overlay.DISTANCE,
    Overlay.DANGER,
    Overlay.EXPANDED,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.VALUES,
)
"""Overlays that mark the board, in the order in which they are drawn."""
_EVERYWHERE = (Overlay.DISTANCE, Overlay.DANGER)
"""Overlays that mark most of the cells."""
_FIRST_LETTER = 48
_MARK_LAYERS = ("below", "letters")
_COMMANDS = {
    **{key: command.name for key, command in KEYS.items() if command not in _LIVE},
    **{key: overlay.value for key, overlay in OVERLAY_KEYS.items()},
}
del _COMMANDS["f11"]  # the browser's own
_KEY_CAPS = {"space": " ", "←": "left", "→": "right"}
_MOVING = ("figures", "food", "capsules", "letters")
"""What changes within a round; of figures only how they look, the page knows where they go."""
_LONGEST_DELAY = 0.25
"""Seconds that the game goes on at most from one picture to the next."""


def page_data(record: Record) -> dict[str, Any]:
    """All frames of a game, as columns of numbers into a pool of values.

    `plies` are the frames after each ply, `rounds` those of rounds on their way, and `ending` those
    in which the game ends. In `steps` is what changes within a round: `stepsPerRound` of them for
    each. `overlays` and `insights` are by ply.
    """
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table, pool = FigureTable(list(THEMES.values())), Pool()
    agents, last = len(record.agents), len(record.moves)
    plies = [frame_json(frame, table) for frame in _standing(record, Settings())]
    rounds = -(-last // agents)
    played = list(_playing(record))
    steps, ending = played[: rounds * STEPS], played[rounds * STEPS :]
    moving = [layers(frame.boards[0].scene, table, _MOVING) for frame in steps]
    maze = next(record.states()).maze
    cells = [half_cells(position, maze) for position in maze.positions]
    looks: Looks = {(): 0}
    insights, overlays = list(_insights(record)), _marked(record, table, cells, looks)
    return {
        "roundLengths": [min(agents, last - start) for start in range(0, last, agents)],
        "stepsPerRound": STEPS,
        "endingRate": STEPS * SAMPLED_SPEED,
        "longestDelay": _LONGEST_DELAY,
        "plies": pool.columns(plies),
        "rounds": pool.columns([frame_json(frame, table) for frame in steps[1::STEPS]]),
        "steps": {
            "figures": pool.column([number for number, *_ in each["figures"]] for each in moving),
            **{part: pool.column(each[part] for each in moving) for part in _MOVING[1:]},
        },
        "ending": pool.columns([frame_json(frame, table) for frame in ending]),
        "endingFrames": len(ending),
        "overlays": [(overlay, pool.column(marked)) for overlay, marked in overlays.items()],
        "cells": cells,
        "looks": list(looks),
        "firstLetter": _FIRST_LETTER,
        "insights": pool.column(insights),
        "switches": [
            switch | {"off": _why_not(switch["overlay"], record, overlays, insights)}
            for switch in plies[0]["view"]["switches"]
        ],
        "themes": [_theme(theme) for theme in THEMES.values()],
        "speeds": _speeds(),
        "speed": _speeds().index(speed_text(SPEED)),
        "help": sheet_json(Sheet("Keys", tuple(_help()), hint="any key: close"), 1),
        "commands": _COMMANDS,
        "figures": table.figures,
        "paths": table.paths,
        "colours": table.colours,
        "pool": pool.values,
    }


def _playing(record: Record) -> Iterator[Frame]:
    """The frames of all rounds on their way, and those in which the game ends."""
    if not record.moves:
        return
    settings = Settings(speed=SAMPLED_SPEED)
    session = Session(ReplayedGame(record), settings=settings, patience=None)
    session.seek(0)
    session.press(" ")
    yield session.frame()
    while True:
        session.advance(1 / (SAMPLED_SPEED * STEPS))
        frame = session.frame()
        if not frame.moving:
            return
        yield _offline(frame)


def _standing(record: Record, settings: Settings) -> Iterator[Frame]:
    """The frame after each ply."""
    session = Session(ReplayedGame(record), settings=settings, patience=None)
    for ply in range(len(record.moves) + 1):
        session.seek(ply)
        yield _offline(session.frame())


def _offline(frame: Frame) -> Frame:
    """`frame` without its status, and what keys do: that is up to the page."""
    caption = replace(frame.caption, status="")
    if caption.banner:
        caption = replace(caption, banner=replace(caption.banner, keys=""))
    return replace(frame, caption=caption)


Place = tuple[float, float]
Looks = dict[tuple[Any, ...], int]
"""What can be in a cell: layers, figures and their opacity, and the number of that."""
Marked = dict[Overlay, list[Any]]
"""By overlay and ply: the layers of its marks, or a letter for each cell."""


def _marked(record: Record, table: FigureTable, cells: Sequence[Place], looks: Looks) -> Marked:
    """What each overlay marks at each ply; nothing in the end."""
    found: Marked = {overlay: [] for overlay in _DRAWN}
    before: dict[Overlay, Marks] = {}
    thoughts = [move.thought for move in record.moves]
    for state, thought in zip(record.states(), [*thoughts, None], strict=True):
        standing = scene(Stride.standing(state), 1)
        for overlay, marked in found.items():
            marks = NO_MARKS if state.is_terminal else marks_of(state, thought, {overlay})
            if marks == before.get(overlay):
                marked.append(marked[-1])
                continue
            before[overlay] = marks
            drawn = layers(replace(standing, marks=marks), table, _MARK_LAYERS)
            everywhere = overlay in _EVERYWHERE
            marked.append(_folded(drawn, cells, looks) if everywhere else drawn)
    return found


def _insights(record: Record) -> Iterator[list[Parts]]:
    """At each ply the heading and all panels; in the end those of the last thought."""
    thoughtful = [ply for ply, move in enumerate(record.moves) if move.thought]
    states = list(record.states())
    for now, state in enumerate(states):
        ply = thoughtful[-1] if state.is_terminal and thoughtful else now
        move = record.moves[ply] if ply < len(record.moves) else None
        insight = insight_of(states[ply], move, record.agents, set(Overlay))
        yield [{"heading": insight.heading}, *insight_json(insight)["panels"]]


def _folded(drawn: dict[str, Stamps], cells: Sequence[Place], looks: Looks) -> str:
    """Stamps in cells as a letter for each cell, which stands for all that is in it."""
    found: dict[Place, list[Any]] = {}
    for layer, stamps in drawn.items():
        for number, opacity, at in stamps:
            for place in zip(at[::2], at[1::2], strict=True):
                found.setdefault(place, []).append((layer, number, opacity))
    numbers = (looks.setdefault(tuple(found.get(cell, ())), len(looks)) for cell in cells)
    return "".join(chr(_FIRST_LETTER + number) for number in numbers)


def _why_not(overlay: Overlay, record: Record, marked: Marked, insights: list[Any]) -> str:
    """Why an overlay has nothing to show in the whole game; empty if it has."""
    panels = (panel.get("overlay") for insight in insights for panel in insight)
    if overlay in _EVERYWHERE or overlay in panels:
        return ""
    if any(layer for each in marked.get(overlay, ()) for layer in each.values()):
        return ""
    if any(move.thought for move in record.moves):
        return f"No agent in this game reported {overlay.meaning}"
    return "This game was recorded without thoughts"


def _theme(theme: Theme) -> Parts:
    names = {each: name for name, each in THEMES.items()}
    return {
        "name": names[theme],
        "light": theme.light,
        "numbered": theme.numbered,
        "colours": names[other_colours(theme)],
        "background": names[other_background(theme)],
    }


def _speeds() -> list[str]:
    """All speeds, from the slowest: rounds per second."""
    settings, speeds = Settings(), {SPEED}
    for factor in (STEP_FACTOR, 1 / STEP_FACTOR):
        settings.speed = SPEED
        while True:
            settings.change_speed(factor)
            if settings.speed in speeds:
                break
            speeds.add(settings.speed)
    return [speed_text(speed) for speed in sorted(speeds)]


def _help() -> Iterator[SheetRow]:
    for caps, effect in HELP:
        if all(_KEY_CAPS.get(cap, cap).lower() in _COMMANDS for cap in caps.split()):
            yield SheetRow(caps, effect)
