"""What an analysis says about moves, in words, tables and curves."""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark, Unit, amount, line_name
from pacgrid.games.game_setup import GameSetup
from pacgrid.session.frame import Fact, MarkedMove, Overlay, Panel, Row
from pacgrid.session.overlays import ARROWS, going, variation_rows
from pacgrid.session.themes import Ink
from pacgrid.state import IllegalMoveError

_INKS = {Mark.INACCURACY: Ink.VALUE, Mark.MISTAKE: Ink.BAD, Mark.BLUNDER: Ink.DANGER}
_CHANCE = "chance of winning"
"""The unit of values that are shown in percent."""


def best_move_panels(
    setup: GameSetup, state: Any, move: AnalysedMove | None, analysis: GameAnalysis
) -> tuple[Panel, ...]:
    """What should have been played in `state` instead of `move`, and the line that proves it; a
    note if the move wasn't judged."""
    overlay = Overlay.BEST_MOVE
    if move is None:
        is_pacmans = setup.in_real_time and analysis.has_chance
        why = ": the ghosts leave their moves to chance" if is_pacmans else ""
        words = f"Not judged{why}." if state.to_move else ""
        return Panel("", note=words, overlay=overlay), _summary(analysis, setup)
    note = f"{_verdict(move, analysis.unit, setup, state)}."
    rows = tuple(_rows(move, analysis.unit, setup, state))
    note = note if not setup.in_real_time else note[0].upper() + note[1:]
    panels = [Panel(overlay.heading, rows, note, ink_of(move), overlay=overlay)]
    if move.line:
        line = tuple(
            variation_rows(state, move.line, partial(_label, setup), setup.players.__getitem__)
        )
        title = line_name(has_chance=analysis.has_chance).capitalize()
        panels.append(Panel(title, line, overlay=overlay))
    return *panels, _summary(analysis, setup)


def _summary(analysis: GameAnalysis, setup: GameSetup) -> Panel:
    """The whole game in numbers, Pac-Man's bad moves first, and who says so."""
    rows = [Row(f"{mark} {mark.label}", str(len(analysis.marked(mark)))) for mark in reversed(Mark)]
    for agent in sorted({0, *(move.agent for move in analysis.moves)}):
        is_main = agent == analysis.main_agent
        name = "mean regret" if is_main else f"{setup.players[agent]}'s mean regret"
        rows.append(Row(name, difference(analysis.mean_regret(agent), analysis.unit)))
    judge = f"Judge: {analysis.judge}"
    title = "The whole game" if analysis.main_agent is None else "Pac-Man's whole game"
    return Panel(title, tuple(rows), judge, overlay=Overlay.BEST_MOVE)


def line_positions(setup: GameSetup, state: Any, line: Sequence[Any]) -> tuple[Any, ...]:
    """The positions after each round, or ply, of a line of play from `state` on, up to its first
    illegal action."""
    positions: list[Any] = []
    for action in line:
        try:
            state = state.successor(action)
        except IllegalMoveError:
            break
        if setup.has_rounds and positions and positions[-1].to_move:
            positions[-1] = state
        else:
            positions.append(state)
    return tuple(positions)


def ink_of(move: AnalysedMove) -> Ink:
    """The colour of words about a move."""
    return _INKS[move.mark] if move.mark else Ink.FAINT


def marked_moves(
    analysis: GameAnalysis, setup: GameSetup, states: Sequence[Any]
) -> tuple[MarkedMove, ...]:
    """Pac-Man's marked moves, or all, for the timeline of a game."""
    return tuple(
        MarkedMove(
            move.ply,
            move.mark,
            f"move {_number(move, setup)}: "
            + _verdict(move, analysis.unit, setup, states[move.ply]),
            ink_of(move),
        )
        for move in analysis.marked()
        if move.mark
    )


def turning_point_line(analysis: GameAnalysis, setup: GameSetup, states: Sequence[Any]) -> str:
    """Where the game was lost, in a line; empty if no move is marked."""
    move = analysis.turning_point()
    if move is None:
        return ""
    cost = difference(move.regret, analysis.unit)
    played = _doing(setup, states[move.ply], move.action)
    return f"The turning point: {played} at move {_number(move, setup)} cost {cost}"


def value_curve(analysis: GameAnalysis, states: Sequence[Any]) -> tuple[float, ...]:
    """What Pac-Man could get in each of `states`: points, or percent if it is the chance of
    winning. Where nothing is known, what was known last."""
    scale = 100 if analysis.unit == _CHANCE else 1
    known = {move.ply + 1: scale * move.values[move.action] for move in analysis.moves}
    known |= {move.ply: scale * move.value for move in analysis.moves}
    last = states[-1]
    if last.is_terminal:
        known[len(states) - 1] = last.score if scale == 1 else scale * last.is_win
    value = known[min(known)] if known else 0.0
    return tuple(value := known.get(ply, value) for ply in range(len(states)))


def value_fact(analysis: GameAnalysis, value: float) -> Fact:
    """One value of the curve, as a number to read."""
    if analysis.unit == "score":
        return Fact("value", amount(value, analysis.unit))
    is_points = analysis.unit != _CHANCE
    return Fact("value" if is_points else "winning", f"{value:,.0f}{'' if is_points else ' %'}")


def _number(move: AnalysedMove, setup: GameSetup) -> int:
    """The number of a move: of its round, or ply."""
    return move.ply // (len(setup.players) if setup.has_rounds else 1) + 1


def _doing(setup: GameSetup, state: Any, action: Any) -> str:
    """`going east`, `b2`."""
    return going(action) if setup.in_real_time else setup.action_name(state, action)


def _label(setup: GameSetup, state: Any, action: Any) -> str:
    """An action in a line of play."""
    return ARROWS[action] if setup.in_real_time else setup.action_name(state, action)


def _rows(move: AnalysedMove, unit: Unit, setup: GameSetup, state: Any) -> Iterator[Row]:
    """The actions, the best for the agent first."""
    side = 1 if move.agent else -1
    for action, value in sorted(move.values.items(), key=lambda pair: side * pair[1]):
        label, played = setup.action_name(state, action), action == move.action
        if setup.in_real_time:
            label = f"{ARROWS[action]} {label}"
        if played:
            label = f"{label} {move.mark or '(played)'}"
        ink = Ink.BEST if value == move.value else Ink.BAD if played and move.mark else Ink.VALUE
        yield Row(label, _amount(value, unit), ink=ink, strong=played or ink is Ink.BEST)


def _verdict(move: AnalysedMove, unit: Unit, setup: GameSetup, state: Any) -> str:
    """`going east is a blunder, 412 points worse than going north`."""
    played, best = _doing(setup, state, move.action), _doing(setup, state, move.best)
    if not move.regret:
        return f"{played} is {'best' if len(move.values) > 1 else 'the only move'}"
    worse = f"{difference(move.regret, unit)} worse than {best}"
    if not move.mark:
        return f"{played} is {worse}"
    article = "an" if move.mark is Mark.INACCURACY else "a"
    return f"{played} is {article} {move.mark.label}, {worse}"


def _amount(value: float, unit: Unit) -> str:
    if unit == "score":
        return amount(value, unit)
    return f"{100 * value:.1f} %" if unit == _CHANCE else f"{value:,.1f}"


def difference(regret: float, unit: Unit) -> str:
    """`412 points`; in another game than Pac-Man, a number."""
    if unit == "score":
        return amount(regret, unit)
    number = 100 * regret if unit == _CHANCE else regret
    digits = 0 if number >= 10 else 1
    return f"{number:,.{digits}f} {'percentage points' if unit == _CHANCE else 'points'}"
