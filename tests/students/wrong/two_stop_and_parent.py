"""No STOP for Pac-Man. The evaluation is for the state that we came from."""

from pacgrid import Action, Agent

MISTAKES = {"Minimax": ("STOP left out at the root", "evaluates the parent instead of the leaf")}


class Minimax(Agent):
    def __init__(self, depth, evaluation):
        self.depth, self.evaluation = depth, evaluation

    def act(self, state):
        actions = set(state.legal_actions()) - {Action.STOP} or {Action.STOP}
        return max(sorted(actions), key=lambda a: self.next(state, a, self.depth * state.num_agents))

    def next(self, state, action, n):
        after = state.successor(action)
        if after.is_terminal:
            return after.score
        if n == 1:
            return self.evaluation(state)
        values = [self.next(after, a, n - 1) for a in after.legal_actions()]
        return max(values) if after.to_move == 0 else min(values)
