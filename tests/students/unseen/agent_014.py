from pacgrid import Agent


class AlphaBeta(Agent):
    plays_ghosts = False

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        best_action = None
        alpha = float("-inf")
        for action in state.legal_actions():
            v = self.ab(state.successor(action), 1 % state.num_agents, self.depth, alpha, float("inf"))
            if best_action is None or v > alpha:
                alpha, best_action = v, action
        return best_action

    def ab(self, state, agent, depth, alpha, beta):
        if state.is_terminal:
            return state.score
        elif depth == 0:
            return self.evaluation(state)
        following = (agent + 1) % state.num_agents
        if agent == 0:
            value = float("-inf")
            for action in state.legal_actions():
                child = state.successor(action)
                value = max(value, self.ab(child, following, depth, alpha, beta))
                if value >= beta:
                    return value
            return value
        else:
            value = float("inf")
            left = depth - 1 if agent == 1 else depth
            for action in state.legal_actions():
                child = state.successor(action)
                value = min(value, self.ab(child, following, left, alpha, beta))
                if value <= alpha:
                    return value
                beta = min(beta, value)
            return value
