from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """Returns the value and the move of a position in a dictionary."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.run(state, self.depth * state.num_agents, -inf, inf)["move"]

    def run(self, state, plies, alpha, beta):
        if state.is_terminal:
            return {"value": state.score, "move": None}
        if plies == 0:
            return {"value": self.evaluation(state), "move": None}
        if state.to_move == 0:
            return self.pacman(state, plies, alpha, beta)
        return self.ghost(state, plies, alpha, beta)

    def pacman(self, state, plies, alpha, beta):
        result = {"value": -inf, "move": None}
        for move in state.legal_actions():
            found = self.run(state.successor(move), plies - 1, alpha, beta)
            if found["value"] > result["value"]:
                result = {"value": found["value"], "move": move}
            if result["value"] > beta:
                return result
            alpha = max(alpha, result["value"])
        return result

    def ghost(self, state, plies, alpha, beta):
        result = {"value": inf, "move": None}
        for move in state.legal_actions():
            found = self.run(state.successor(move), plies - 1, beta, alpha)
            if found["value"] < result["value"]:
                result = {"value": found["value"], "move": move}
            if result["value"] < alpha:
                return result
            beta = min(beta, result["value"])
        return result
