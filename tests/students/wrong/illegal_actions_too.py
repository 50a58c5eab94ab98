"""Each ghost has 4 directions with 1/4 each; into a wall means it stays, with the same value as now."""

from pacgrid import Action, Agent

MISTAKES = {"Expectimax": "uniform over illegal actions too"}


class Expectimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.value(state.successor(a), self.depth * state.num_agents - 1))

    def value(self, state, plies):
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        if state.to_move == 0:
            return max(self.value(state.successor(a), plies - 1) for a in state.legal_actions())
        total = 0
        for a in (Action.NORTH, Action.EAST, Action.SOUTH, Action.WEST):
            if a in state.legal_actions():
                total += 0.25 * self.value(state.successor(a), plies - 1)
            else:
                total += 0.25 * state.score
        return total
