"""What an agent thought before a move in a board game, as tables."""

from collections.abc import Collection, Iterator

from pacgrid.analysis.game_analysis import AnalysedMove
from pacgrid.games.board_state import BoardState
from pacgrid.records.thought import Move, Thought
from pacgrid.session.amounts import duration, exact
from pacgrid.session.best_move import best_move_panels
from pacgrid.session.frame import Insight, Panel, Row
from pacgrid.session.game_source import GameSource
from pacgrid.session.insight import (
    detail_rows,
    detail_title,
    feature_rows,
    value_rows,
    variation_rows,
)
from pacgrid.session.overlays import Overlay

BOARD_OVERLAYS = (
    Overlay.VALUES,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.EXPANDED,
    Overlay.FEATURES,
)
"""The overlays that board games have."""


def board_insight(
    game: GameSource, ply: int, overlays: Collection[Overlay], analysed: AnalysedMove | None = None
) -> Insight | None:
    """The tables of `overlays` for the move at `ply`, or for the last one before of an agent that
    searched; None if there is none.

    Args:
        analysed: the move at `ply`, if it was judged.
    """
    if analysed and game.analysis and Overlay.BEST_MOVE in overlays:
        state = game.states[ply]
        name = game.setup.action_name(state, game.moves[ply].action)
        best = best_move_panels(game.setup, state, analysed, game.analysis)
        return Insight(state.to_move, f"{game.mover(ply)}, before {name}", best)
    last = min(ply, len(game.moves) - 1)
    plies = (number for number in range(last, -1, -1) if game.moves[number].nodes)
    number = next(plies, None)
    if number is None:
        return None
    state, move = game.states[number], game.moves[number]
    shown = (overlay for overlay in BOARD_OVERLAYS if overlay in overlays)
    panels = (panel for overlay in shown for panel in _panels(overlay, state, move))
    return Insight(
        state.to_move,
        f"{game.mover(number)}, before {state.action_name(move.action)}",
        tuple(panel for panel in panels if panel.rows),
    )


def _panels(overlay: Overlay, state: BoardState, move: Move) -> Iterator[Panel]:
    report, name = move.thought or Thought(), state.action_name
    match overlay:
        case Overlay.VALUES:
            most = (max if state.to_move == 0 else min)(report.values.values(), default=0)
            best = [action for action, value in report.values.items() if value == most]
            title = f"Value of each action, for {state.players[0]}"
            yield Panel(title, tuple(value_rows(report.values, best, name)), overlay=overlay)
            for label, numbers in report.action_details.items():
                rows = tuple(detail_rows(numbers, best, name))
                yield Panel(detail_title(label), rows, overlay=overlay)
        case Overlay.PRINCIPAL_VARIATION:
            line, seat = report.principal_variation, state.players.__getitem__
            rows = tuple(variation_rows(state, line, lambda at, each: at.action_name(each), seat))
            yield Panel(overlay.heading, rows, overlay=overlay)
        case Overlay.EXPANDED:
            counts = {"nodes": move.nodes or 0, **report.details}
            numbered = (Row(label, exact(count)) for label, count in counts.items())
            time = Row("time", duration(move.seconds))
            yield Panel("The search in numbers", (*numbered, time), overlay=overlay)
        case Overlay.FEATURES:
            rows = tuple(feature_rows(report.features))
            yield Panel("What each feature adds", rows, overlay=overlay)
