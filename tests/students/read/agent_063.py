"""Expectimax without recursion."""

from pacgrid import Agent


class Frame:
    """A position whose successors are being looked at."""

    def __init__(self, state, rounds, action=None):
        self.state = state
        self.rounds = rounds
        self.action = action
        self.todo = list(state.legal_actions())
        self.results = []

    def value(self):
        values = [value for _, value in self.results]
        if self.state.to_move == 0:
            return max(values)
        return sum(values) / len(values)


class Expectimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        root = Frame(state, self.depth)
        stack = [root]
        while stack:
            frame = stack[-1]
            if not frame.todo:
                stack.pop()
                if stack:
                    stack[-1].results.append((frame.action, frame.value()))
                continue
            action = frame.todo.pop()
            child = frame.state.successor(action)
            rounds = frame.rounds
            if child.to_move == 0:
                rounds -= 1
            if child.is_terminal:
                frame.results.append((action, child.score))
            elif rounds == 0:
                frame.results.append((action, self.evaluation(child)))
            else:
                stack.append(Frame(child, rounds, action))
        best_action, _ = max(root.results, key=lambda pair: pair[1])
        return best_action
