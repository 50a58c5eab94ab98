from pacgrid import Agent


class AlphaBeta(Agent):
    """Alpha-beta search. Uses while loops over a list of the actions that are left."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        todo = list(state.legal_actions())
        action = todo.pop(0)
        plies = self.depth * state.num_agents - 1
        alpha = self.ghost(state.successor(action), plies, float("-inf"), float("inf"))
        while todo:
            candidate = todo.pop(0)
            value = self.ghost(state.successor(candidate), plies, alpha, float("inf"))
            if value > alpha:
                alpha = value
                action = candidate
        return action

    def pacman(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        standing = self.evaluation(state)
        if plies == 0 or standing >= beta:
            return standing
        best = float("-inf")
        todo = list(state.legal_actions())
        while todo and best < beta:
            child = state.successor(todo.pop(0))
            best = max(best, self.ghost(child, plies - 1, max(alpha, best), beta))
        return best

    def ghost(self, state, plies, alpha, beta):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        following = self.pacman if state.to_move == state.num_agents - 1 else self.ghost
        best = float("inf")
        todo = list(state.legal_actions())
        while todo and best > alpha:
            child = state.successor(todo.pop(0))
            best = min(best, following(child, plies - 1, alpha, min(beta, best)))
        return best
