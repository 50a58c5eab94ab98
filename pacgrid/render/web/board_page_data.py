"""A whole board game for the page, which knows no rules: a session goes through its positions."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.frame_json import FrameJson
from pacgrid.render.web.player_data import (
    SAVED_COMMANDS,
    player_data,
    saved_frame,
    stepped_frames,
)
from pacgrid.search import CHANCE
from pacgrid.session.frame import Overlay
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.key_commands import BOARD_HELP
from pacgrid.session.session import MOVES_PER_SECOND, Settings
from pacgrid.session.themes import THEMES

_STEPS = {
    **dict.fromkeys(("left", "<"), "ACTION_BACK"),
    **dict.fromkeys(("right", ">"), "ACTION_FORWARD"),
}
_MISTAKES = {
    "b": "ROUND_BACK",
    "n": "ROUND_FORWARD",
    "x": "TURNING_POINT",
    "v": "BETTER_LINE",
}


def board_page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """The frames after each ply as columns, in a single iteration, with what agents thought."""
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table = FigureTable(list(THEMES.values()))
    commands = SAVED_COMMANDS | _STEPS | (_MISTAKES if analysis else {})
    session = _session(record, analysis)
    frames = []
    for ply in range(len(moves) + 1):
        session.seek(ply)
        frames.append(_saved(session, commands, table))
    turning_point = analysis.turning_point() if analysis else None
    states = list(record.states())
    decisions = [
        ply for ply, state in enumerate(states) if state.is_terminal or state.to_move != CHANCE
    ]
    iteration = {
        **stepped_frames(frames),
        "cuts": [move.ply for move in analysis.marked()] if analysis else [],
        "actions": decisions,
        "targets": {},
        "turningPoint": turning_point and turning_point.ply,
        "lines": _lines(session, analysis, commands, table) if analysis else {},
    }
    return {
        "iterations": [iteration],
        **player_data(MOVES_PER_SECOND, BOARD_HELP, commands),
        **table.lists,
    }


def _session(record: Record, analysis: GameAnalysis | None) -> GameSession:
    """A session that shows the game, with what agents thought."""
    thoughtful = any(move.thought for move in record.moves)
    overlays = {Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.FEATURES} if thoughtful else ()
    shown = {*overlays, *([Overlay.BEST_MOVE] if analysis else ())}
    game = ReplayedGame(record, analysis=analysis)
    return GameSession(game, settings=Settings(MOVES_PER_SECOND, overlays=shown), patience=None)


def _saved(session: GameSession, commands: Mapping[str, str], table: FigureTable) -> FrameJson:
    """What is shown now; what the session does is up to the page."""
    frame = session.frame()
    keys = tuple(hint for hint in frame.keys if not hint.caps[0].isdigit())
    caption = replace(frame.caption, status="")
    frame = replace(frame, caption=caption, switches=(), keys=keys)
    return saved_frame(frame, commands, table)


def _lines(
    session: GameSession,
    analysis: GameAnalysis,
    commands: Mapping[str, str],
    table: FigureTable,
) -> dict[int, list[FrameJson]]:
    """By ply, where a better line is known: the frames of its positions."""
    lines = {}
    for move in analysis.marked():
        session.seek(move.ply)
        session.press("v")
        frames = [_saved(session, commands, table)]
        while session.view.line_rounds < session.line_length:
            session.press(">")
            frames.append(_saved(session, commands, table))
        lines[move.ply] = frames
    return lines
