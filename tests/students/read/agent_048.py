"""Alpha-beta search over pairs of an action and where it leads."""

from collections.abc import Callable, Iterator
from math import inf

from pacgrid import Action, Agent, State


def successors(state: State) -> Iterator[tuple[Action, State]]:
    for action in state.legal_actions():
        yield action, state.successor(action)


class AlphaBeta(Agent):
    def __init__(self, depth: int = 2, evaluation: Callable[[State], float] | None = None) -> None:
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state: State) -> Action:
        choice, alpha = None, -inf
        for action, child in successors(state):
            value = self.value(child, self.depth * state.num_agents - 1, alpha, inf)
            if choice is None or value > alpha:
                choice, alpha = action, value
        return choice

    def value(self, state: State, plies: int, alpha: float, beta: float) -> float:
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move:
            return self.ghost_value(state, plies, alpha, beta)
        return self.pacman_value(state, plies, alpha, beta)

    def pacman_value(self, state: State, plies: int, alpha: float, beta: float) -> float:
        best = -inf
        for _, child in successors(state):
            best = max(best, self.value(child, plies - 1, alpha, beta))
            if best >= beta:
                return best
            alpha = max(alpha, best)
        return best

    def ghost_value(self, state: State, plies: int, alpha: float, beta: float) -> float:
        best = inf
        for _, child in successors(state):
            best = min(best, self.value(child, plies - 1, alpha, beta))
            if best <= alpha:
                return best
            alpha = max(alpha, best)
        return best
