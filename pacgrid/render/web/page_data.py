"""A whole game for the page, which knows no rules: a session runs, and all its frames are kept."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import (
    Parts,
    frame_json,
    half_cells,
    insight_json,
    layers,
)
from pacgrid.render.web.player_data import SAVED_COMMANDS, columns, player_data
from pacgrid.session.best_move import best_move_panels
from pacgrid.session.frame import Overlay, overlays_for
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.key_commands import ANALYSIS, HELP, KEYS
from pacgrid.session.overlays import insight_of, marks_of
from pacgrid.session.scene import NO_MARKS, Marks, Scene, Transition, scene
from pacgrid.session.session import SPEED, Settings
from pacgrid.session.themes import THEMES
from pacgrid.state import State

STEPS = 8
"""Frames for a round; between them the page moves figures on straight lines."""
_SPEED = 8.0
"""Rounds per second while frames are taken; a power of two, so that no fraction is rounded."""
_EVERYWHERE = (Overlay.DISTANCE, Overlay.DANGER)
"""Overlays that mark most of the cells."""
_DRAWN = (
    *_EVERYWHERE,
    Overlay.EXPANDED,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.VALUES,
    Overlay.BEST_MOVE,
)
"""Overlays that mark the board, from the bottom up."""
_FIRST_LETTER = 48
_CHANGES_IN_ROUNDS = ("looks", "food", "capsules", "letters", "positions")
"""Parts of frames. Of figures only how they look: the page knows where they go."""
_CHANGES_IN_LINES = ("below", "figures", "food", "capsules", "letters", "positions")
_CHANGES_IN_ENDING = ("figures", "capsules", "letters")


def page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """All frames of a game, as columns: see `columns`. With an analysis, what should have been
    played is shown at first.

    `plies` are the frames after each ply. On its way, a round looks like its last ply but for
    `steps`, `stepsPerRound` of them for each round; so does the `ending` of the game.
    """
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table = FigureTable(list(THEMES.values()))
    game = ReplayedGame(record, analysis=analysis)
    analysed = analysis is not None
    shown = {Overlay.BEST_MOVE} if analysed else set()
    commands = SAVED_COMMANDS | {
        key: command.name for key, command in KEYS.items() if analysed and command in ANALYSIS
    }
    commands |= {each.key: each.value for each in overlays_for(analysed=analysed)}
    turning_point = analysis.turning_point() if analysis else None
    overlays = _Overlays(game, table)
    agents, last = len(record.agents), len(moves)
    round_ends = [min(start + agents, last) for start in range(0, last, agents)]
    plies, played = list(_plies(game, table, overlays)), list(_played(record, table))
    first_of_ending = STEPS * len(round_ends)
    return {
        "plies": columns(plies, plies[0]),
        "steps": columns(played[:first_of_ending], _CHANGES_IN_ROUNDS),
        "stepsPerRound": STEPS,
        "ending": columns(played[first_of_ending:], _CHANGES_IN_ENDING),
        "endingRate": STEPS * _SPEED,
        "roundEnds": round_ends,
        "overlays": (*_DRAWN, Overlay.FEATURES),
        "on": [*shown],
        "mistakes": [move.ply for move in analysis.marked()] if analysis else [],
        "lines": _lines(game, table),
        "turningPoint": turning_point and turning_point.ply,
        "cells": overlays.cells,
        "markings": list(overlays.markings),
        "firstLetter": _FIRST_LETTER,
        "switches": [
            switch
            | {"on": switch["overlay"] in shown, "off": _why_not(switch["overlay"], record, plies)}
            for switch in plies[0]["switches"]
        ],
        **player_data(SPEED, HELP, commands),
        **table.lists,
    }


def _plies(game: ReplayedGame, table: FigureTable, overlays: "_Overlays") -> Iterator[Parts]:
    """The frame after each ply, with the marks and the insight of all overlays."""
    session, record, analysis = GameSession(game, patience=None), game.record, game.analysis
    analysed_plies = overlays.analysed
    thoughtful = [
        ply for ply, move in enumerate(record.moves) if move.thought or ply in analysed_plies
    ]
    states = game.states
    for now, state in enumerate(states):
        session.seek(now)
        frame = session.frame()
        # What the session does is up to the page.
        frame = replace(frame, caption=replace(frame.caption, status=""))
        parts = frame_json(frame, table)
        # In the end there is what was thought before the last move.
        ply = thoughtful[-1] if state.is_terminal and thoughtful else now
        move = record.moves[ply] if ply < len(record.moves) else None
        analysed = overlays.analysed.get(ply)
        best = best_move_panels(game.setup, states[ply], analysed, analysis) if analysis else ()
        insight = insight_of(states[ply], move, record.agents, set(Overlay), best)
        own = {"insight": insight_json(insight), **overlays.marks(now, state)}
        yield {**parts["view"], **parts["boards"][0], **own}


def _played(record: Record, table: FigureTable) -> Iterator[Parts]:
    """What moves in all rounds on their way, and then while the game ends."""
    if not record.moves:
        return
    session = GameSession(ReplayedGame(record), settings=Settings(speed=_SPEED), patience=None)
    session.seek(0)
    session.press(" ")
    while (frame := session.frame()).moving:
        seen = frame.boards[0].scene
        assert isinstance(seen, Scene)
        drawn = layers(seen, table)
        looks = [number for number, *_ in drawn["figures"]]
        yield {**drawn, "looks": looks, "positions": ""}
        session.advance(1 / (_SPEED * STEPS))


def _lines(game: ReplayedGame, table: FigureTable) -> dict[int, list[Parts]]:
    """By ply, where a better line is known: what its rounds look like."""
    session = GameSession(game, settings=Settings(overlays={Overlay.BEST_MOVE}), patience=None)
    lines: dict[int, list[Parts]] = {}
    for move in game.analysis.marked() if game.analysis else ():
        session.seek(move.ply)
        session.press("v")
        frames = [frame_json(session.frame(), table)]
        while session.view.line_rounds < session.line_length:
            session.press(">")
            frames.append(frame_json(session.frame(), table))
        lines[move.ply] = [
            {part: each["boards"][0][part] for part in _CHANGES_IN_LINES}
            | {"caption": each["view"]["caption"]}
            for each in frames
        ]
    return lines


class _Overlays:
    """What overlays mark in a game."""

    def __init__(self, game: ReplayedGame, table: FigureTable) -> None:
        maze = game.states[0].maze
        self.analysed = {move.ply: move for move in (game.analysis.moves if game.analysis else ())}
        self.cells = [half_cells(position, maze) for position in maze.positions]
        self.markings: dict[tuple[Any, ...], int] = {(): 0}
        """By what can be in a cell (layers, figures and their opacity): its number."""
        self._thoughts = [*(move.thought for move in game.moves), None]
        self._table = table
        self._latest: dict[Overlay, tuple[Marks, Any]] = {}

    def marks(self, ply: int, state: State) -> Parts:
        """The layers of each overlay; where most cells are marked, a letter for each of them."""
        thought = self._thoughts[ply]
        standing = scene(Transition.standing(state), 1)
        for overlay in _DRAWN:
            analysed = self.analysed.get(ply)
            marks = NO_MARKS
            if not state.is_terminal:
                marks = marks_of(state, thought, {overlay}, analysed)
            if overlay in self._latest and marks == self._latest[overlay][0]:
                continue
            drawn = layers(replace(standing, marks=marks), self._table, ("below", "letters"))
            folded = self._folded(drawn) if overlay in _EVERYWHERE else drawn
            self._latest[overlay] = marks, folded
        return {overlay: found for overlay, (_, found) in self._latest.items()}

    def _folded(self, drawn: Parts) -> str:
        """A letter for each cell, which stands for all that is in it."""
        found: dict[tuple[float, float], list[Any]] = {}
        for layer, stamps in drawn.items():
            for number, opacity, at in stamps:
                for place in zip(at[::2], at[1::2], strict=True):
                    found.setdefault(place, []).append((layer, number, opacity))
        markings = (tuple(found.get(cell, ())) for cell in self.cells)
        numbers = (self.markings.setdefault(each, len(self.markings)) for each in markings)
        return "".join(chr(_FIRST_LETTER + number) for number in numbers)


def _why_not(overlay: Overlay, record: Record, plies: list[Parts]) -> str:
    """Why an overlay has nothing to show in the whole game; empty if it has."""
    panels = {panel.get("overlay") for ply in plies for panel in ply["insight"]["panels"]}
    if overlay in _EVERYWHERE or overlay in panels:
        return ""
    if overlay in _DRAWN and any(layer for ply in plies for layer in ply[overlay].values()):
        return ""
    if any(move.thought for move in record.moves):
        return f"No agent in this game reported {overlay.meaning}"
    return "This game was recorded without thoughts"
