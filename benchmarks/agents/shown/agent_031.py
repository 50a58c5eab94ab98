from pacgrid import Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        actions = state.legal_actions()
        self.p = 1.0 / len(actions)
        plies = self.depth * state.num_agents
        values = [self.chance(state.successor(action), plies - 1) for action in actions]
        return actions[values.index(max(values))]

    def stop(self, state, plies):
        return state.is_terminal or plies == 0

    def utility(self, state):
        return state.score if state.is_terminal else self.evaluation(state)

    def max_node(self, state, plies):
        if self.stop(state, plies):
            return self.utility(state)
        return max(self.chance(state.successor(a), plies - 1) for a in state.legal_actions())

    def chance(self, state, plies):
        if self.stop(state, plies):
            return self.utility(state)
        if state.to_move == 0:
            return self.max_node(state, plies)
        total = 0
        for action in state.legal_actions():
            total += self.p * self.chance(state.successor(action), plies - 1)
        return total
