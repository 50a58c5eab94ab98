"""A whole board game for the page, which knows no rules: a session goes through its positions."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pacgrid.analysis.game_analysis import GameAnalysis
from pacgrid.records.record import Record
from pacgrid.render.web.figure_table import FigureTable
from pacgrid.render.web.player_data import (
    SAVED_COMMANDS,
    player_data,
    saved_frame,
    stepped_frames,
)
from pacgrid.search import CHANCE
from pacgrid.session.choosing import choosing_help
from pacgrid.session.frame import Frame
from pacgrid.session.game_session import GameSession
from pacgrid.session.game_source import ReplayedGame
from pacgrid.session.overlays import Overlay
from pacgrid.session.settings import MOVES_PER_SECOND, Settings
from pacgrid.session.themes import THEMES

_STEPS = {
    **dict.fromkeys(("left", "<"), "ACTION_BACK"),
    **dict.fromkeys(("right", ">"), "ACTION_FORWARD"),
}
_MISTAKES = {"b": "ROUND_BACK", "n": "ROUND_FORWARD"}


def board_page_data(record: Record, analysis: GameAnalysis | None = None) -> dict[str, Any]:
    """The frames after each ply as columns, in a single iteration, with what agents thought."""
    # A game has the same page when it was saved and loaded again.
    moves = tuple(replace(move, seconds=round(move.seconds, 6)) for move in record.moves)
    record = replace(record, moves=moves)
    table = FigureTable(list(THEMES.values()))
    commands = SAVED_COMMANDS | _STEPS | (_MISTAKES if analysis else {})
    frames = [saved_frame(frame, commands, table) for frame in _frames(record, analysis)]
    states = list(record.states())
    decisions = [
        ply for ply, state in enumerate(states) if state.is_terminal or state.to_move != CHANCE
    ]
    iteration = {
        **stepped_frames(frames),
        "cuts": [move.ply for move in analysis.marked()] if analysis else [],
        "actions": decisions,
        "targets": {},
    }
    return {
        "iterations": [iteration],
        **player_data(MOVES_PER_SECOND, choosing_help(person_plays=False), commands),
        **table.lists,
    }


def _frames(record: Record, analysis: GameAnalysis | None) -> Iterator[Frame]:
    """What a session shows after each ply; what it does is up to the page."""
    thoughtful = any(move.thought for move in record.moves)
    overlays = {Overlay.VALUES, Overlay.PRINCIPAL_VARIATION, Overlay.FEATURES} if thoughtful else ()
    shown = {*overlays, *([Overlay.BEST_MOVE] if analysis else ())}
    game = ReplayedGame(record, analysis=analysis)
    session = GameSession(game, settings=Settings(MOVES_PER_SECOND, overlays=shown), patience=None)
    for ply in range(len(record.moves) + 1):
        session.seek(ply)
        frame = session.frame()
        keys = tuple(hint for hint in frame.keys if not hint.caps[0].isdigit())
        caption = replace(frame.caption, status="")
        yield replace(frame, caption=caption, switches=(), keys=keys)
