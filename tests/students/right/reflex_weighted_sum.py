"""A weighted sum of the score, the nearest food and the ghosts nearby."""

from pacgrid import Agent

MISTAKES = {}
FOOD, DANGER = 10, 400


def evaluate(state):
    value = state.score
    if state.food:
        value += FOOD / state.maze.nearest(state.pacman, state.food)
    for ghost in state.ghosts:
        away = state.maze.distance(state.pacman, nearby(ghost.position))
        if ghost.scared == 0 and away <= 3:
            value -= DANGER / (away + 1)
    return value


def nearby(position):
    return tuple(int(each) for each in position)


class Reflex(Agent):
    def act(self, state):
        return max(state.legal_actions(), key=lambda a: self.worth(state.successor(a)))

    def worth(self, after):
        return after.score if after.is_terminal else evaluate(after)
