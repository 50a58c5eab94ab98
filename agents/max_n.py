"""Max^n search: several players, each for itself. Russell and Norvig, *Artificial Intelligence: A
Modern Approach*, 4th edition, section 5.2.2 and figure 5.4; cut off at a depth as in section 5.3.
C. Luckhardt and K. Irani, "An algorithmic solution of N-person games", 1986.
"""

from collections.abc import Mapping
from typing import Any

from pacgrid.agent import Report
from pacgrid.search import CHANCE, GameState, PayoffVector, Searcher, is_general_sum


class MaxN(Searcher):
    """Backs up a payoff for each player. Whoever is to move chooses the action that is best for
    itself, the first of equal ones; where chance moves, each payoff is averaged.

    In a zero-sum game, where MAX gets what the others lose, the values are those of minimax.

    Args:
        depth: how many rounds it looks ahead.
        evaluation: estimates the value of a state for MAX where the search of a zero-sum game is
            cut off; as in `Searcher`. A general-sum game estimates its payoffs itself.
    """

    plays_general_sum = True

    def act(self, state: GameState) -> Any:
        self.report = Report()
        payoffs = self.action_payoffs(state, self.plies(state))
        whose = state.to_move if is_general_sum(state) else 0  # a zero-sum value is MAX's
        self.report.values = {action: each[whose] for action, each in payoffs.items()}
        return best_for(state.to_move, payoffs)

    def value(self, state: GameState, plies: int) -> float:
        """What agent 0 gets from `state`, looking `plies` plies ahead."""
        return self.payoffs(state, plies)[0]

    def payoffs(self, state: GameState, plies: int) -> PayoffVector:
        """What each agent gets from `state`, looking `plies` plies ahead."""
        self.report.nodes += 1
        if state.is_terminal or plies == 0:
            return self.estimate(state)
        below = self.action_payoffs(state, plies)
        if state.to_move == CHANCE:
            return expected(state, below)
        return below[best_for(state.to_move, below)]

    def action_payoffs(self, state: GameState, plies: int) -> dict[Any, PayoffVector]:
        """What each agent gets from each action's successor."""
        return {
            action: self.payoffs(state.successor(action), plies - 1)
            for action in state.legal_actions()
        }

    def estimate(self, state: Any) -> PayoffVector:
        """What each agent gets in a finished game, or seems to get where the search is cut off."""
        if is_general_sum(state):
            payoffs: PayoffVector = state.payoffs()
            return payoffs
        value = state.score if state.is_terminal else self.evaluate(state)
        return (value, *[-value] * (state.num_agents - 1))

    def best_reply(self, state: GameState, plies: int) -> Any:
        """The best action of whoever is to move; None where chance moves."""
        if plies <= 0 or state.to_move == CHANCE:
            return None
        return best_for(state.to_move, self.action_payoffs(state, plies))


def best_for(agent: int, payoffs: Mapping[Any, PayoffVector]) -> Any:
    """The action that gives `agent` most."""
    return max(payoffs, key=lambda action: payoffs[action][agent])


def expected(state: Any, payoffs: Mapping[Any, PayoffVector]) -> PayoffVector:
    """The average of the actions' payoffs, each weighed by its probability."""
    chances = state.distribution()
    weighed = [[chances[action] * each for each in payoffs[action]] for action in chances]
    return tuple(map(sum, zip(*weighed, strict=True)))
