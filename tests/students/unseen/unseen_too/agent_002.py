from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best_score = float("-inf")
        best_action = None
        alpha = float("-inf")
        beta = float("inf")
        for action in state.legal_actions():
            score = self.min_value(state.successor(action), self.depth, alpha, beta)
            if score > best_score:
                best_score = score
                best_action = action
            alpha = max(alpha, best_score)
        return best_action

    def max_value(self, state, depth, alpha, beta):
        if state.is_terminal or depth == 0:
            return state.score
        score = float("-inf")
        for action in state.legal_actions():
            score = max(score, self.min_value(state.successor(action), depth, alpha, beta))
            if score > beta:
                return score
            max(alpha, score)
        return score

    def min_value(self, state, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        score = float("inf")
        for action in state.legal_actions():
            next_state = state.successor(action)
            if next_state.to_move == 0:
                score = min(score, self.max_value(next_state, depth - 1, alpha, beta))
            else:
                score = min(score, self.min_value(next_state, depth, alpha, beta))
            if score < alpha:
                return score
            min(beta, score)
        return score
