"""What an agent thought before a move in a board game, as tables."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from pacgrid.game import Game
from pacgrid.games.board_state import BoardState
from pacgrid.records.description import display_name
from pacgrid.records.record import Move
from pacgrid.records.thought import Thought
from pacgrid.session.amounts import duration, exact
from pacgrid.session.frame import Insight, Panel, Row
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay

SHOWN_OVERLAYS = (
    Overlay.VALUES,
    Overlay.PRINCIPAL_VARIATION,
    Overlay.EXPANDED,
    Overlay.FEATURES,
)
"""The overlays that board games have."""


def board_insight(game: Game, ply: int, overlays: Collection[Overlay]) -> Insight | None:
    """The tables of `overlays` for the move at `ply`, or for the last one before of an agent that
    searched; None if there is none."""
    last = min(ply, len(game.moves) - 1)
    plies = (number for number in range(last, -1, -1) if game.moves[number].nodes)
    number = next(plies, None)
    if number is None:
        return None
    state, move = game.states[number], game.moves[number]
    seat, name = state.players[state.to_move], display_name(game.names[state.to_move])
    shown = (overlay for overlay in SHOWN_OVERLAYS if overlay in overlays)
    panels = (panel for overlay in shown for panel in _panels(overlay, state, move))
    return Insight(
        state.to_move,
        f"{seat}, {name}, before {state.action_name(move.action)}",
        tuple(panel for panel in panels if panel.rows),
    )


def _panels(overlay: Overlay, state: BoardState, move: Move) -> Iterator[Panel]:
    report = move.thought or Thought()
    match overlay:
        case Overlay.VALUES:
            title = f"Value of each action, for {state.players[0]}"
            yield Panel(title, tuple(_values(state, report.values)), overlay=overlay)
            for name, numbers in report.action_details.items():
                title = f"{name[0].upper()}{name[1:]} of each action"
                yield Panel(title, tuple(_bars(state, numbers)), overlay=overlay)
        case Overlay.PRINCIPAL_VARIATION:
            rows = _principal_variation(state, report.principal_variation)
            yield Panel("Moves that the agent expects", tuple(rows), overlay=overlay)
        case Overlay.EXPANDED:
            counts = {"nodes": move.nodes or 0, **report.details}
            rows = (Row(name, exact(count)) for name, count in counts.items())
            time = Row("time", duration(move.seconds))
            yield Panel("The search in numbers", (*rows, time), overlay=overlay)
        case Overlay.FEATURES:
            most = max(map(abs, report.features.values()), default=0) or 1
            rows = (
                Row(name, exact(share), share / most, Ink.GOOD if share >= 0 else Ink.BAD)
                for name, share in report.features.items()
            )
            yield Panel("What each feature adds", tuple(rows), overlay=overlay)


def _values(state: BoardState, values: Mapping[Any, float]) -> Iterator[Row]:
    best = (max if state.to_move == 0 else min)(values.values(), default=0)
    for action, value in values.items():
        is_best = value == best
        ink = Ink.BEST if is_best else Ink.VALUE
        yield Row(state.action_name(action), exact(value), ink=ink, strong=is_best)


def _bars(state: BoardState, numbers: Mapping[Any, float]) -> Iterator[Row]:
    most = max(map(abs, numbers.values()), default=0) or 1
    for action, number in numbers.items():
        yield Row(state.action_name(action), exact(number), number / most, Ink.VALUE)


def _principal_variation(state: BoardState, actions: Collection[Any]) -> Iterator[Row]:
    lines: dict[int, list[str]] = {}
    for action in actions:
        lines.setdefault(state.to_move, []).append(state.action_name(action))
        state = state.successor(action)
    for agent, names in sorted(lines.items()):
        if agent >= 0:
            yield Row(state.players[agent], " ".join(names), agent=agent)
