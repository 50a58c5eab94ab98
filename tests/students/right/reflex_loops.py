"""Loops and flags."""

from pacgrid import Agent

MISTAKES = {}


class Reflex(Agent):
    def act(self, state):
        best_action = None
        best_value = float("-inf")
        for action in state.legal_actions():
            value = evaluate(state.successor(action))
            if best_action is None or value > best_value:
                best_value = value
                best_action = action
        return best_action


def evaluate(state):
    if state.is_win:
        return state.score + 1000
    if state.is_loss:
        return state.score - 1000
    value = state.score
    nearest = 1000
    for dot in state.food:
        d = state.maze.distance(state.pacman, dot)
        if d < nearest:
            nearest = d
    value -= nearest
    for ghost in state.ghosts:
        if ghost.scared > 0:
            continue
        x, y = ghost.position
        dx = abs(x - state.pacman[0])
        dy = abs(y - state.pacman[1])
        if dx + dy <= 1:
            value -= 500
        elif dx + dy <= 2:
            value -= 100
    return value
