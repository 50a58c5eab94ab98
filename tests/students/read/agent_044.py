"""Alpha-beta with ordering of moves."""

from pacgrid import Agent

WIDTH = 2


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_value = float("-inf")
        best_action = None
        for action in state.legal_actions():
            child = state.successor(action)
            value = self.search(child, self.depth * state.num_agents - 1, best_value, float("inf"))
            if best_action is None or value > best_value:
                best_value, best_action = value, action
        return best_action

    def search(self, state, plies, alpha, beta):
        if plies == 0:
            return self.evaluation(state)
        if state.is_terminal:
            return state.score

        children = [state.successor(action) for action in state.legal_actions()]
        if state.to_move == 0:
            children.sort(key=self.evaluation, reverse=True)
            value = float("-inf")
            for child in children[:WIDTH]:
                value = max(value, self.search(child, plies - 1, alpha, beta))
                if value >= beta:
                    break
                alpha = max(alpha, value)
            return value

        children.sort(key=self.evaluation)
        value = float("inf")
        for child in children:
            value = min(value, self.search(child, plies - 1, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
        return value
