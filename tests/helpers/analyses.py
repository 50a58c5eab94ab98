"""Analyses made by hand."""

from collections.abc import Mapping

from pacgrid import Record
from pacgrid.analysis.game_analysis import AnalysedMove, GameAnalysis, mark_of


def analysis_of(record: Record, regrets: Mapping[int, float]) -> GameAnalysis:
    """An analysis of Pac-Man's moves that cost so many points, by ply; the others cost nothing.

    What should have been played is the first or the last other legal action, by turns.
    """
    moves, value, agents = [], float(record.score), len(record.agents)
    states = list(record.states())
    for ply in reversed(range(0, len(record.moves), agents)):
        action, legal = record.moves[ply].action, states[ply].legal_actions()
        regret = regrets.get(ply, 0.0)
        others = [other for other in legal if other is not action]
        best = others[-(ply % 2)] if regret and others else action
        value += regret
        values = dict.fromkeys(legal, value - regret - 20) | {action: value - regret, best: value}
        mark = mark_of(regret)
        line, state = [best] if mark else [], states[ply].successor(best)
        while line and len(line) < 3 * agents and not state.is_terminal:
            line.append(state.legal_actions()[len(line) % 2 - 1])
            state = state.successor(line[-1])
        moves.append(AnalysedMove(ply, 0, action, values, best, regret, mark, tuple(line)))
    return GameAnalysis("alpha-beta, 8 rounds deep", tuple(reversed(moves)))
