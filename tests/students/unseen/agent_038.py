from pacgrid import Agent


class Expectimax(Agent):
    LOSS = -1000

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        return self.search(state, self.depth * state.num_agents, root=True)[1]

    def game_over(self, state):
        if state.is_loss:
            return self.LOSS
        return state.score

    def search(self, state, plies, root=False):
        if state.is_terminal:
            return self.game_over(state), None
        if plies == 0:
            return self.evaluation(state), None
        outcomes = []
        for action in state.legal_actions():
            value = self.search(state.successor(action), plies - 1)[0]
            outcomes.append((value, action))
        if state.to_move == 0:
            return max(outcomes, key=lambda o: o[0])
        if root:  # this agent plays a ghost
            return min(outcomes, key=lambda o: o[0])
        return sum(value for value, _ in outcomes) / len(outcomes), None
