from pacgrid import Agent, Report


class Frame:
    def __init__(self, state, plies, action=None):
        self.state, self.plies, self.action = state, plies, action
        self.todo = list(reversed(state.legal_actions())) if plies and not state.is_terminal else []
        self.best = None
        self.choice = None

    def offer(self, value, action):
        if self.best is None:
            better = True
        elif self.state.to_move == 0:
            better = value > self.best
        else:
            better = value < self.best
        if better:
            self.best, self.choice = value, action


class Minimax(Agent):
    """No recursion: a stack of frames."""

    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation or (lambda s: s.score)

    def act(self, state):
        self.report = Report()
        stack = [Frame(state, self.depth * state.num_agents)]
        while True:
            top = stack[-1]
            if top.todo:
                action = top.todo.pop()
                stack.append(Frame(top.state.successor(action), top.plies - 1, action))
                continue
            stack.pop()
            if not stack:
                return top.choice
            value = top.best if top.best is not None else self.leaf(top.state)
            if len(stack) == 1:
                self.report.values[top.action] = value
            stack[-1].offer(value, top.action)

    def leaf(self, state):
        return state.score if state.is_terminal else self.evaluation(state)
