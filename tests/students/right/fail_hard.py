"""AlphaBeta is fail-hard: what it returns is always between alpha and beta."""

from pacgrid import Agent

MISTAKES = {}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        alpha = -10**9
        choice = None
        for action in state.legal_actions():
            value = self.clamp(state.successor(action), self.depth * state.num_agents - 1, alpha, 10**9)
            if choice is None or value > alpha:
                alpha, choice = value, action
        return choice

    def clamp(self, state, left, alpha, beta):
        if state.is_terminal:
            return max(alpha, min(beta, state.score))
        if left == 0:
            return max(alpha, min(beta, self.evaluation(state)))
        if state.to_move == 0:
            for action in state.legal_actions():
                alpha = max(alpha, self.clamp(state.successor(action), left - 1, alpha, beta))
                if alpha >= beta:
                    return beta
            return alpha
        for action in state.legal_actions():
            beta = min(beta, self.clamp(state.successor(action), left - 1, alpha, beta))
            if beta <= alpha:
                return alpha
        return beta


class Minimax(Agent):
    """(value, minus the number of the action): max() then takes the first of equal ones."""

    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        pairs = []
        for number, action in enumerate(state.legal_actions()):
            value = self.value(state.successor(action), self.depth * state.num_agents - 1)
            pairs.append((value, -number, action))
        return max(pairs)[2]

    def value(self, state, left):
        if state.is_terminal:
            return state.score
        if left == 0:
            return self.evaluation(state)
        return sorted(self.value(state.successor(a), left - 1) for a in state.legal_actions())[
            -1 if state.to_move == 0 else 0
        ]
