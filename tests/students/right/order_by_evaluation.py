"""Alpha-beta that looks at the promising successors first."""

from pacgrid import Agent

MISTAKES = {}


class AlphaBeta(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def guess(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def sorted_successors(self, state, plies):
        successors = [(a, state.successor(a)) for a in state.legal_actions()]
        if plies > 3:  # near the leaves it isn't worth it
            successors.sort(key=lambda x: self.guess(x[1]), reverse=state.to_move == 0)
        return successors

    def act(self, state):
        plies = self.depth * state.num_agents
        value, choice = float("-inf"), None
        for action, successor in self.sorted_successors(state, plies):
            v = self.prune(successor, plies - 1, value, float("inf"))
            if v > value:
                value, choice = v, action
        return choice

    def prune(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if plies > 3:
            successors = (s for _, s in self.sorted_successors(state, plies))
        else:
            successors = (state.successor(a) for a in state.legal_actions())
        if state.to_move == 0:
            value = float("-inf")
            for successor in successors:
                value = max(value, self.prune(successor, plies - 1, alpha, beta))
                alpha = max(alpha, value)
                if alpha > beta:
                    break
            return value
        value = float("inf")
        for successor in successors:
            value = min(value, self.prune(successor, plies - 1, alpha, beta))
            beta = min(beta, value)
            if beta < alpha:
                break
        return value
