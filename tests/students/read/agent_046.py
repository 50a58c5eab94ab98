from pacgrid import Agent

INFINITY = float("inf")


class AlphaBeta(Agent):
    """Alpha-beta search for many ghosts."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        best = None
        alpha = -INFINITY
        for action in state.legal_actions():
            v = self.value(state.successor(action), 1, 0, alpha, INFINITY)
            if best is None or v > alpha:
                alpha = v
                best = action
        return best

    def value(self, state, agent, depth, alpha, beta):
        if state.is_loss:
            return state.score
        if depth == self.depth:
            return self.evaluation(state)
        following = (agent + 1) % state.num_agents
        if agent == 1:
            depth = depth + 1
        v = -INFINITY if agent == 0 else INFINITY
        for action in state.legal_actions():
            child = self.value(state.successor(action), following, depth, alpha, beta)
            if agent == 0:
                v = max(v, child)
                alpha = max(alpha, v)
            else:
                v = min(v, child)
                beta = min(beta, v)
            if beta <= alpha:
                break
        return v
