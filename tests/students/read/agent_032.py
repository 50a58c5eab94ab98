"""Alpha-beta without recursion."""

from pacgrid import Agent

STATE, PLIES, ALPHA, BETA, ACTIONS, BEST = range(6)


class AlphaBeta(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def frame(self, state, plies, alpha, beta):
        best = float("-inf") if state.to_move == 0 else float("inf")
        return [state, plies, alpha, beta, iter(state.legal_actions()), best]

    def act(self, state):
        choice = None
        alpha = float("-inf")
        for action in state.legal_actions():
            child = state.successor(action)
            value = self.solve(child, self.depth * state.num_agents - 1, alpha)
            if choice is None or value > alpha:
                choice, alpha = action, value
        return choice

    def solve(self, state, plies, alpha):
        """The value of `state`; a smaller value than `alpha` need not be exact."""
        if state.is_terminal:
            return state.score
        if plies == 0:
            return self.evaluation(state)
        stack = [self.frame(state, plies, alpha, float("inf"))]
        while True:
            top = stack[-1]
            action = next(top[ACTIONS], None) if top[ALPHA] < top[BETA] else None
            if action is not None:
                child = top[STATE].successor(action)
                if child.is_terminal:
                    self.take(top, child.score)
                elif top[PLIES] == 1:
                    self.take(top, self.evaluation(child))
                else:
                    stack.append(self.frame(child, top[PLIES] - 1, top[ALPHA], top[BETA]))
                continue
            stack.pop()
            if not stack:
                return top[BEST]
            self.take(stack[-1], top[BEST])

    def take(self, frame, value):
        if frame[STATE].to_move == 0:
            frame[BEST] = max(frame[BEST], value)
            frame[ALPHA] = max(frame[ALPHA], value)
        else:
            frame[BEST] = min(frame[BEST], value)
            frame[BETA] = min(frame[BETA], value)
