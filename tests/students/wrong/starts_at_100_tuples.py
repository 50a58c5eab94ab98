"""(value, action) pairs; starts from a very bad one."""

from pacgrid import Agent, Action

MISTAKES = dict.fromkeys(("Minimax", "AlphaBeta"), "value starts at a number too small")


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.search(state, self.depth * state.num_agents)
        return action if action is not None else state.legal_actions()[0]

    def search(self, state, plies):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        result = (-100, None) if state.to_move == 0 else (100, None)
        for action in state.legal_actions():
            v = self.search(state.successor(action), plies - 1)[0]
            if state.to_move == 0 and v > result[0] or state.to_move > 0 and v < result[0]:
                result = v, action
        return result


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        value, action = self.search(state, self.depth * state.num_agents, -500, 500)
        return action or state.legal_actions()[0]

    # alpha and beta are enough, no v needed
    def search(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score, None
        if plies == 0:
            return self.evaluation(state), None
        best = None
        for action in state.legal_actions():
            v = self.search(state.successor(action), plies - 1, alpha, beta)[0]
            if state.to_move == 0 and v > alpha:
                alpha, best = v, action
            if state.to_move != 0 and v < beta:
                beta, best = v, action
            if alpha >= beta:
                break
        return (alpha if state.to_move == 0 else beta), best
