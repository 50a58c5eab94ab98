"""Evaluates the state it is in."""

from pacgrid import Agent

MISTAKES = {"Reflex": "evaluates the state it is in"}


class Reflex(Agent):
    def act(self, state):
        best, choice = -1e9, None
        for action in state.legal_actions():
            state.successor(action)
            value = self.evaluate(state)
            if value > best:
                best, choice = value, action
        return choice

    def evaluate(self, state):
        value = state.score + 5 / (1 + state.maze.nearest(state.pacman, state.food))
        for ghost in state.ghosts:
            x, y = ghost.position
            if not ghost.scared and state.maze.distance(state.pacman, (int(x), int(y))) < 2:
                value -= 300
        return value
