"""What an analysis says about moves, in words, tables and curves."""

from collections.abc import Iterator, Sequence

from pacgrid.action import Action
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, Mark
from pacgrid.analysis.wording import line_name
from pacgrid.records.description import seat_name
from pacgrid.session.frame import Fact, MarkedMove, Panel, Row
from pacgrid.session.insight import ARROWS, going, line_rows
from pacgrid.session.marks import Ink
from pacgrid.session.overlays import Overlay
from pacgrid.state import IllegalMoveError, State

_INKS = {Mark.INACCURACY: Ink.VALUE, Mark.MISTAKE: Ink.BAD, Mark.BLUNDER: Ink.DANGER}
_POINTS = "points"
"""The unit of values that aren't chances."""


def best_move_panels(
    state: State, move: AnalysedMove | None, analysis: GameAnalysis
) -> tuple[Panel, ...]:
    """What should have been played in `state` instead of `move`, and the line that proves it; a
    note if the move wasn't judged."""
    overlay = Overlay.BEST_MOVE
    if move is None:
        why = ": the ghosts leave their moves to chance" if analysis.has_chance else ""
        words = f"Not judged{why}." if state.to_move else ""
        return Panel("", note=words, overlay=overlay), _summary(analysis)
    note = f"{_verdict(move, analysis.unit)}."
    rows = tuple(_rows(move, analysis.unit))
    panels = [
        Panel(overlay.heading, rows, note[0].upper() + note[1:], ink_of(move), overlay=overlay)
    ]
    if move.line:
        line = tuple(line_rows(state, move.line))
        title = line_name(has_chance=analysis.has_chance).capitalize()
        panels.append(Panel(title, line, overlay=overlay))
    return *panels, _summary(analysis)


def _summary(analysis: GameAnalysis) -> Panel:
    """The whole game in numbers, Pac-Man's bad moves first, and who says so."""
    rows = [Row(f"{mark} {mark.label}", str(len(analysis.marked(mark)))) for mark in reversed(Mark)]
    for agent in sorted({0, *(move.agent for move in analysis.moves)}):
        name = f"{seat_name(agent)}'s mean regret" if agent else "mean regret"
        rows.append(Row(name, difference(analysis.mean_regret(agent), analysis.unit)))
    judge = f"Judge: {analysis.judge}"
    return Panel("Pac-Man's whole game", tuple(rows), judge, overlay=Overlay.BEST_MOVE)


def line_positions(state: State, line: Sequence[Action]) -> tuple[State, ...]:
    """The positions after each round of a line of play from `state` on, up to its first illegal
    action."""
    positions: list[State] = []
    for action in line:
        try:
            state = state.successor(action)
        except IllegalMoveError:
            break
        if positions and positions[-1].to_move:
            positions[-1] = state
        else:
            positions.append(state)
    return tuple(positions)


def ink_of(move: AnalysedMove) -> Ink:
    """The colour of words about a move."""
    return _INKS[move.mark] if move.mark else Ink.FAINT


def marked_moves(analysis: GameAnalysis, agents: int) -> tuple[MarkedMove, ...]:
    """Pac-Man's marked moves, for the timeline of a game of so many agents."""
    return tuple(
        MarkedMove(
            move.ply,
            move.mark,
            f"move {move.ply // agents + 1}: {_verdict(move, analysis.unit)}",
            ink_of(move),
        )
        for move in analysis.marked()
        if move.mark
    )


def turning_point_line(analysis: GameAnalysis, agents: int) -> str:
    """Where the game was lost, in a line; empty if no move is marked."""
    move = analysis.turning_point()
    if move is None:
        return ""
    cost = difference(move.regret, analysis.unit)
    return f"The turning point: {going(move.action)} at move {move.ply // agents + 1} cost {cost}"


def value_curve(analysis: GameAnalysis, states: Sequence[State]) -> tuple[float, ...]:
    """What Pac-Man could get in each of `states`: points, or percent if it is the chance of
    winning. Where nothing is known, what was known last."""
    scale = 1 if analysis.unit == _POINTS else 100
    known = {move.ply + 1: scale * move.values[move.action] for move in analysis.moves}
    known |= {move.ply: scale * move.value for move in analysis.moves}
    last = states[-1]
    if last.is_terminal:
        known[len(states) - 1] = last.score if scale == 1 else scale * last.is_win
    value = known[min(known)] if known else 0.0
    return tuple(value := known.get(ply, value) for ply in range(len(states)))


def value_fact(analysis: GameAnalysis, value: float) -> Fact:
    """One value of the curve, as a number to read."""
    is_points = analysis.unit == _POINTS
    return Fact("value" if is_points else "winning", f"{value:,.0f}{'' if is_points else ' %'}")


def _rows(move: AnalysedMove, unit: str) -> Iterator[Row]:
    """The actions, the best for the agent first."""
    side = 1 if move.agent else -1
    for action, value in sorted(move.values.items(), key=lambda pair: side * pair[1]):
        label, played = f"{ARROWS[action]} {action}", action is move.action
        if played:
            label = f"{label} {move.mark or '(played)'}"
        ink = Ink.BEST if value == move.value else Ink.BAD if played and move.mark else Ink.VALUE
        yield Row(label, _amount(value, unit), ink=ink, strong=played or ink is Ink.BEST)


def _verdict(move: AnalysedMove, unit: str) -> str:
    """`going east is a blunder, 412 points worse than going north`."""
    if not move.regret:
        return f"{going(move.action)} is {'best' if len(move.values) > 1 else 'the only move'}"
    worse = f"{difference(move.regret, unit)} worse than {going(move.best)}"
    if not move.mark:
        return f"{going(move.action)} is {worse}"
    article = "an" if move.mark is Mark.INACCURACY else "a"
    return f"{going(move.action)} is {article} {move.mark.label}, {worse}"


def _amount(value: float, unit: str) -> str:
    return f"{value:,.1f}" if unit == _POINTS else f"{100 * value:.1f} %"


def difference(regret: float, unit: str) -> str:
    """`412 points`."""
    number = regret if unit == _POINTS else 100 * regret
    digits = 0 if number >= 10 else 1
    return f"{number:,.{digits}f} {'points' if unit == _POINTS else 'percentage points'}"
