"""The right searches, in the form that known mistakes vary."""

from collections.abc import Callable, Sequence
from math import inf
from typing import Any

from pacgrid.action import Action
from pacgrid.agent import Agent, Report
from pacgrid.search import Evaluate

Order = Callable[[Any], Sequence[Action]]
"""The actions of a `WatchedState` in the order to try them."""


def given_order(state: Any) -> Sequence[Action]:
    """The order of `legal_actions()`."""
    actions: Sequence[Action] = state.legal_actions()
    return actions


class ReferenceSearch(Agent):
    """A search of a `WatchedState` that asks its states exactly what the textbook's would.

    After `act`, `report.values` has the values of the actions at the root; all the actions with the
    highest value are as good for it.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state at the cut-off.
        order: in which order it tries actions. A diagnosis passes the order in which the observed
            agent tried them, which its author is free to choose.
    """

    report: Report

    def __init__(self, *, depth: int, evaluation: Evaluate, order: Order = given_order) -> None:
        self.depth = depth
        self.evaluate = evaluation
        self.order = order


class RightMinimax(ReferenceSearch):
    """Minimax to a depth. Russell and Norvig, 4th edition, section 6.2.1."""

    def act(self, state: Any) -> Action:
        self.report = Report()
        plies = self.depth * state.num_agents
        for action in self.order(state):
            self.report.values[action] = self.value(state.successor(action), plies - 1)
        return max(self.report.values, key=self.report.values.__getitem__)

    def value(self, state: Any, plies: int) -> float:
        """The value of `state` for MAX, looking `plies` plies ahead."""
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in self.order(state)]
        return max(values) if state.to_move == 0 else min(values)


class RightExpectimax(RightMinimax):
    """Expectimax with uniform ghosts. Section 6.5."""

    def value(self, state: Any, plies: int) -> float:
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return self.evaluate(state)
        values = [self.value(state.successor(a), plies - 1) for a in self.order(state)]
        return max(values) if state.to_move == 0 else sum(values) / len(values)


class RightAlphaBeta(ReferenceSearch):
    """Alpha-beta with strict pruning: on equality it goes on. Section 6.2.3."""

    def act(self, state: Any) -> Action:
        self.report = Report()
        plies, alpha = self.depth * state.num_agents, -inf
        for action in self.order(state):
            value = self.value(state.successor(action), plies - 1, alpha, inf)
            self.report.values[action] = value
            alpha = max(alpha, value)
        return max(self.report.values, key=self.report.values.__getitem__)

    def value(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        """The value of `state` for MAX if it is within `alpha` and `beta`, else a bound of it."""
        if state.is_terminal:
            return float(state.score)
        if plies == 0:
            return self.evaluate(state)
        best = -inf if state.to_move == 0 else inf
        for action in self.order(state):
            value = self.value(state.successor(action), plies - 1, alpha, beta)
            if state.to_move == 0:
                best = max(best, value)
                if best > beta:
                    return best
                alpha = max(alpha, best)
            else:
                best = min(best, value)
                if best < alpha:
                    return best
                beta = min(beta, best)
        return best
