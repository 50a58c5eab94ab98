from pacgrid import Agent

INF = 10 ** 9


class Minimax(Agent):
    """One recursive function; `who` is the index of the agent to move."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def evaluate(self, state):
        if self.evaluation is None:
            return state.score
        return self.evaluation(state)

    def minimax(self, state, who, depth):
        if state.is_terminal:
            return state.score, None
        if depth == 0:
            return self.evaluate(state), None

        agents = state.num_agents + 1
        following = (who + 1) % agents
        if following == 0:
            depth = depth - 1

        best = None
        best_value = -INF if who == 0 else INF
        for action in state.legal_actions():
            value, _ = self.minimax(state.successor(action), following, depth)
            if who == 0 and value > best_value:
                best_value, best = value, action
            elif who > 0 and value < best_value:
                best_value, best = value, action
        return best_value, best

    def act(self, state):
        return self.minimax(state, 0, self.depth)[1]
