from pacgrid import Action, Agent


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def moves(self, state):
        """The moves worth looking at."""
        actions = list(state.legal_actions())
        if state.to_move == 0 and len(actions) > 1 and Action.STOP in actions:
            actions.remove(Action.STOP)
        return actions

    def act(self, state):
        return max(self.moves(state), key=lambda a: self.after(state, a, self.depth))

    def after(self, state, action, rounds):
        child = state.successor(action)
        if state.to_move == 0:
            rounds -= 1
        if child.is_terminal:
            return child.score
        if rounds == 0:
            return self.evaluation(child)
        values = [self.after(child, a, rounds) for a in self.moves(child)]
        if child.to_move == 0:
            return max(values)
        return sum(values) / len(values)
