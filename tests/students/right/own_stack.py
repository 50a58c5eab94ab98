"""Without recursion: I keep the path from the root on a list myself."""

from pacgrid import Agent

MISTAKES = {}

INF = float("inf")


class Frame:
    def __init__(self, state, plies, alpha=-INF, beta=INF):
        self.state = state
        self.plies = plies
        self.alpha, self.beta = alpha, beta
        self.todo = list(state.legal_actions())
        self.todo.reverse()  # pop() takes from the end
        self.values = []


class _Stack(Agent):
    def __init__(self, *, depth, evaluation):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        top = Frame(state, self.depth * state.num_agents)
        stack = [top]
        while True:
            frame = stack[-1]
            if not frame.todo or self.cut(frame):
                stack.pop()
                if not stack:
                    break
                self.add(stack[-1], self.backup(frame))
                continue
            child = frame.state.successor(frame.todo.pop())
            if child.is_terminal:
                self.add(frame, child.score)
            elif frame.plies == 1:
                self.add(frame, self.evaluation(child))
            else:
                stack.append(Frame(child, frame.plies - 1, frame.alpha, frame.beta))
        return state.legal_actions()[top.values.index(max(top.values))]

    def add(self, frame, value):
        frame.values.append(value)

    def cut(self, frame):
        return False

    def backup(self, frame):
        return max(frame.values) if frame.state.to_move == 0 else min(frame.values)


class Minimax(_Stack):
    pass


class Expectimax(_Stack):
    def backup(self, frame):
        if frame.state.to_move == 0:
            return max(frame.values)
        return sum(frame.values) / len(frame.values)


class AlphaBeta(_Stack):
    def add(self, frame, value):
        frame.values.append(value)
        if frame.state.to_move == 0:
            frame.alpha = max(frame.alpha, value)
        else:
            frame.beta = min(frame.beta, value)

    def cut(self, frame):
        return frame.alpha > frame.beta
