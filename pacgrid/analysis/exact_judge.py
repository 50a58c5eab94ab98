"""A judge that knows: the exact values of all positions of a small game."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pacgrid.analysis.judge import AnalysisError, Judgement
from pacgrid.analysis.move_mark import Unit
from pacgrid.search import CHANCE, is_general_sum

MOST_POSITIONS = 200_000
"""A game with more positions isn't analysed."""
MOST_PLIES = 40
"""How far the longest line goes."""
EXACT = 1e-12
"""Values that change by less in a sweep have converged."""


class ExactJudge:
    """Values actions of any game by the end that they lead to if all agents play their best: the
    first maximises the score, the others minimise it, and chance averages.

    Value iteration (AIMA 4e, 16.2.1) over the positions that can be reached from `first_state`;
    positions may repeat. A game that goes on forever is worth 0.

    Raises AnalysisError: there are more than `MOST_POSITIONS`, a position can't be hashed, or the
    game is general-sum.
    """

    unit: Unit = "score"
    judges_all = True
    name = "exact"

    def __init__(self, first_state: Any, title: str) -> None:
        try:
            hash(first_state)
        except TypeError as error:
            raise AnalysisError(
                f"{title}: its positions can't be hashed ({error}); make them frozen dataclasses"
            ) from None
        if is_general_sum(first_state):
            raise AnalysisError(
                f"{title}: each player has payoffs of its own, so no move costs all of them; only"
                " games with one value can be analysed"
            )
        self._values = _values(first_state, title)
        ends = [state.score for state in self._values if state.is_terminal]
        self.span = float(max(ends, default=1) - min(ends, default=0)) or 1.0
        self.has_chance = any(
            state.to_move == CHANCE for state in self._values if not state.is_terminal
        )

    def judge(self, state: Any, ply: int, plies_left: int | None) -> Judgement:  # noqa: ARG002
        values = {a: self._values[state.successor(a)] for a in state.legal_actions()}
        return Judgement(values, MOST_PLIES, complete=True)

    def line(
        self,
        state: Any,
        ply: int,
        action: Any,
        judgement: Judgement,
    ) -> tuple[Any, ...]:
        line, state = [action], state.successor(action)
        while len(line) < judgement.plies and not state.is_terminal:
            if state.to_move == CHANCE:
                shares: Mapping[Any, float] = state.distribution()
                line.append(max(shares, key=shares.__getitem__))
            else:
                values = self.judge(state, ply, None).values
                choose = max if state.to_move == 0 else min
                line.append(choose(values, key=values.__getitem__))
            state = state.successor(line[-1])
        return tuple(line)


@lru_cache(maxsize=2)  # the games of a series begin alike
def _values(first_state: Any, title: str) -> dict[Any, float]:
    """The value of each position that can be reached."""
    successors = _successors(first_state, title)
    values = {state: float(state.score) if state.is_terminal else 0.0 for state in successors}
    inner = [state for state in reversed(successors) if not state.is_terminal]
    change = 1.0
    while change > EXACT:
        change = 0.0
        for state in inner:
            following = successors[state]
            if state.to_move == CHANCE:
                value = sum(share * values[after] for after, share in following)
            else:
                choose = max if state.to_move == 0 else min
                value = choose(values[after] for after, _ in following)
            change = max(change, abs(value - values[state]))
            values[state] = value
    return values


def _successors(first_state: Any, title: str) -> dict[Any, list[tuple[Any, float]]]:
    """The positions in breadth-first order, each with those that follow and their shares: of
    chance, the probabilities."""
    found: dict[Any, list[tuple[Any, float]]] = {first_state: []}
    waiting = [first_state]
    for state in waiting:  # it grows meanwhile
        if state.is_terminal:
            continue
        shares = state.distribution() if state.to_move == CHANCE else {}
        for action in state.legal_actions():
            after = state.successor(action)
            if after not in found:
                found[after] = []
                waiting.append(after)
            found[state].append((after, shares.get(action, 0.0)))
        if len(found) > MOST_POSITIONS:
            raise AnalysisError(
                f"{title}: has more than {MOST_POSITIONS:,} positions, too many to be analysed"
                " exactly; choose options that make it smaller"
            )
    return found
