from typing import Any

from pacgrid import Agent


class AlphaBeta(Agent):
    """Alpha beta pruning, checks every child against the window."""

    def __init__(self, depth: int = 2, evaluation: Any = None) -> None:
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state: Any) -> Any:
        alpha = float("-inf")
        beta = float("inf")
        best = None
        for action in state.legal_actions():
            child_value = self.search(
                state.successor(action), self.depth * state.num_agents - 1, alpha, beta
            )
            if best is None or child_value > alpha:
                best = action
                alpha = child_value
        return best

    def search(self, state: Any, plies: int, alpha: float, beta: float) -> float:
        if state.is_terminal:
            return state.score
        if plies <= 0:
            return self.evaluation(state)
        if state.to_move == 0:
            value = float("-inf")
            for action in state.legal_actions():
                child_value = self.search(state.successor(action), plies - 1, alpha, beta)
                if child_value > beta:
                    return value
                value = max(value, child_value)
                alpha = max(alpha, value)
            return value
        value = float("inf")
        for action in state.legal_actions():
            child_value = self.search(state.successor(action), plies - 1, alpha, beta)
            if child_value < alpha:
                return value
            value = min(value, child_value)
            beta = min(beta, value)
        return value
