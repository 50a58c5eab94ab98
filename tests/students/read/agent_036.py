from math import inf

from pacgrid import Agent


class AlphaBeta(Agent):
    """The root and all other nodes are searched by the same method."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        _, action = self.best(state, self.depth * state.num_agents, -inf, inf)
        return action

    def best(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None

        chosen_value, chosen = None, None
        for action in state.legal_actions():
            value, _ = self.best(state.successor(action), plies - 1, alpha, beta)
            if chosen is None or self.prefers(state, value, chosen_value):
                chosen_value, chosen = value, action

            if state.to_move == 0:
                alpha = max(alpha, chosen_value)
            beta = min(beta, chosen_value)
            if alpha > beta:
                break
        return chosen_value, chosen

    def prefers(self, state, new, old):
        return new > old if state.to_move == 0 else new < old
