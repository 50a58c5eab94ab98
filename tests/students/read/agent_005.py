"""Minimax without recursion: a depth-first walk with a stack of my own."""

from pacgrid import Agent


class Frame:
    def __init__(self, state, plies, came_by):
        self.state = state
        self.plies = plies
        self.came_by = came_by
        self.todo = list(state.legal_actions())
        self.todo.reverse()
        self.best_value = None
        self.best_action = None

    def offer(self, value, action):
        """Take over a child's value if the agent to move prefers it."""
        if self.best_value is None:
            better = True
        elif self.state.to_move == 0:
            better = value > self.best_value
        else:
            better = value < self.best_value
        if better:
            self.best_value = value
            self.best_action = action


class Minimax(Agent):
    def __init__(self, depth=2, evaluation=None):
        self.depth = depth
        self.evaluation = evaluation

    def act(self, state):
        root = Frame(state, self.depth * state.num_agents, None)
        stack = [root]
        while stack:
            top = stack[-1]
            if top.todo:
                action = top.todo.pop()
                child = top.state.successor(action)
                if child.is_terminal:
                    top.offer(child.score, action)
                elif top.plies == 1:
                    top.offer(self.evaluation(child), action)
                else:
                    stack.append(Frame(child, top.plies - 1, action))
            else:
                stack.pop()
                if stack:
                    stack[-1].offer(top.best_value, top.came_by)
        return root.best_action
