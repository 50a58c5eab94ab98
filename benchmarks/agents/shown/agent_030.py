from pacgrid import Agent


class AlphaBeta(Agent):
    """Tries promising moves first, for more cuts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def quick(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def ordered(self, state):
        children = [(action, state.successor(action)) for action in state.legal_actions()]
        children.sort(key=lambda pair: self.quick(pair[1]), reverse=state.to_move == 0)
        return children

    def act(self, state):
        alpha, beta = float("-inf"), float("inf")
        values = []
        for _, child in self.ordered(state):
            value = self.search(child, self.depth * state.num_agents - 1, alpha, beta)
            values.append(value)
            alpha = max(alpha, value)
        return state.legal_actions()[values.index(max(values))]

    def search(self, state, plies, alpha, beta):
        if plies == 0 or state.is_terminal:
            return self.quick(state)
        if state.to_move == 0:
            value = float("-inf")
            for _, child in self.ordered(state):
                value = max(value, self.search(child, plies - 1, alpha, beta))
                if value >= beta:
                    break
                alpha = max(alpha, value)
        else:
            value = float("inf")
            for _, child in self.ordered(state):
                value = min(value, self.search(child, plies - 1, alpha, beta))
                if value <= alpha:
                    break
                beta = min(beta, value)
        return value
