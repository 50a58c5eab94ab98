from pacgrid import Agent


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda state: state.score)

    def act(self, state):
        return self.alpha_beta(state, 0, self.depth, float("-inf"), float("inf"))[1]

    def alpha_beta(self, state, agent, depth, alpha, beta):
        if depth <= 0 or state.is_terminal:
            return self.evaluation(state), None
        next_agent = (agent + 1) % state.num_agents
        best_action = None
        if agent == 0:
            best = float("-inf")
            for action in state.legal_actions():
                value, _ = self.alpha_beta(
                    state.successor(action), next_agent, depth, alpha, beta
                )
                if value > best:
                    best, best_action = value, action
                if best > beta:
                    break
                alpha = max(alpha, best)
        else:
            best = float("inf")
            for action in state.legal_actions():
                value, _ = self.alpha_beta(
                    state.successor(action), next_agent, depth - 1, alpha, beta
                )
                if value < best:
                    best, best_action = value, action
                if best < alpha:
                    break
                beta = min(beta, best)
        return best, best_action
