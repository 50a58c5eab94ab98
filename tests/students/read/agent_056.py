from pacgrid import Agent


class Expectimax(Agent):
    """Expectimax in the form of the Bellman equation."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        q_values = self.q_values(state, self.depth)
        return max(q_values, key=q_values.get)

    def q_values(self, state, rounds):
        q = {}
        for action in state.legal_actions():
            after = state.successor(action)
            reward = after.score - state.score
            q[action] = reward + self.v(after, rounds)
        return q

    def v(self, state, rounds):
        if state.is_terminal:
            return state.score
        if state.to_move == 0:
            rounds = rounds - 1
            if rounds == 0:
                return self.evaluation(state)
            return max(self.q_values(state, rounds).values())
        values = []
        for action in state.legal_actions():
            values.append(self.v(state.successor(action), rounds))
        return sum(values) / len(values)
